import { MAX_OF_KIND } from '@vitrine/api/auth/audit-store';
import { LIMITS } from '@vitrine/api/http/rate-limit';
import { MAX_KEYS } from '@vitrine/api/http/rate-limit-store';
import type { ServiceProcess } from '@vitrine/testing/process';
import { median } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, OWNER, startHost } from '../support/host.ts';
import { attemptLogin } from '../support/login-attempt.ts';
import { size } from '../support/size.ts';

const ATTEMPTS = size({ short: 40, long: 100 });

let host: Host;
/** The same service behind a trusted proxy. */
let proxied: ServiceProcess;

beforeAll(async () => {
  host = await startHost();
  proxied = await host.start({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => host.stop());
beforeEach(() => host.resetRateLimits());

describe('rate limit bypass', () => {
  const { address, account } = LIMITS.login;
  const spellings = [OWNER.email, OWNER.email.toUpperCase(), ` ${OWNER.email} `];

  test.for<[string, () => ServiceProcess, (n: number) => string, number]>([
    [
      'a different X-Forwarded-For each, without a proxy',
      () => host.service,
      (n) => `203.0.113.${n}`,
      address.times,
    ],
    [
      'different addresses of one IPv6 network',
      () => proxied,
      (n) => `2001:db8:1:2::${n.toString(16)}`,
      address.times,
    ],
    [
      'a different X-Forwarded-For before the one that the proxy adds',
      () => proxied,
      (n) => `203.0.113.${n}, 198.51.100.7`,
      address.times,
    ],
    [
      'different IPv6 networks, for one account in several spellings',
      () => proxied,
      (n) => `2001:db8:${n.toString(16)}::1`,
      account.times,
    ],
    ['an invalid address', () => proxied, (n) => `unknown-${n}`, address.times],
  ])('login attempts with %s are limited', async ([, service, from, limit], { annotate }) => {
    const hashed: number[] = [];
    const limited: number[] = [];
    for (let n = 0; n < ATTEMPTS; n += 1) {
      const { result, ms } = await attemptLogin(service(), from(n), spellings[n % 3]);
      expect([401, 429]).toContain(result.status);
      (result.status === 401 ? hashed : limited).push(ms);
    }
    expect(hashed.length).toBe(limit);
    // A limited attempt costs no hash.
    expect(median(limited)).toBeLessThan(median(hashed));
    await annotate(
      `${hashed.length} of ${ATTEMPTS} reach the hash (median ${median(hashed).toFixed(0)} ms), the others return 429 (${median(limited).toFixed(1)} ms)`,
    );
  });
});

describe('rate limit storage', () => {
  test('attempts from many addresses keep a bounded number of rows', async ({ annotate }) => {
    // As many as an attack from an IPv6 /32 creates in minutes, and one account under attack.
    await host.database.query(
      `insert into rate_limit
       select 'login:flood-' || n, 1, now() + interval '10 minutes' * (case when n % 2 = 0 then 1 else -1 end)
       from generate_series(1, 120000) as n;
       insert into rate_limit values ('login:account', 31, now() + interval '1 minute')`,
    );
    const countRows = async () => {
      const { rows } = await host.database.query<{ live: number; expired: number }>(
        `select count(*) filter (where resets_at > now())::integer as live,
           count(*) filter (where resets_at <= now())::integer as expired from rate_limit`,
      );
      return rows[0];
    };
    const start = performance.now();
    await expect
      .poll(countRows, { timeout: 60_000, interval: 500 })
      .toEqual({ live: MAX_KEYS, expired: 0 });
    const seconds = (performance.now() - start) / 1000;
    const { rows } = await host.database.query(
      `select used from rate_limit where key = 'login:account'`,
    );
    expect(rows).toEqual([{ used: 31 }]);
    await annotate(`120,000 rows, half of them expired: 50,000 after ${seconds.toFixed(0)} s`);
  });
});

test('failed sign-ins from many addresses keep a bounded number of events', async ({
  annotate,
}) => {
  await host.database.query(
    `insert into audit_event (kind, subject, address, user_agent)
     select 'sign-in-failed', 'wrong password', '10.0.0.0'::inet + n, repeat('x', 500)
     from generate_series(1, 20000) as n`,
  );
  const countEvents = async () => {
    const { rows } = await host.database.query<{ count: number }>(
      `select count(*)::integer as count from audit_event where kind = 'sign-in-failed'`,
    );
    return rows[0]?.count;
  };
  const start = performance.now();
  await expect.poll(countEvents, { timeout: 60_000, interval: 500 }).toBe(MAX_OF_KIND);
  const seconds = (performance.now() - start) / 1000;
  await annotate(`20,000 events: 1,000 after ${seconds.toFixed(0)} s`);
});
