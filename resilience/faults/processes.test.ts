import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import type { ServiceProcess } from '@vitrine/testing/process';
import { timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, OWNER, startHost } from '../support/host.ts';

let host: Host;
let all: ServiceProcess[];

beforeAll(async () => {
  host = await startHost();
  all = [host.service, await host.start(), await host.start()];
});
afterAll(() => host.stop());
beforeEach(() => host.forgetAttempts());

/** The same owner at each of the processes. */
async function owners(): Promise<Client[]> {
  const { cookie } = await host.owner();
  return all.map((service) => Object.assign(service.client(), { cookie }));
}

describe('multiple processes', () => {
  test('a session of one is a session of all, and so is its end', async ({ annotate }) => {
    const [one, two, three] = await owners();
    for (const owner of [one, two, three])
      expect((await owner?.call(calls.user.me))?.status).toBe(200);
    const copies = [one?.copy(), three?.copy()];
    expect((await two?.call(calls.user.logout))?.status).toBe(200);
    for (const owner of copies) expect((await owner?.call(calls.user.me))?.status).toBe(401);
    await annotate('3 processes: signed in at one, in at all; out at one, out at all');
  });

  test('attempts are counted together', async ({ annotate }) => {
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const json = { email: OWNER.email, password: 'a guess' };
      const at = all[n % 3]?.client();
      statuses.push((await at?.call(calls.user.login, { json }))?.status ?? 0);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    await annotate('30 guesses at 3 processes: 10 are hashed');
  });

  test('the queue is one: each mail leaves once', async ({ annotate }) => {
    const writers = await owners();
    const seen = host.mail.mails.length;
    // The former address gets an alert each time.
    for (let n = 0; n < 12; n += 1) {
      const form = { email: n % 2 === 0 ? 'other@example.com' : OWNER.email };
      await writers[n % 3]?.call(calls.user.updateProfile, { form });
    }
    const mails = () => host.mail.mails.slice(seen).length;
    await expect.poll(mails, { timeout: 30_000 }).toBe(12);
    await sleep(4_000);
    expect(mails()).toBe(12);
    await annotate('12 alerts caused at 3 processes: 12 mails');
  });

  test('a write at one is in the public document of each within a second', async ({ annotate }) => {
    const writers = await owners();
    let slowest = 0;
    for (const [turn, writer] of writers.entries()) {
      const title = `Written at ${turn}`;
      await writer.call(calls.timeline.add, { json: { title, description: 'x', from: 2000 } });
      const { ms } = await timed(() =>
        Promise.all(
          all.map((reader) =>
            expect.poll(() => document(reader), { interval: 10, timeout: 1_000 }).toContain(title),
          ),
        ),
      );
      slowest = Math.max(slowest, ms);
    }
    await annotate(`3 writes, each in all 3 documents after ${Math.ceil(slowest)} ms at most`);
  });

  test('a message sent at one is told to an inbox that is open at another', async ({
    annotate,
  }) => {
    const [, , owner] = await owners();
    const stop = new AbortController();
    const opened = await owner?.fetch(`/api/v1${streams.messages.path}`, { signal: stop.signal });
    if (!opened?.body) throw new Error('The stream did not open.');
    const heard: string[] = [];
    const listening = (async () => {
      const lines = opened.body?.pipeThrough(new TextDecoderStream());
      if (lines) for await (const line of lines) heard.push(line);
    })().catch(() => {});
    await sleep(500);
    heard.length = 0;
    const json = { senderName: 'Eve', subject: 'Hi', email: 'eve@example.com', message: 'Hello.' };
    const { ms } = await timed(async () => {
      await all[0]?.client().call(calls.public.send, { json });
      await expect.poll(() => heard.join(''), { interval: 10, timeout: 3_000 }).toContain('event:');
    });
    stop.abort();
    await listening;
    await annotate(`heard at another process after ${Math.ceil(ms)} ms`);
  });
});

async function document(at: ServiceProcess): Promise<string> {
  return (await at.client().fetch('/api/v1/public/portfolio')).text();
}
