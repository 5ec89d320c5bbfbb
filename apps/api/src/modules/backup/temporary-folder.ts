import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Purpose = 'backup' | 'restore' | 'input';

/** The name contains the process id, so that another process can see whether the folder is in use. */
export function makeTemporaryFolder(purpose: Purpose): Promise<string> {
  return mkdtemp(join(tmpdir(), `vitrine-${purpose}-${process.pid}-`));
}

const FOLDER = /^vitrine-(?:backup|restore|input)-(?:(?<pid>\d+)-)?\w{6}$/;

/** No backup or restore takes this long. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Removes folders left by a crash. Call it at start, before this process creates a folder. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const match = FOLDER.exec(name);
    if (!match) continue;
    const path = join(tmpdir(), name);
    const pid = Number(match.groups?.['pid'] ?? 0);
    if ((pid > 0 && !isOtherProcess(pid)) || (await isOld(path)))
      // A folder of another user cannot be removed.
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Containers reuse process IDs: a folder with our own ID is from an earlier start. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > MAX_AGE_MS;
}
