import { isIntact, type MediaFiles, MediaUnavailableError } from './media-files.ts';

/** Larger files are streamed. The copies of a picture for a page are smaller. */
export const SMALL_FILE_BYTES = 100 * 1024;

const MAX_BYTES = 8 * 1024 * 1024;
/** The name, the headers and the bookkeeping of an entry, approximately. */
const ENTRY_BYTES = 1024;
/**
 * A name never changes its bytes, so an entry cannot be outdated, but the cleanup of another process
 * can delete its file. The store is asked this often whether it still has the file.
 */
const CHECK_INTERVAL_MS = 60_000;

export interface CachedMediaFiles extends MediaFiles {
  /** A file in memory that existed within the last minute. */
  cached(name: string): Buffer | undefined;
  /** Reads a file whose size is at most `SMALL_FILE_BYTES`, and keeps it in memory. */
  readSmall(name: string, size: number): Promise<Buffer>;
}

interface Entry {
  readonly bytes: Buffer;
  checkedAt: number;
}

/** Adds a cache of the small files that were read last. Missing files are not remembered. */
export function cacheSmallFiles(files: MediaFiles): CachedMediaFiles {
  // A map keeps the order of insertion: the first entry is the least recently used one.
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Buffer>>();
  let totalBytes = 0;

  function forget(name: string): void {
    const entry = entries.get(name);
    if (!entry) return;
    entries.delete(name);
    totalBytes -= entry.bytes.length + ENTRY_BYTES;
  }

  async function load(name: string, size: number): Promise<Buffer> {
    // Not from Node's shared pool, which the smallest files would keep in memory as a whole.
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    for await (const chunk of files.read(name)) {
      bytes.set(chunk, length);
      length += chunk.length;
    }
    if (length !== size)
      throw new MediaUnavailableError(`Only ${length} of ${size} bytes were read: ${name}`);
    // A damaged file can be repaired, by an upload or by a restore in another process.
    if (!isIntact(name, bytes)) return bytes;
    entries.set(name, { bytes, checkedAt: performance.now() });
    totalBytes += bytes.length + ENTRY_BYTES;
    for (const oldest of entries.keys()) {
      if (totalBytes <= MAX_BYTES) break;
      forget(oldest);
    }
    return bytes;
  }

  return {
    ...files,
    cached(name) {
      const entry = entries.get(name);
      if (!entry || performance.now() - entry.checkedAt > CHECK_INTERVAL_MS) return undefined;
      entries.delete(name);
      entries.set(name, entry);
      return entry.bytes;
    },
    async readSmall(name, size) {
      const entry = entries.get(name);
      if (entry) return entry.bytes;
      // Visitors who ask for the same file at the same time share one copy.
      const loaded = loading.get(name) ?? load(name, size).finally(() => loading.delete(name));
      loading.set(name, loaded);
      return loaded;
    },
    async size(name) {
      const size = await files.size(name);
      const entry = entries.get(name);
      if (size === undefined) forget(name);
      else if (entry) entry.checkedAt = performance.now();
      return size;
    },
    async remove(name) {
      await files.remove(name);
      forget(name);
    },
  };
}
