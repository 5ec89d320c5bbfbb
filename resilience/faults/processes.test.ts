import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import type { ServiceProcess } from '@vitrine/testing/process';
import { timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';

let host: Host;
let services: ServiceProcess[];

beforeAll(async () => {
  host = await startHost();
  services = [host.service, ...(await Promise.all([host.start(), host.start()]))];
});
afterAll(() => host.stop());
beforeEach(() => host.resetRateLimits());

/** One session, used on each process. */
async function signInAtEach(): Promise<Client[]> {
  const client = host.service.client();
  expect((await client.call(calls.user.login, { json: LOGIN })).status).toBe(200);
  const { cookie } = client;
  return services.map((service) => Object.assign(service.client(), { cookie }));
}

describe('multiple processes', () => {
  test('share sessions and logouts', async ({ annotate }) => {
    const [one, two, three] = await signInAtEach();
    for (const owner of [one, two, three])
      expect((await owner?.call(calls.user.me))?.status).toBe(200);
    const copies = [one?.copy(), three?.copy()];
    expect((await two?.call(calls.user.logout))?.status).toBe(200);
    for (const owner of copies) expect((await owner?.call(calls.user.me))?.status).toBe(401);
    await annotate('3 processes: a login and a logout at one apply to all');
  });

  test('share rate limits', async ({ annotate }) => {
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const json = { email: OWNER.email, password: 'a guess' };
      const client = services[n % 3]?.client();
      statuses.push((await client?.call(calls.user.login, { json }))?.status ?? 0);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    await annotate('30 login attempts at 3 processes: 10 are hashed');
  });

  test('send each email once', async ({ annotate }) => {
    const writers = await signInAtEach();
    // Each change sends an alert to the previous address.
    for (let n = 0; n < 12; n += 1) {
      const form = { email: n % 2 === 0 ? 'other@example.com' : OWNER.email };
      await writers[n % 3]?.call(calls.user.updateProfile, { form });
    }
    const mails = () =>
      host.mail.mails.filter(({ subject }) => subject === 'Your email address was changed').length;
    await expect.poll(mails, { timeout: 30_000 }).toBe(12);
    // Longer than the queue's polling interval.
    await sleep(3_000);
    expect(mails()).toBe(12);
    await annotate('12 alerts at 3 processes: 12 emails');
  });

  test('update the public document of every process after a write to one', async ({ annotate }) => {
    const writers = await signInAtEach();
    let slowest = 0;
    for (const [index, writer] of writers.entries()) {
      const title = `Written at ${index}`;
      await writer.call(calls.timeline.add, { json: { title, description: 'x', from: 2000 } });
      const { ms } = await timed(() =>
        Promise.all(
          services.map((reader) =>
            expect
              .poll(() => readDocument(reader), { interval: 10, timeout: 20_000 })
              .toContain(title),
          ),
        ),
      );
      slowest = Math.max(slowest, ms);
    }
    await annotate(`3 writes, each in 3 documents after ${Math.ceil(slowest)} ms at most`);
  });

  test('notify an inbox on one process of a message sent to another', async ({ annotate }) => {
    const [, , owner] = await signInAtEach();
    const stop = new AbortController();
    const opened = await owner?.fetch(`/api/v1${streams.messages.path}`, { signal: stop.signal });
    if (!opened?.body) throw new Error('The stream did not open.');
    const received: string[] = [];
    const listening = (async () => {
      const lines = opened.body?.pipeThrough(new TextDecoderStream());
      if (lines) for await (const line of lines) received.push(line);
    })().catch(() => {});
    await sleep(500);
    received.length = 0;
    const json = { senderName: 'Eve', subject: 'Hi', email: 'eve@example.com', message: 'Hello.' };
    const { ms } = await timed(async () => {
      await services[0]?.client().call(calls.public.send, { json });
      await expect
        .poll(() => received.join(''), { interval: 10, timeout: 20_000 })
        .toContain('event:');
    });
    stop.abort();
    await listening;
    await annotate(`notified after ${Math.ceil(ms)} ms`);
  });
});

async function readDocument(service: ServiceProcess): Promise<string> {
  return (await service.client().fetch('/api/v1/public/portfolio')).text();
}
