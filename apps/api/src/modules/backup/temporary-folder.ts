import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Purpose = 'backup' | 'restore' | 'input';

/** The name carries the process id, so that a later process can tell whether the folder is in use. */
export function makeTemporaryFolder(purpose: Purpose): Promise<string> {
  return mkdtemp(join(tmpdir(), `vitrine-${purpose}-${process.pid}-`));
}

const FOLDER = /^vitrine-(?:backup|restore|input)-(?:(?<pid>\d+)-)?\w{6}$/;

/** No upload, and no restore that anybody waits for, takes this long. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Removes what a crash left behind. Call it at start, before this process has a folder of its own. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const match = FOLDER.exec(name);
    if (!match) continue;
    const path = join(tmpdir(), name);
    const pid = Number(match.groups?.['pid'] ?? 0);
    if ((pid > 0 && !isOtherProcess(pid)) || (await isOld(path)))
      // Another user's folder is that user's to remove.
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** In a container every start has the same process id, and its own cannot be in use yet. */
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
