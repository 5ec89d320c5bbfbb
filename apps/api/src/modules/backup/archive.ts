import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { z } from 'zod';

/**
 * A backup is a tar file that tar can read: the manifest, the checksums as sha256sum writes them,
 * a file of JSON lines for each table, and every picture and document under its own name.
 */
export const MANIFEST = 'vitrine.json';
export const CHECKSUMS = 'SHA256SUMS';

export const Manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  takenAt: z.iso.datetime(),
  /** The schema that the rows belong to: a restore makes that one first, then brings it up to date. */
  migrations: z.array(z.string()).min(1),
  rows: z.record(z.string(), z.int()),
  files: z.int(),
});

export type Manifest = z.infer<typeof Manifest>;

/** Why a file cannot be restored, in words for the owner. */
export class UnusableBackup extends Error {}

export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly read: () => Readable;
}

/** How many bytes the archive will have: a header for each entry, whole blocks, two empty ones. */
export function archiveSize(entries: readonly Entry[]): number {
  const blocks = entries.reduce((sum, { size }) => sum + 1 + Math.ceil(size / BLOCK), 2);
  return blocks * BLOCK;
}

const BLOCK = 512;

export function writeArchive(entries: readonly Entry[], mtime: Date): Readable {
  const { readable, controller } = createTarPacker();
  const pack = async () => {
    for (const { name, size, read } of entries)
      await pour(read(), controller.add({ name, size, mtime }));
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return Readable.from(chunksOf(readable));
}

/** The entries in their order; each body must be read before the next. */
export async function* readArchive(
  path: string,
): AsyncGenerator<{ name: string; size: number; body: Readable }> {
  const decoder = createTarDecoder({ strict: true });
  // It fails where it is read.
  pour(createReadStream(path), decoder.writable).catch(() => {});
  for await (const { header, body } of whole(decoder.readable))
    yield { name: header.name, size: header.size, body: Readable.from(whole(body)) };
}

/** Where the archive ends too early, or is none, is found out wherever it is being read. */
async function* whole<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  try {
    yield* chunksOf(stream);
  } catch (error) {
    // A file that cannot be read may well be whole: the system says why.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new UnusableBackup('This is not a whole backup of Vitrine.', { cause: error });
  }
}

async function pour(source: Readable, target: WritableStream<Uint8Array>): Promise<void> {
  const writer = target.getWriter();
  try {
    for await (const chunk of source) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
