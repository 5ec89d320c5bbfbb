/** Part of ops/try-one.sh: a folder of the host, which belongs to several users in turn. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@vitrine/testing/api-client';
import { addProject } from '@vitrine/testing/fixtures';
import {
  createOwner,
  findProcess,
  podman,
  READ_ONLY,
  RESTRICTED,
  responds,
  runToEnd,
  startNew,
  stop,
  userOf,
} from './one-container.ts';
import { passed } from './one-report.ts';

const folder = join(process.env['FOLDER'] ?? '', 'bind');
/** With the capabilities that an engine gives by default. */
const AS_ROOT = [...READ_ONLY, '--user=0'];
const BACKUP = '/data/backups/by-root.tar';

export async function runAsUser(): Promise<Client> {
  mkdirSync(folder);
  chownSync(folder, 568, 568);
  await startNew({ volume: folder, flags: [...RESTRICTED, '--user=568:568'] });
  assert.equal(userOf(await findProcess('bin/postgres')), 568);
  const owner = await createOwner();
  await stop();
  passed('`--user 568:568` with a folder of the host', 'starts');
  return owner;
}

/** The container starts as root, on the same folder. */
export async function runAsRoot(owner: Client): Promise<void> {
  await startNew({ volume: folder, flags: AS_ROOT, env: { PUID: '1000', PGID: '1001' } });
  for (const program of ['s6-svscan', 'bin/postgres', 'dist/main.js'])
    assert.equal(userOf(await findProcess(program)), 1_000);
  assert.deepEqual(findFilesOfOthers(), []);
  passed(
    'As root with `PUID` and `PGID`, on the same folder',
    'owns the files, and runs as that user',
  );
  await refuseOtherUser();
  await executeAsRoot(owner);
  await stop();
}

async function refuseOtherUser(): Promise<void> {
  const env = { PUID: '2000', PGID: '2000', PORT: '4079' };
  const { code, output } = await runToEnd({ volume: folder, flags: AS_ROOT, env });
  assert.equal(code, 75);
  assert.match(output, /another container uses this volume/);
  assert.deepEqual(findFilesOfOthers(), []);
  passed(
    'A second container on it, as root with another `PUID`',
    'refused, with exit code 75; no file changes its owner',
  );
}

async function executeAsRoot(owner: Client): Promise<void> {
  const execute = (...args: string[]) => podman('exec', '--user=0', 'one', 'vitrine', ...args);
  const { projectBanner } = await addProject(owner, 'Example');
  await execute('backup', BACKUP);
  rmSync(join(folder, 'media'), { recursive: true });
  mkdirSync(join(folder, 'media'));
  chownSync(join(folder, 'media'), 1_000, 1_001);
  await execute('restore', BACKUP, '--replace');
  await execute('verify');
  assert.deepEqual(findFilesOfOthers(), []);
  assert.ok(await responds(projectBanner.url, ''));
  passed(
    '`backup`, and `restore` of lost uploads, as root in the container',
    'no file belongs to root, and the uploads are served again',
  );
}

/** What does not belong to the user who runs Vitrine. */
function findFilesOfOthers(): string[] {
  const args = [folder, '-ignore_readdir_race', '!', '(', '-uid', '1000', '-gid', '1001', ')'];
  return execFileSync('find', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
