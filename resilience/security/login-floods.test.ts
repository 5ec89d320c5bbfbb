import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { ServiceProcess } from '@vitrine/testing/process';
import { quantile, timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, LOGIN, startHost } from '../support/host.ts';
import { attemptLogin } from '../support/login-attempt.ts';
import { size } from '../support/size.ts';

let host: Host;
/** The service behind a trusted proxy. */
let proxied: ServiceProcess;

beforeAll(async () => {
  host = await startHost({ env: { TRUST_PROXY: '127.0.0.1' } });
  proxied = host.service;
});
afterAll(() => host.stop());
beforeEach(() => host.resetRateLimits());

/** Reads the public document until it is stopped. */
function startReader(service: ServiceProcess) {
  let isOn = true;
  const times: number[] = [];
  let failed = 0;
  const reading = (async () => {
    while (isOn) {
      const { result, ms } = await timed(async () => {
        const response = await service.client().fetch('/api/v1/public/portfolio');
        await response.arrayBuffer();
        return response.status;
      });
      times.push(ms);
      if (result !== 200) failed += 1;
      await sleep(5);
    }
  })();
  return async () => {
    isOn = false;
    await reading;
    return { p99: quantile(times, 0.99), reads: times.length, failed };
  };
}

async function readWithoutLoad(service: ServiceProcess) {
  const stop = startReader(service);
  await sleep(1_000);
  return stop();
}

describe('slow request bodies', () => {
  test('connections with slow bodies are closed, and reads continue', async ({ annotate }) => {
    const count = size({ short: 200, long: 500 });
    const before = await readWithoutLoad(host.service);
    const stop = startReader(host.service);
    const durations = await Promise.all(Array.from({ length: count }, sendSlowly));
    const during = await stop();
    const longest = Math.max(...durations);
    expect(longest).toBeLessThan(20_000);
    expect(during.failed).toBe(0);
    expect(during.p99).toBeLessThan(Math.max(1_000, before.p99 * 5));
    await annotate(
      `${count} clients, closed after ${(longest / 1000).toFixed(1)} s at most; ${during.reads} reads meanwhile, p99 ${during.p99.toFixed(1)} ms (before: ${before.p99.toFixed(1)} ms)`,
    );
  });

  /** Sends a byte every half second. Returns after how long the connection was closed. */
  function sendSlowly(): Promise<number> {
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
  test('failed logins from many addresses do not slow down reads', async ({ annotate }) => {
    const count = size({ short: 200, long: 500 });
    const before = await readWithoutLoad(proxied);
    const stop = startReader(proxied);
    const attempts = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        attemptLogin(proxied, `10.0.${n >> 8}.${n & 255}`, `unknown${n}@example.com`),
      ),
    );
    const during = await stop();
    // No rate limit applies: each is hashed, or rejected because too many are in progress.
    const hashed = attempts.filter(({ result }) => result.status === 401);
    const rejected = attempts.filter(({ result }) => result.status === 503);
    expect(hashed.length + rejected.length).toBe(count);
    expect(hashed.length).toBeGreaterThan(0);
    for (const { result } of rejected) expect(result.headers.get('retry-after')).toBe('5');
    expect(during.failed).toBe(0);
    expect(during.p99).toBeLessThan(Math.max(2_000, before.p99 * 5));
    await annotate(
      `${hashed.length} hashes, ${rejected.length} × 503; ${during.reads} reads meanwhile, p99 ${during.p99.toFixed(1)} ms (before: ${before.p99.toFixed(1)} ms)`,
    );
  });
});

describe('owner login during a flood', () => {
  test('the owner’s known browser does not wait for logins of unknown addresses', async ({
    annotate,
  }) => {
    const { result: first, ms: usual } = await timed(() =>
      proxied.client().call(calls.user.login, { json: LOGIN }),
    );
    const [, device] = first.headers.getSetCookie();
    const count = size({ short: 150, long: 800 });
    const hashed = { before: 0, after: 0 };
    let isOwnerSignedIn = false;
    const flood = Array.from({ length: count }, async (_, n) => {
      const address = `2001:db8:${n.toString(16)}::1`;
      const { result } = await attemptLogin(proxied, address, `unknown${n}@example.com`);
      if (result.status === 401) hashed[isOwnerSignedIn ? 'after' : 'before'] += 1;
      else expect([result.status, result.headers.get('retry-after')]).toEqual([503, '5']);
      return result.status;
    });
    await Promise.race(flood);
    const browser = Object.assign(proxied.client(), { cookie: device?.split(';')[0] ?? '' });
    const { result, ms } = await timed(() => browser.call(calls.user.login, { json: LOGIN }));
    isOwnerSignedIn = true;
    const statuses = await Promise.all(flood);
    expect(result.status).toBe(200);
    // The owner overtook the queue, and the queue is bounded.
    expect(hashed.after).toBeGreaterThan(0);
    expect(hashed.before + hashed.after).toBeLessThan(count / 2);
    const rejected = statuses.filter((status) => status === 503).length;
    await annotate(
      `${count} logins: ${count - rejected} hashed, ${rejected} × 503; the owner signs in after ${(ms / 1000).toFixed(1)} s (before: ${(usual / 1000).toFixed(1)} s), ahead of ${hashed.after} of them`,
    );
  });
});
