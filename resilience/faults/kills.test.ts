import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { ServiceProcess } from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const KILLS = size({ short: 5, long: 200 });

let host: Host;
let cookie: string;

beforeAll(async () => {
  host = await startHost();
  cookie = (await host.owner()).cookie;
});
afterAll(() => host.stop());

/** A write with a unique name and an idempotency key, to repeat until it is acknowledged. */
interface Write {
  readonly name: string;
  isAcknowledged: boolean;
  send(service: ServiceProcess): Promise<number>;
}

async function createWrite(n: number): Promise<Write> {
  const name = `write ${n}`;
  const headers = { 'idempotency-key': `key-${n}` };
  const form = { name, svg: await uploads.png(40 + (n % 400), 40 + (n % 300)) };
  const json = { title: name, description: 'x', from: 2000 };
  return {
    name,
    isAcknowledged: false,
    async send(service) {
      const owner = Object.assign(service.client(), { cookie });
      // Mostly uploads: they have more steps that a kill can interrupt.
      const { status } = await (n % 4 === 0
        ? owner.call(calls.timeline.add, { json, headers })
        : owner.call(calls.softwareApplication.add, { form, headers }));
      return status;
    },
  };
}

describe('SIGKILL during uploads and writes', () => {
  test('loses and duplicates no acknowledged write, and leaves no row without its file and no orphaned file', {
    timeout: 1_200_000,
  }, async ({ annotate }) => {
    const writes: Write[] = [];
    let interrupted = 0;
    let service = host.service;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const waiting = writes.filter(({ isAcknowledged }) => !isAcknowledged);
      while (waiting.length < 12) {
        const write = await createWrite(writes.length);
        writes.push(write);
        waiting.push(write);
      }
      const sending = waiting.map(async (write, index) => {
        await sleep(index * 60);
        const status = await write.send(service).catch(() => 0);
        if (status === 201) write.isAcknowledged = true;
        else interrupted += 1;
      });
      // Spread over the time that the writes take, so that most kills interrupt some.
      await sleep(((kill + Math.random()) / KILLS) * 900);
      await service.signal('SIGKILL');
      await Promise.all(sending);
      service = await host.start();
    }
    // Interrupted writes are repeated, as the dashboard does.
    const left = writes.filter(({ isAcknowledged }) => !isAcknowledged);
    for (const write of left) expect(await write.send(service)).toBe(201);

    const { rows } = await host.database.query<{ name: string }>(
      'select title as name from timeline union all select name from software_application',
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      writes.map(({ name }) => name).toSorted(),
    );
    expect(interrupted).toBeGreaterThan(KILLS);

    // The service deletes orphaned files when it starts.
    await service.signal('SIGTERM');
    await host.start();
    const referenced = await referencedFiles();
    const orphaned = async () => (await storedFiles()).filter((name) => !referenced.has(name));
    await expect.poll(orphaned, { timeout: 20_000 }).toEqual([]);
    const stored = new Set(await storedFiles());
    expect([...referenced].filter((name) => !stored.has(name))).toEqual([]);
    await annotate(
      `${KILLS} kills, ${writes.length} writes, ${interrupted} interrupted and repeated: 0 lost, 0 duplicated, 0 rows without a file, 0 orphaned files`,
    );
  });
});

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(host.mediaDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function referencedFiles(): Promise<Set<string>> {
  const { rows } = await host.database.query<{ name: string }>(
    'select unnest(files) as name from media',
  );
  return new Set(rows.map(({ name }) => name));
}
