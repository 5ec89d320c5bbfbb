import { fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableImportError } from './imported.ts';

const MB = 1024 * 1024;
const MAX_FILES = 2000;
const MAX_FILE_SIZE = 5 * MB;
const MAX_TOTAL_SIZE = 20 * MB;

export interface ZipContent {
  /** The number of files in it. */
  readonly count: number;
  /** The time of the newest file. */
  readonly newest: Date | undefined;
  /** The paths of all files. */
  readonly paths: ReadonlySet<string>;
  /** Those that are wanted, by their paths. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Reads the files of a ZIP that are wanted. Nothing is written to disk, and no more is decompressed
 * than the limits allow.
 */
export async function readZip(
  bytes: Buffer,
  isWanted: (path: string) => boolean,
): Promise<ZipContent> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    return await readEntries(zip, isWanted);
  } catch (error) {
    if (error instanceof UnreadableImportError) throw error;
    throw new UnreadableImportError(
      'This ZIP file is damaged. Download it again, or make a new one.',
    );
  }
}

async function readEntries(zip: ZipFile, isWanted: (path: string) => boolean): Promise<ZipContent> {
  const paths = new Set<string>();
  const files = new Map<string, Buffer>();
  let count = 0;
  let total = 0;
  let newest: Date | undefined;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    count += 1;
    if (count > MAX_FILES)
      throw new UnreadableImportError(
        `This ZIP file has more than ${MAX_FILES.toLocaleString('en')} files. Choose the one from LinkedIn, or one with only your posts.`,
      );
    const modified = entry.getLastModDate({ timezone: 'UTC' });
    if (Number.isFinite(modified.getTime()) && (!newest || modified > newest)) newest = modified;
    const { fileName: path } = entry;
    paths.add(path);
    if (!isWanted(path) || files.has(path)) continue;
    if (entry.isEncrypted())
      throw new UnreadableImportError(
        'This ZIP file has a password. Choose one without a password.',
      );
    total += entry.uncompressedSize;
    if (entry.uncompressedSize > MAX_FILE_SIZE || total > MAX_TOTAL_SIZE)
      throw new UnreadableImportError(
        `${fileNameOf(path)} in this ZIP file is too large. Choose a ZIP file without it.`,
      );
    const chunks: Buffer[] = [];
    // Fails if the content is longer than the size above.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    files.set(path, Buffer.concat(chunks));
  }
  return { count, newest, paths, files };
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
