import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, realpath, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFilePath } from '../../is-file-path.ts';
import { CopyError } from './copy-error.ts';
import type { Destination } from './destination.ts';
import { MANIFEST, MAX_MANIFEST, readManifest, writeManifest } from './manifest.ts';

export const NO_FOLDERS =
  "This server does not allow copies in folders. Ask the server's administrator to set COPY_DIR.";

/** Files that are being written, beside those that visitors see. */
const DRAFTS = '.vitrine-drafts';

/**
 * A folder on the server, below the one that its operator allows. Somebody else may be able to write into
 * it, such as a web server: links in it are neither followed nor written through.
 */
export function folderDestination(copyDir: string | undefined, name: string): Destination {
  const write = (path: string, bytes: Uint8Array) => attempt(() => writeWhole(path, bytes));
  const remove = (path: string) => attempt(() => removeFile(path));
  const keep = (manifest: Parameters<typeof writeManifest>[0]) =>
    write(MANIFEST, writeManifest(manifest));

  const findRoot = () => openRoot(copyDir, name);

  /** Returns the path of a file, whose folder is created if it does not exist. */
  async function locate(path: string): Promise<string> {
    if (!isFilePath(path)) throw outside();
    let folder = await findRoot();
    for (const part of path.split('/').slice(0, -1)) {
      folder = join(folder, part);
      await makeFolder(folder);
    }
    return join(folder, path.split('/').at(-1) ?? '');
  }

  async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
    const target = await locate(path);
    const drafts = join(await findRoot(), DRAFTS);
    await makeFolder(drafts, 0o700);
    // A rename replaces a link instead of following it.
    const draft = join(drafts, randomUUID());
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
    try {
      const file = await open(draft, flags);
      try {
        // Web servers run as other users. The service may have a stricter default.
        await file.chmod(0o644);
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async function readWhole(path: string, maxSize: number): Promise<Buffer | undefined> {
    const target = await locate(path);
    const info = await lstat(target).catch(ignoreMissing);
    if (!info) return undefined;
    if (!info.isFile() || info.size > maxSize) throw outside();
    const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  /** Removes a file, and the folders that are then empty. */
  async function removeFile(path: string): Promise<void> {
    if (!isFilePath(path)) throw outside();
    const root = await findRoot();
    const target = join(root, path);
    // Behind a link, there is no file of the copy.
    if ((await realpath(dirname(target)).catch(ignoreMissing)) !== dirname(target)) return;
    await unlink(target).catch(ignoreMissing);
    for (let folder = dirname(target); folder !== root; folder = dirname(folder))
      // A folder that still has files stays, and with it those above.
      if (!(await rmdir(folder).then(() => true, ignoreFull))) return;
  }

  return {
    parallel: 4,
    maxFiles: Number.POSITIVE_INFINITY,
    read: () =>
      attempt(async () => {
        await removeDrafts(await findRoot());
        const bytes = await readWhole(MANIFEST, MAX_MANIFEST);
        return bytes && readManifest(bytes.toString());
      }),
    note: keep,
    put: async ({ path, read }) => write(path, await read()),
    remove,
    async finish(after) {
      await keep(after);
      await attempt(async () => removeDrafts(await findRoot()));
    },
    reach: () => attempt(findRoot).then((root) => `Found ${root}.`),
    async tryWrite(bytes) {
      const path = `.vitrine-test-${randomUUID()}`;
      await write(path, bytes);
      return {
        read: () => attempt(async () => (await readWhole(path, bytes.length)) ?? Buffer.alloc(0)),
        remove: () => remove(path),
      };
    },
  };
}

/** Returns the folder itself, without links in its path. */
async function openRoot(copyDir: string | undefined, name: string): Promise<string> {
  if (copyDir === undefined) throw new CopyError(NO_FOLDERS, { isFinal: true });
  if (!isFilePath(name) || name.includes('/')) throw outside();
  const allowed = await realpath(copyDir);
  await makeFolder(join(allowed, name));
  return join(allowed, name);
}

/** An update that was killed may have left some. They could contain what is hidden by now. */
function removeDrafts(root: string): Promise<void> {
  return rm(join(root, DRAFTS), { recursive: true, force: true });
}

/** A folder that is a link could be anywhere. */
async function makeFolder(path: string, mode = 0o755): Promise<void> {
  await mkdir(path).then(
    () => chmod(path, mode),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  if (!(await lstat(path)).isDirectory()) throw outside();
}

function outside(): CopyError {
  return new CopyError(
    'A link or another unexpected file is in the folder of the copy. Remove it, then update the copy.',
    { isFinal: true },
  );
}

/** A folder with the name of a file is not a file either. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) throw error;
}

function ignoreFull(error: NodeJS.ErrnoException): false {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(error.code ?? '')) throw error;
  return false;
}

const MAY_NOT_WRITE =
  "The service may not write into the folder. Ask the server's administrator to allow it.";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: MAY_NOT_WRITE,
  EPERM: MAY_NOT_WRITE,
  EROFS: "The folder is read-only for the service. Ask the server's administrator to allow it.",
  ENOENT:
    "The folder that COPY_DIR names does not exist. Ask the server's administrator to create it.",
};

/** Turns errors of the file system into sentences. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CopyError || !(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    const reason = REASONS[code];
    if (reason !== undefined) throw new CopyError(reason, { isFinal: true, cause: error });
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new CopyError('The disk of the folder is full. Free some space.', { cause: error });
    throw new CopyError('The folder could not be written.', { cause: error });
  }
}
