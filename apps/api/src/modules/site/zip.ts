import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

const LOCAL_HEADER_SIZE = 30;
const CENTRAL_HEADER_SIZE = 46;
const END_SIZE = 22;
const STORED = 0;
const DEFLATED = 8;
/** Names are in UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
/** January 1, 1980, the first date that the format has. The same content gives the same bytes. */
const DATE = (1 << 5) | 1;
/** Beyond this, the format needs an extension. */
const MAX_SIZE = 0xffffffff;
const MAX_ENTRIES = 0xffff;

/** A file whose size in the archive is known before it is read. */
export interface ZipEntry {
  readonly path: string;
  readonly size: number;
  read(): Promise<ZipContent>;
}

interface ZipContent {
  readonly bytes: Buffer;
  readonly method: typeof STORED | typeof DEFLATED;
  readonly crc: number;
  readonly originalSize: number;
}

/** Compresses a file now. The archive holds the result until it is written. */
export async function compressedEntry(path: string, body: Buffer): Promise<ZipEntry> {
  const bytes = await deflate(body, { level: 9 });
  const content = { bytes, method: DEFLATED, crc: crc32(body), originalSize: body.length } as const;
  return { path, size: bytes.length, read: async () => content };
}

/** A file that is read when it is written, such as an image, which cannot be compressed further. */
export function storedEntry(path: string, size: number, load: () => Promise<Buffer>): ZipEntry {
  return {
    path,
    size,
    async read() {
      const bytes = await load();
      if (bytes.length !== size) throw new Error(`${path} has changed its size.`);
      return { bytes, method: STORED, crc: crc32(bytes), originalSize: size };
    },
  };
}

export function zipSize(entries: readonly ZipEntry[]): number {
  return entries.reduce((sum, { path, size }) => {
    return sum + LOCAL_HEADER_SIZE + CENTRAL_HEADER_SIZE + 2 * Buffer.byteLength(path) + size;
  }, END_SIZE);
}

export function fitsInZip(entries: readonly ZipEntry[]): boolean {
  return entries.length <= MAX_ENTRIES && zipSize(entries) <= MAX_SIZE;
}

/** Writes the archive, with one file at a time in memory. */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = await entry.read();
    const name = Buffer.from(entry.path);
    const header = Buffer.alloc(LOCAL_HEADER_SIZE);
    header.writeUInt32LE(0x04034b50, 0);
    writeDescription(header, 4, content, name.length);
    yield Buffer.concat([header, name]);
    yield content.bytes;
    directory.push(centralHeader(content, name, offset));
    offset += header.length + name.length + content.bytes.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([central, end]);
}

function centralHeader(content: ZipContent, name: Buffer, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_HEADER_SIZE);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeDescription(header, 6, content, name.length);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

/** The fields that both headers have. */
function writeDescription(
  header: Buffer,
  start: number,
  { bytes, method, crc, originalSize }: ZipContent,
  nameLength: number,
): void {
  header.writeUInt16LE(VERSION, start);
  header.writeUInt16LE(FLAGS, start + 2);
  header.writeUInt16LE(method, start + 4);
  header.writeUInt16LE(DATE, start + 8);
  header.writeUInt32LE(crc, start + 10);
  header.writeUInt32LE(bytes.length, start + 14);
  header.writeUInt32LE(originalSize, start + 18);
  header.writeUInt16LE(nameLength, start + 22);
}
