import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../apps/api/src/http/rate-limit.ts';
import type { ServiceProcess } from '../../apps/api/test/process.ts';
import { median, quantile, timed } from '../../tools/statistics.ts';
import { type Host, OWNER, startHost } from '../support/host.ts';

let host: Host;
/** The same service, that knows of a proxy at 127.0.0.1. */
let proxied: ServiceProcess;

beforeAll(async () => {
  host = await startHost();
  proxied = await host.start({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => host.stop());
beforeEach(() => host.forgetAttempts());

function guess(at: ServiceProcess, from: string, email = OWNER.email) {
  return timed(() =>
    at.client().call(calls.user.login, {
      json: { email, password: 'a guess' },
      headers: { 'x-forwarded-for': from, 'x-real-ip': from, forwarded: `for=${from}` },
    }),
  );
}

describe('rate limits walked around', () => {
  const { address, account } = LIMITS.login;
  const spelled = (n: number) =>
    n % 3 === 0 ? OWNER.email : n % 3 === 1 ? OWNER.email.toUpperCase() : ` ${OWNER.email} `;

  test.for<[string, () => ServiceProcess, (n: number) => string, number]>([
    [
      'another X-Forwarded-For each, straight at the service',
      () => host.service,
      (n) => `203.0.113.${n}`,
      address.times,
    ],
    [
      'another address of one IPv6 network each',
      () => proxied,
      (n) => `2001:db8:1:2::${n.toString(16)}`,
      address.times,
    ],
    [
      'another X-Forwarded-For before the one that the proxy adds',
      () => proxied,
      (n) => `203.0.113.${n}, 198.51.100.7`,
      address.times,
    ],
    [
      'another IPv6 network each, at one account in several spellings',
      () => proxied,
      (n) => `2001:db8:${n.toString(16)}::1`,
      account.times,
    ],
    ['what is no address at all', () => proxied, (n) => `unknown-${n}`, address.times],
  ])('100 logins with %s', async ([, at, from, most], { annotate }) => {
    const hashed: number[] = [];
    const stopped: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      const { result, ms } = await guess(at(), from(n), spelled(n));
      expect([401, 429]).toContain(result.status);
      (result.status === 401 ? hashed : stopped).push(ms);
    }
    expect(hashed.length).toBe(most);
    // Being stopped costs no hash.
    expect(median(stopped)).toBeLessThan(median(hashed) / 2);
    await annotate(
      `${hashed.length} of 100 reach the hash (median ${median(hashed).toFixed(0)} ms), the rest are stopped (${median(stopped).toFixed(1)} ms)`,
    );
  });
});

/** Reads the public document until told to stop, ten times in turn with a pause. */
function keepReading(at: ServiceProcess) {
  let isOn = true;
  const times: number[] = [];
  const bad: number[] = [];
  const reading = (async () => {
    while (isOn) {
      const { result, ms } = await timed(async () => {
        const response = await at.client().fetch('/api/v1/public/portfolio');
        await response.arrayBuffer();
        return response.status;
      });
      times.push(ms);
      if (result !== 200) bad.push(result);
      await sleep(5);
    }
  })();
  return async () => {
    isOn = false;
    await reading;
    return { p99: quantile(times, 0.99), reads: times.length, bad: bad.length };
  };
}

describe('slow bodies', () => {
  test('500 clients that drip are hung up on in under 10 s, and readers notice nothing', async ({
    annotate,
  }) => {
    const stopCalm = keepReading(host.service);
    await sleep(2_000);
    const calm = await stopCalm();
    const stop = keepReading(host.service);
    const lives = await Promise.all(Array.from({ length: 500 }, () => drip()));
    const busy = await stop();
    const longest = Math.max(...lives);
    expect(longest).toBeLessThan(10_000);
    expect(busy.bad).toBe(0);
    expect(busy.p99).toBeLessThan(Math.max(100, calm.p99 * 5));
    await annotate(
      `500 clients, the longest for ${(longest / 1000).toFixed(1)} s; ${busy.reads} reads meanwhile, p99 ${busy.p99.toFixed(1)} ms (before: ${calm.p99.toFixed(1)} ms)`,
    );
  });

  /** A letter every half second; how long the other side bore it. */
  function drip(): Promise<number> {
    const start = performance.now();
    return new Promise((resolve) => {
      const sent = request(`${host.service.origin}/api/v1/user/login`, {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': 100_000 },
      });
      const timer = setInterval(() => sent.write(' '), 500);
      sent.write('{');
      sent.on('response', (response) => response.resume());
      sent.on('error', () => {});
      sent.on('close', () => {
        clearInterval(timer);
        resolve(performance.now() - start);
      });
    });
  }
});

describe('login flood', () => {
  test('500 bad logins from as many addresses at as many accounts leave readers their time', async ({
    annotate,
  }) => {
    const stopCalm = keepReading(proxied);
    await sleep(2_000);
    const calm = await stopCalm();
    const stop = keepReading(proxied);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        guess(proxied, `10.0.${n >> 8}.${n & 255}`, `somebody${n}@example.com`),
      ),
    );
    const busy = await stop();
    // None was stopped by a limit: all 500 were hashed.
    expect(answers.map(({ result }) => result.status)).toEqual(Array(500).fill(401));
    expect(busy.bad).toBe(0);
    expect(busy.p99).toBeLessThan(Math.max(150, calm.p99 * 5));
    await annotate(
      `500 hashes; ${busy.reads} reads meanwhile, p99 ${busy.p99.toFixed(1)} ms (before: ${calm.p99.toFixed(1)} ms)`,
    );
  });
});

describe('contact spam', () => {
  test('of 1,000 bot posts no more than the caps are kept, and a visitor still gets through', async ({
    annotate,
  }) => {
    const { token } = (await proxied.client().call(calls.public.form)).body;
    await sleep(3_500);
    const write = (words: Record<string, string>, from: string) =>
      proxied.client().call(calls.public.send, {
        json: { senderName: 'Bot', subject: 'Buy', email: 'bot@example.com', ...words },
        headers: { 'x-forwarded-for': from },
      });
    const bots = Array.from({ length: 1_000 }, (_, n) => {
      const address = `10.1.${n >> 8}.${n & 255}`;
      const message = `Buy ${n}`;
      switch (n % 4) {
        case 0:
          return () => write({ message }, address);
        case 1:
          return () => write({ message, token, website: 'https://spam.example' }, address);
        case 2:
          return () => write({ message, token: 'made.up' }, address);
        default:
          return () => write({ message, token }, '10.2.0.1');
      }
    });
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let bot = bots.shift(); bot; bot = bots.shift()) await bot();
      }),
    );
    const person = { senderName: 'Charles', message: 'A letter of my own.', token };
    expect((await write(person, '192.0.2.1')).status).toBe(201);
    const { rows } = await host.database.query<{ folder: string; count: number }>(
      `select folder::text, count(*)::integer as count from message group by 1 order by 1`,
    );
    const [inbox, spam] = [LIMITS.contact.address.times + 1, LIMITS.spam.all.times];
    expect(rows).toEqual([
      { folder: 'inbox', count: inbox },
      { folder: 'spam', count: spam },
    ]);
    await annotate(`1,000 posts: ${spam} in Spam (the cap), ${inbox} in the inbox, one a person’s`);
  });
});
