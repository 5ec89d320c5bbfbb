import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { CopyDestination } from '@vitrine/contract/copy';
import type { Client } from '@vitrine/testing/api-client';
import { run } from '@vitrine/testing/process';
import { expect } from 'vitest';
import type { Host } from './host.ts';

const URL_OF_COPY = 'https://copy.example';
/** What Vitrine leaves in a copy besides the site. */
export const MANIFEST = '.vitrine-copy.json';

/** Adds a destination, and waits until its first update has ended. */
export async function addCopy(owner: Client, json: object): Promise<CopyDestination> {
  const fields = { url: URL_OF_COPY, contact: 'none', ...json };
  const { status, body } = await owner.call(calls.copy.add, { json: fields });
  expect([status, body.message]).toEqual([201, 'Destination added.']);
  return waitForRun(owner, (found) => found.runs.length > 0);
}

/** Waits until this is true of the only destination, and no update runs. */
export async function waitForRun(
  owner: Client,
  condition: (found: CopyDestination) => boolean,
  timeout = 120_000,
): Promise<CopyDestination> {
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(200)) {
    const [found] = (await owner.call(calls.copy.list)).body.destinations;
    if (found && !found.isUpdating && condition(found)) return found;
  }
  throw new Error('The copy was not updated in time.');
}

/** Updates the only copy now, and waits for the end. */
export async function updateCopy(owner: Client, everything = false): Promise<CopyDestination> {
  const before = await waitForRun(owner, () => true);
  const last = before.runs[0]?._id;
  await owner.call(calls.copy.start, { json: { everything } });
  return waitForRun(owner, ({ runs }) => runs[0]?._id !== last);
}

/** All files below a folder, with their bytes. */
export async function readFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), await readFile(path, 'latin1')];
    });
  return Object.fromEntries(await Promise.all(contents));
}

/** What `vitrine export-site` writes for the address of the copy. */
export async function exportSite(host: Host): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-export-'));
  try {
    const { databaseUrl, mediaDir, publicUrl } = host;
    const env = { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir, PUBLIC_URL: publicUrl };
    const options = ['--url', URL_OF_COPY, '--contact', 'none', '--replace'];
    const { code, output } = await run('vitrine.ts', ['export-site', folder, ...options], env);
    expect([code, output]).toEqual([0, expect.stringContaining('files for')]);
    const { '.vitrine-export': _, ...files } = await readFolder(folder);
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
