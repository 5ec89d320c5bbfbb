import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { z } from 'zod';

/**
 * A backup is a plain tar file: the manifest, the checksums in the format of sha256sum, a JSON Lines
 * file for each table, and every media file.
 */
export const MANIFEST = 'vitrine.json';
export const CHECKSUMS = 'SHA256SUMS';

export const Manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  takenAt: z.iso.datetime(),
  /** The schema of the rows. A restore creates this schema first, then migrates it. */
  migrations: z.array(z.string()).min(1),
  rows: z.record(z.string(), z.int()),
  /** A checksum of each table's rows, which a drill compares with the restored ones. */
  digests: z.record(z.string(), z.string()).optional(),
  files: z.int(),
});

export type Manifest = z.infer<typeof Manifest>;

/** A backup cannot be taken or restored. The message is shown to the owner. */
export class BackupError extends Error {}

export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly read: () => Readable;
}

/** The size of the archive in bytes: a header and whole blocks for each entry, and two empty blocks. */
export function archiveSize(entries: readonly Entry[]): number {
  const blocks = entries.reduce((sum, { size }) => sum + 1 + Math.ceil(size / BLOCK), 2);
  return blocks * BLOCK;
}

const BLOCK = 512;

export function writeArchive(entries: readonly Entry[], mtime: Date): Readable {
  const { readable, controller } = createTarPacker();
  const pack = async () => {
    for (const { name, size, read } of entries)
      await pipeline(read(), controller.add({ name, size, mtime }));
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return Readable.from(readable);
}

/**
 * Writes a file that gets its name only when it is complete. Only this user can read it. Returns the
 * SHA-256 of the content.
 */
export async function writeWhole(
  path: string,
  content: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<string> {
  const draft = `${path}.${randomUUID()}.part`;
  const hash = createHash('sha256');
  async function* addToHash(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const file = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(content, addToHash, file, { ...(signal && { signal }) });
    await rename(draft, path);
    return hash.digest('hex');
  } finally {
    await rm(draft, { force: true });
  }
}

/** Yields the entries in order. Read or resume each body before the next entry. */
export async function* readArchive(
  path: string,
): AsyncGenerator<{ name: string; size: number; body: Readable }> {
  const decoder = createTarDecoder({ strict: true });
  // An error is thrown where the decoder is read.
  pipeline(createReadStream(path), decoder.writable).catch(() => {});
  for await (const { header, body } of readTar(decoder.readable))
    yield { name: header.name, size: header.size, body: Readable.from(readTar(body)) };
}

/** Reports a truncated file, or one that is not an archive, as a backup error. */
async function* readTar<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    // An operating system error does not mean that the backup is damaged.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new BackupError('This is not a complete Vitrine backup.', { cause: error });
  }
}
