import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { startProcess } from '@vitrine/testing/process';
import { quantile, timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DedicatedPostgres, startDedicatedPostgres } from '../support/dedicated-postgres.ts';
import { LOGIN, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

let postgres: DedicatedPostgres;

beforeAll(async () => {
  postgres = await startDedicatedPostgres();
});
afterAll(() => postgres.remove());

describe('database restarts', () => {
  const RESTARTS = size({ short: 2, long: 20 });

  test('the process survives, returns 503 during the restart, and recovers', {
    timeout: 900_000,
  }, async ({ annotate }) => {
    const host = await startHost({ databaseUrl: await postgres.createDatabase() });
    const owner = await host.owner();
    await host.service.waitForStatus('/api/v1/public/portfolio', 200);
    const counts = new Map<number, number>();
    const messages = new Set<string>();
    let isOn = true;
    const load = Array.from({ length: 8 }, async (_, n) => {
      while (isOn) {
        const { status, body } = await (n % 2
          ? owner.call(calls.project.list)
          : owner.call(calls.timeline.add, {
              json: { title: randomUUID(), description: 'x', from: 2000 },
            }));
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status >= 400) messages.add(body.message ?? '');
        await sleep(20);
      }
    });
    const waits: number[] = [];
    let documents = 0;
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await sleep(500);
      await postgres.stop();
      for (let n = 0; n < 5; n += 1) {
        expect((await owner.call(calls.public.portfolio)).status).toBe(200);
        documents += 1;
        await sleep(100);
      }
      await postgres.start();
      const { ms } = await timed(() => host.service.waitForStatus('/readyz', 200));
      waits.push(ms);
    }
    await sleep(500);
    isOn = false;
    await Promise.all(load);
    expect((await owner.call(calls.project.list)).status).toBe(200);
    // Signal 0 only checks that the process exists.
    expect(process.kill(host.service.pid, 0)).toBe(true);
    expect([...counts.keys()].toSorted()).toEqual([200, 201, 503]);
    expect([...messages]).toEqual([
      'The database cannot be reached right now. Please try again shortly.',
    ]);
    expect(Math.max(...waits)).toBeLessThan(20_000);
    await host.stop();
    await annotate(
      `${RESTARTS} restarts: no exit, ready again after ${Math.round(quantile(waits, 0.5))} ms (median; ${Math.round(Math.max(...waits))} ms at most), ${counts.get(503)} × 503 and no other error; ${documents} of ${documents} public documents served meanwhile`,
    );
  });
});

describe('unresponsive database', () => {
  test('every call returns 503 after a few seconds, and the service recovers without a restart', async ({
    annotate,
    onTestFinished,
  }) => {
    const host = await startHost({ databaseUrl: await postgres.createDatabase() });
    onTestFinished(() => host.stop());
    const owner = await host.owner();
    const visitor = host.service.client();
    await host.service.waitForStatus('/api/v1/public/portfolio', 200);
    const json = { title: 'Analyst', description: 'x', from: 2000 };
    const message = { senderName: 'A', subject: 'B', email: 'c@d.example', message: 'E' };
    /** More calls than connections, so that some wait for one. */
    const callAll = () =>
      Promise.all(
        Array.from({ length: 4 }, () => [
          timed(() => owner.call(calls.user.me)),
          timed(() => owner.call(calls.timeline.add, { json })),
          timed(() => visitor.call(calls.public.send, { json: message })),
          timed(() => visitor.call(calls.user.login, { json: LOGIN })),
        ]).flat(),
      );
    // Fills the pool with open connections.
    await Promise.all(Array.from({ length: 12 }, () => owner.call(calls.user.me)));

    onTestFinished(postgres.resume);
    postgres.freeze();
    const waits: number[] = [];
    for (let round = 0; round < size({ short: 1, long: 10 }); round += 1) {
      for (const { result, ms } of await callAll()) {
        expect([result.status, result.body.message]).toEqual([
          503,
          'The database cannot be reached right now. Please try again shortly.',
        ]);
        waits.push(ms);
      }
      expect((await visitor.call(calls.public.portfolio)).status).toBe(200);
    }
    postgres.resume();
    const { ms: again } = await timed(() => host.service.waitForStatus('/readyz', 200));
    expect((await owner.call(calls.user.me)).status).toBe(200);
    expect((await owner.call(calls.timeline.add, { json })).status).toBe(201);
    // The public document is updated again.
    const entries = async () => (await visitor.call(calls.public.portfolio)).body.timeline.length;
    await expect.poll(entries, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThan(15_000);
    await annotate(
      `${waits.length} calls to a frozen database: 503 after ${(Math.max(...waits) / 1000).toFixed(1)} s at most; ready ${Math.round(again)} ms after it resumes`,
    );
  });
});

describe('database unavailable at startup', () => {
  const SECONDS = size({ short: 4, long: 30 });

  test('the service reports that it is not ready, and becomes ready with the database', async ({
    annotate,
  }) => {
    const databaseUrl = await postgres.createDatabase();
    await postgres.stop();
    const mediaDir = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
    const service = await startProcess({ DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir });
    for (let second = 0; second < SECONDS; second += 1) {
      expect((await service.client().fetch('/readyz')).status).toBe(503);
      expect((await service.client().fetch('/healthz')).status).toBe(200);
      await sleep(1_000);
    }
    await postgres.start();
    const { ms } = await timed(() => service.waitForStatus('/readyz', 200));
    expect(ms).toBeLessThan(20_000);
    await service.signal('SIGKILL');
    await rm(mediaDir, { recursive: true });
    await annotate(`started ${SECONDS} s before the database: ready ${Math.round(ms)} ms after it`);
  });
});
