import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** A stored file's name: the SHA-256 of its bytes and an extension. */
export const FILE_NAME = /^[0-9a-f]{64}\.[a-z]{3,4}$/;

/** Ours: a stored file, or the draft of one that a crash left behind. Nothing else is ever removed. */
const OURS = /^[0-9a-f]{64}\.[a-z]{3,4}(\.[0-9a-f-]{36}\.tmp)?$/;

export interface ByteRange {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

const PIECE = 1024 * 1024;
/** A quarter of what Node takes: each download holds a few of these for as long as it lasts. */
const READ_SIZE = 16 * 1024;

export function isMediaName(name: string): boolean {
  return OURS.test(name);
}

/** A file is named by the SHA-256 of its bytes. */
export async function checksumOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  // In pieces, between which others get their turn.
  for (let start = 0; start < bytes.length; start += PIECE) {
    if (start > 0) await setImmediate();
    hash.update(bytes.subarray(start, start + PIECE));
  }
  return hash.digest('hex');
}

/** Whether the bytes are those that the file was stored with. */
export async function isIntact(name: string, bytes: Buffer): Promise<boolean> {
  return (await checksumOf(bytes)) === name.slice(0, 64);
}

/** Where media is kept cannot be reached right now, as when a disk is not mounted. */
export class MediaUnavailableError extends Error {}

/** What reading a file fails with that is not there, in any store as on a disk. */
export function fileMissingError(name: string): Error {
  return Object.assign(new Error(`There is no ${name}.`), { code: 'ENOENT' });
}

export function isFileMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Where the bytes of media are: names never change their bytes, so writing twice does no harm. */
export interface MediaFiles {
  write(name: string, bytes: Buffer): Promise<void>;
  size(name: string): Promise<number | undefined>;
  read(name: string, range?: ByteRange): Readable;
  list(): AsyncIterable<string>;
  remove(name: string): Promise<void>;
}

/** Makes the folder if there is none, and fails when nothing could be written there. */
export async function ensureWritableFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  await access(root, constants.W_OK);
}

/** On the local disk, in folders by the first two letters. */
export function diskFiles(root: string): MediaFiles {
  const pathOf = (name: string) => {
    if (!isMediaName(name)) throw new Error('Not the name of a media file.');
    return join(root, name.slice(0, 2), name);
  };

  return {
    async write(name, bytes) {
      const path = pathOf(name);
      if (await exists(path)) return;
      await writeWhole(path, bytes).catch((error: NodeJS.ErrnoException) => {
        // A disk that is full is there, and somebody can do something about it.
        if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw error;
        throw new MediaUnavailableError(error.message, { cause: error });
      });
    },
    async size(name) {
      return (await stat(pathOf(name)).catch(ignoreMissing))?.size;
    },
    read: (name, range) => createReadStream(pathOf(name), { ...range, highWaterMark: READ_SIZE }),
    async *list() {
      for (const folder of (await readdir(root).catch(ignoreMissing)) ?? []) {
        if (folder.length !== 2) continue;
        const files = (await readdir(join(root, folder)).catch(ignoreMissing)) ?? [];
        yield* files.filter((file) => OURS.test(file) && file.startsWith(folder));
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };

  async function writeWhole(path: string, bytes: Buffer): Promise<void> {
    // A new folder is an entry in another one, which must reach the disk as well.
    if (await mkdir(dirname(path), { recursive: true })) await syncFolder(root);
    // A reader, or a crash, never meets half a file: it gets its name when it is whole and on disk.
    const draft = `${path}.${randomUUID()}.tmp`;
    try {
      await writeSynced(draft, bytes);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
