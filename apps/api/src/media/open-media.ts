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
 * The store that the settings choose. Where the other one is set as well, as while media moves from
 * one to the other, it is read for what the first does not have yet.
 */
export async function openMedia(config: Config): Promise<MediaFiles> {
  const { chosen, other } = bothStores(config);
  if (config.mediaStore === 'disk') await openDisk(config);
  return other ? either(chosen, other) : chosen;
}

/**
 * Moves what the other store still has into the chosen one. Broken off, it goes on where it was.
 * What is not what its name says stays where it is.
 */
export async function moveMedia(
  config: Config,
  onProgress: (done: number, of: number) => void,
): Promise<{ moved: number; damaged: string[] }> {
  const { chosen, other } = bothStores(config);
  if (!other)
    throw new ConfigError('There is one store only. Set the other as well: docs/configuration.md');
  if (config.mediaStore === 'disk') await openDisk(config);
  const names: string[] = [];
  for await (const name of other.list()) if (!name.endsWith('.tmp')) names.push(name);
  const damaged: string[] = [];
  let moved = 0;
  for (const [done, name] of names.entries()) {
    onProgress(done, names.length);
    const bytes = await buffer(other.read(name)).catch(unlessMissing);
    // Swept away since, as what nobody names.
    if (!bytes) continue;
    if (!(await isIntact(name, bytes))) {
      damaged.push(name);
      continue;
    }
    await chosen.write(name, bytes);
    const size = await chosen.size(name);
    if (size !== bytes.length)
      throw new MediaUnavailableError(`${name} arrived with ${size} of ${bytes.length} bytes.`);
    await other.remove(name);
    moved += 1;
  }
  onProgress(names.length, names.length);
  return { moved, damaged };
}

async function openDisk({ mediaDir }: Config): Promise<void> {
  await ensureWritableFolder(mediaDir).catch((error) => {
    throw new ConfigError(`MEDIA_DIR: ${mediaDir} cannot be written to (${error.code})`);
  });
}

function bothStores({ mediaStore, mediaDir, s3 }: Config) {
  const disk = diskFiles(mediaDir);
  const bucket = s3 && s3Files(s3);
  if (mediaStore === 's3' && bucket)
    return { chosen: bucket, other: existsSync(mediaDir) ? disk : undefined };
  return { chosen: disk, other: bucket };
}

function either(chosen: MediaFiles, other: MediaFiles): MediaFiles {
  // The chosen one again at the end: a file may have moved there between the first two looks.
  const inTurn = [chosen, other, chosen];

  async function* bytesOf(name: string, range: ByteRange | undefined): AsyncGenerator<unknown> {
    for (const store of inTurn)
      try {
        yield* store.read(name, range);
        return;
      } catch (error) {
        // A file is missing before its first byte or not at all.
        unlessMissing(error);
      }
    throw fileMissingError(name);
  }

  return {
    write: chosen.write,
    async size(name) {
      for (const store of inTurn) {
        const size = await store.size(name);
        if (size !== undefined) return size;
      }
      return undefined;
    },
    read: (name, range) => Readable.from(bytesOf(name, range)),
    async *list() {
      const seen = new Set<string>();
      // The other one first: what moves meanwhile is then seen twice rather than not at all.
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

function unlessMissing(error: unknown): undefined {
  if (!isFileMissing(error)) throw error;
}
