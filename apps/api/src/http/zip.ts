import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { Zip, type ZipInputFile } from 'fflate';
import type { MediaFiles } from '../media/media-files.ts';

const deflate = promisify(deflateRaw);

/** Each file has a local header, a descriptor after its bytes, and a central header. */
const HEADERS_SIZE = 30 + 16 + 46;
const END_SIZE = 22;
const STORED = 0;
const DEFLATED = 8;
/** The first date that the format has. The same content gives the same bytes. */
const DATE = new Date(1980, 0, 1);
/** Beyond this, the format needs an extension. */
const MAX_SIZE = 0xffffffff;
const MAX_ENTRIES = 0xffff;

/** A file whose size in the archive is known before it is read. */
export interface ZipEntry {
  readonly path: string;
  readonly size: number;
  read(): Promise<ZipContent>;
}

/** The bytes as they are in the archive, with the checksum and the size of the original. */
interface ZipContent extends Pick<ZipInputFile, 'compression' | 'crc' | 'size'> {
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Compresses a file now. The archive holds the result until it is written. */
export async function compressedEntry(path: string, body: Buffer): Promise<ZipEntry> {
  const bytes = await deflate(body, { level: 9 });
  const content = { bytes, compression: DEFLATED, crc: crc32(body), size: body.length };
  return { path, size: bytes.length, read: async () => content };
}

/** A file that is read when it is written, such as an image, which cannot be compressed further. */
function storedEntry(
  path: string,
  size: number,
  load: () => Promise<Buffer<ArrayBuffer>>,
): ZipEntry {
  return {
    path,
    size,
    async read() {
      const bytes = await load();
      if (bytes.length !== size) throw new Error(`${path} has changed its size.`);
      return { bytes, compression: STORED, crc: crc32(bytes), size };
    },
  };
}

/** A file of the media store. Undefined if it is missing: an archive without it is better than none. */
export async function mediaEntry(
  path: string,
  name: string,
  media: MediaFiles,
): Promise<ZipEntry | undefined> {
  const size = await media.size(name);
  return size === undefined ? undefined : storedEntry(path, size, () => buffer(media.read(name)));
}

/** Sends the archive with its exact length, so that a browser can show the progress. */
export function sendZip(reply: FastifyReply, name: string, entries: readonly ZipEntry[]) {
  return reply
    .type('application/zip')
    .header('content-length', zipSize(entries))
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(writeZip(entries)));
}

function zipSize(entries: readonly ZipEntry[]): number {
  return entries.reduce((sum, { path, size }) => {
    return sum + HEADERS_SIZE + 2 * Buffer.byteLength(path) + size;
  }, END_SIZE);
}

export function fitsInZip(entries: readonly ZipEntry[]): boolean {
  return entries.length <= MAX_ENTRIES && zipSize(entries) <= MAX_SIZE;
}

/** Writes the archive, with one file at a time in memory. */
async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  for (const { path, read } of entries) {
    const { bytes, ...content } = await read();
    const file: ZipInputFile = { filename: path, mtime: DATE, ...content };
    zip.add(file);
    file.ondata?.(null, bytes, true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written;
}
