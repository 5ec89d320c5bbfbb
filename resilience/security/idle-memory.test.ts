import { readFile } from 'node:fs/promises';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { freePort } from '@vitrine/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

let host: Host;

beforeAll(async () => {
  const PORT = String(await freePort());
  const env = {
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    SITE_URL: 'http://site.test',
    // As in the image and the systemd unit.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
  };
  host = await startHost({ env });
  await host.owner();
});
afterAll(() => host.stop());

test('an idle service with a site takes at most 130 MB, with its child processes', async ({
  annotate,
}) => {
  const page = () => fetchHost(host.service.origin, 'site.test', '/');
  await expect.poll(async () => (await page()).status).toBe(200);
  const resident = () => residentTree(host.service.pid);
  // Child processes end after 30 seconds. Node collects the garbage of the start after 100 seconds.
  await expect.poll(resident, { timeout: 150_000, interval: 1_000 }).toBeLessThanOrEqual(130);
  await annotate(`${await resident()} MB idle`);
});

/** The memory of a process and all of its child processes, in MB. */
async function residentTree(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const sizes = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => residentTree(Number(child))),
  );
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  return Math.round(sizes.reduce((sum, size) => sum + size, own));
}
