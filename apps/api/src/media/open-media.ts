import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Config, ConfigError } from '../config.ts';
import {
  type ByteRange,
  diskFiles,
  ensureWritableFolder,
  fileMissingError,
  isFileMissing,
  isIntact,
  type MediaFiles,
  MediaUnavailableError,
} from './media-files.ts';
import { s3Files } from './s3-files.ts';

/**
 * Opens the configured store. If the other store is configured as well, as during a move, it is read
 * for files that the first one does not have.
 */
export async function openMedia(config: Config): Promise<MediaFiles> {
  const { chosen, other } = bothStores(config);
  if (config.mediaStore === 'disk') await openDisk(config);
  return other ? combine(chosen, other) : chosen;
}

/**
 * Moves all files from the other store to the configured one. It can be interrupted and run again.
 * Damaged files are not moved.
 */
export async function moveMedia(
  config: Config,
  onProgress: (done: number, of: number) => void,
): Promise<{ moved: number; damaged: string[] }> {
  const { chosen, other } = bothStores(config);
  if (!other)
    throw new ConfigError(
      'Only one media store is configured. Configure the other one as well: docs/configuration.md',
    );
  if (config.mediaStore === 'disk') await openDisk(config);
  const names: string[] = [];
  for await (const name of other.list()) if (!name.endsWith('.tmp')) names.push(name);
  const damaged: string[] = [];
  let moved = 0;
  for (const [done, name] of names.entries()) {
    onProgress(done, names.length);
    const bytes = await buffer(other.read(name)).catch(ignoreMissing);
    // The file was unused and has been deleted in the meantime.
    if (!bytes) continue;
    if (!isIntact(name, bytes)) {
      damaged.push(name);
      continue;
    }
    await chosen.write(name, bytes);
    const size = await chosen.size(name);
    if (size !== bytes.length)
      throw new MediaUnavailableError(
        `${name}: only ${size} of ${bytes.length} bytes were stored.`,
      );
    await other.remove(name);
    moved += 1;
  }
  onProgress(names.length, names.length);
  return { moved, damaged };
}

async function openDisk({ mediaDir }: Config): Promise<void> {
  await ensureWritableFolder(mediaDir).catch((error) => {
    throw new ConfigError(`MEDIA_DIR: ${mediaDir} is not writable (${error.code})`);
  });
}

function bothStores({ mediaStore, mediaDir, s3 }: Config) {
  const disk = diskFiles(mediaDir);
  const bucket = s3 && s3Files(s3);
  if (mediaStore === 's3' && bucket)
    return { chosen: bucket, other: existsSync(mediaDir) ? disk : undefined };
  return { chosen: disk, other: bucket };
}

function combine(chosen: MediaFiles, other: MediaFiles): MediaFiles {
  // Try the chosen store again at the end: a file may have moved there in the meantime.
  const readOrder = [chosen, other, chosen];

  async function* readBytes(name: string, range: ByteRange | undefined): AsyncGenerator<unknown> {
    for (const store of readOrder)
      try {
        yield* store.read(name, range);
        return;
      } catch (error) {
        // A missing file fails before its first byte.
        ignoreMissing(error);
      }
    throw fileMissingError(name);
  }

  return {
    write: chosen.write,
    async size(name) {
      for (const store of readOrder) {
        const size = await store.size(name);
        if (size !== undefined) return size;
      }
      return undefined;
    },
    read: (name, range) => Readable.from(readBytes(name, range)),
    async *list() {
      const seen = new Set<string>();
      // List the other store first: a file that moves during the listing is seen twice, not missed.
      for (const store of [other, chosen])
        for await (const name of store.list()) {
          if (!seen.has(name)) yield name;
          seen.add(name);
        }
    },
    async remove(name) {
      await chosen.remove(name);
      await other.remove(name);
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if (!isFileMissing(error)) throw error;
}
