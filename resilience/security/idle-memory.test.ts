import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { freePort } from '@vitrine/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { residentMemory } from '../support/memory.ts';

let host: Host;
let owner: Client;

beforeAll(async () => {
  const PORT = String(await freePort());
  const env = {
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    SITE_URL: `http://site.localhost:${PORT}`,
    // As in the image and the systemd unit.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
  };
  host = await startHost({ env });
  owner = await host.owner();
});
afterAll(() => host.stop());

const resident = async () => (await residentMemory(host.service)).residentMb;

test('an idle service takes at most 110 MB, and returns most of what a burst of work took', async ({
  annotate,
}) => {
  await expect.poll(resident, { timeout: 60_000 }).toBeLessThanOrEqual(110);
  const idle = await resident();

  // Each response is another one, with half a megabyte to read and to write.
  const description = 'word '.repeat(900);
  const list = () => owner.call(calls.timeline.list);
  for (let round = 0; round < 100; round += 1)
    await owner.call(calls.timeline.add, {
      json: { title: `Role ${round}`, description: description, from: '2001' },
    });
  let peak = 0;
  for (let round = 0; round < 30; round += 1) {
    await Promise.all(Array.from({ length: 20 }, list));
    peak = Math.max(peak, await resident());
  }

  expect(peak).toBeGreaterThan(idle + 100);
  await expect.poll(resident, { timeout: 60_000 }).toBeLessThan((idle + peak) / 2);
  await annotate(`${idle} MB idle, ${peak} MB during a burst, ${await resident()} MB after it`);
});
