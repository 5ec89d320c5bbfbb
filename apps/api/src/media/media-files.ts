import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { UnavailableError } from '../expected-error.ts';

/** A stored file's name: the SHA-256 of its bytes and an extension. */
export const FILE_NAME = /^[0-9a-f]{64}\.[a-z]{3,4}$/;

/** A stored file, or a draft left by a crash. Other files are never removed. */
const STORED_NAME = /^[0-9a-f]{64}\.[a-z]{3,4}(\.[0-9a-f-]{36}\.tmp)?$/;

export interface ByteRange {
  readonly start: number;
  /** The last byte, inclusive. */
  readonly end: number;
}

/** A quarter of Node's default, because each download holds several of these. */
const READ_SIZE = 16 * 1024;

export function isMediaName(name: string): boolean {
  return STORED_NAME.test(name);
}

export function hashContent(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether the bytes match the checksum in the name. */
export function isIntact(name: string, bytes: Buffer): boolean {
  return hashContent(bytes) === name.slice(0, 64);
}

/** The media store is unavailable, for example because a disk is not mounted. */
export class MediaUnavailableError extends UnavailableError {
  constructor(reason?: string, options: { readonly cause?: unknown } = {}) {
    super('Files cannot be stored right now. Please try again shortly.', { ...options, reason });
  }
}

/** The error for a missing file, with the same code in every store. */
export function fileMissingError(name: string): Error {
  return Object.assign(new Error(`${name} does not exist.`), { code: 'ENOENT' });
}

export function isFileMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A store for media files. A name never changes its bytes, so writing a file twice is safe. */
export interface MediaFiles {
  /** Also replaces a stored file that is damaged. */
  write(name: string, bytes: Buffer): Promise<void>;
  size(name: string): Promise<number | undefined>;
  read(name: string, range?: ByteRange): Readable;
  list(): AsyncIterable<string>;
  remove(name: string): Promise<void>;
}

/** Creates the folder if needed, and fails if it is not writable. */
export async function ensureWritableFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  await access(root, constants.W_OK);
}

/** Stores files on the local disk, in folders named by the first two characters. */
export function diskFiles(root: string): MediaFiles {
  const toPath = (name: string) => {
    if (!isMediaName(name)) throw new Error('Not the name of a media file.');
    return join(root, name.slice(0, 2), name);
  };

  return {
    async write(name, bytes) {
      const path = toPath(name);
      if (await isStored(path, bytes)) return;
      await writeWhole(path, bytes).catch((error: NodeJS.ErrnoException) => {
        // A full disk has its own message, because the owner can free space.
        if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw error;
        throw new MediaUnavailableError(error.message, { cause: error });
      });
    },
    async size(name) {
      return (await stat(toPath(name)).catch(ignoreMissing))?.size;
    },
    read: (name, range) => createReadStream(toPath(name), { ...range, highWaterMark: READ_SIZE }),
    async *list() {
      for (const folder of (await readdir(root).catch(ignoreMissing)) ?? []) {
        if (folder.length !== 2) continue;
        const files = (await readdir(join(root, folder)).catch(ignoreMissing)) ?? [];
        yield* files.filter((file) => STORED_NAME.test(file) && file.startsWith(folder));
      }
    },
    async remove(name) {
      await rm(toPath(name), { force: true });
    },
  };

  async function writeWhole(path: string, bytes: Buffer): Promise<void> {
    // A new folder is an entry in its parent, which must be synced as well.
    if (await mkdir(dirname(path), { recursive: true })) await syncFolder(root);
    // The file gets its name only when it is complete and synced, so no partial file is ever visible.
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

/** A file that cannot be read is written again, like a missing one. */
async function isStored(path: string, bytes: Buffer): Promise<boolean> {
  return readFile(path).then(
    (stored) => stored.equals(bytes),
    () => false,
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
