import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/**
 * A folder for temporary files, in memory if there is room. A new database has hundreds of files,
 * and on most disks creating them takes longer than all statements of a test.
 */
export async function folderInMemory(): Promise<string> {
  const folder = '/dev/shm';
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 4 * 1024 ** 3 ? folder : tmpdir();
}
