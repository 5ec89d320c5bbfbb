import { calls } from '@vitrine/contract/calls';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNetworks } from './rate-limit.ts';

let direct: TestApp;
let proxied: TestApp;

beforeAll(async () => {
  const address = { times: 3, minutes: 15 };
  direct = await startApp({ limits: { login: { address }, reset: { address } } });
  proxied = await startApp({
    settings: { TRUST_PROXY: '127.0.0.1' },
    limits: {
      login: { address: { times: 100, minutes: 15 }, account: { times: 3, minutes: 15 } },
      reset: { address },
    },
  });
  await direct.owner();
  await proxied.owner();
});
afterAll(() => Promise.all([direct.stop(), proxied.stop()]));
beforeEach(async () => {
  for (const { db } of [direct, proxied]) await db.deleteFrom('rate_limit').execute();
});

describe('rate limits', () => {
  test('rejects an address over the limit before hashing the password', async () => {
    const before = direct.statements.length;
    const responses = [];
    for (let n = 0; n < 5; n += 1) {
      responses.push(
        await direct.visitor().call(calls.user.login, {
          json: { email: `guess${n}@example.com`, password: 'guess' },
          headers: { 'x-forwarded-for': `10.0.0.${n}` },
        }),
      );
    }
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    // The account is read before each hash.
    const lookUps = direct.statements
      .slice(before)
      .filter((text) => text.includes('as "passwordHash"'));
    expect(lookUps).toHaveLength(3);
    expect(responses[4]?.body.message).toBe('Too many attempts. Try again in 15 minutes.');
    expect(Number(responses[4]?.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  test('limits attempts on an account from many addresses behind a trusted proxy', async () => {
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      const { status } = await proxied.visitor().call(calls.user.login, {
        json: { email: OWNER.email, password: 'guess' },
        headers: { 'x-forwarded-for': `2001:db8:${n}::1` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  test('lets the owner sign in behind a proxy that sends invalid addresses', async () => {
    for (const from of ['unknown', 'fe80::1%eth0', '"[2001:db8::1]:47011"']) {
      const { status } = await proxied.visitor().call(calls.user.login, {
        json: { email: OWNER.email, password: OWNER.password },
        headers: { 'x-forwarded-for': from },
      });
      expect(status).toBe(200);
    }
  });

  test('a successful login resets the count', async () => {
    const json = { email: OWNER.email, password: OWNER.password };
    for (let n = 0; n < 6; n += 1)
      expect((await direct.visitor().call(calls.user.login, { json })).status).toBe(200);
  });

  test('counts checks and uses of reset links together', async () => {
    const guess = { params: { token: 'guess' } };
    const json = { password: 'a brand new one', confirmPassword: 'a brand new one' };
    const visitor = direct.visitor();
    const responses = [
      await visitor.call(calls.user.checkResetLink, guess),
      await visitor.call(calls.user.resetPassword, { ...guess, json }),
      await visitor.call(calls.user.checkResetLink, guess),
      await visitor.call(calls.user.checkResetLink, guess),
      await visitor.call(calls.user.resetPassword, { ...guess, json }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 200, 429, 429]);
  });

  test.each([
    ['203.0.113.9', ['203.0.113.9']],
    ['::ffff:203.0.113.9', ['203.0.113.9']],
    [
      '2001:db8:1:a2b3:3:4:5:6',
      ['2001:db8:1:a2b3::/64', '2001:db8:1:a200::/56', '2001:db8:1::/48'],
    ],
    ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
    ['2001:0db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
    ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']],
    ['203.0.113.9:5555', ['203.0.113.9']],
    ['[2001:db8::1]:443', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
    ['unknown', ['unknown']],
  ])('%s counts as %j', (address, networks) => {
    expect(listNetworks(address).map(({ network }) => network)).toEqual(networks);
  });

  test.each([
    ['/64', 3, (n: number) => `2001:db8:1:2::${n}`],
    ['/56', 6, (n: number) => `2001:db8:1:a2${n + 10}::1`],
    ['/48', 12, (n: number) => `2001:db8:1:${n + 10}00::1`],
    ['IPv4 address', 3, () => '203.0.113.9'],
  ])('different addresses of one %s: %i attempts, then 429', async (_, limit, addressOf) => {
    const statuses: number[] = [];
    for (let n = 0; n < limit + 3; n += 1) {
      const { status } = await proxied.visitor().call(calls.user.resetPassword, {
        params: { token: 'made-up' },
        json: { password: 'analytical engine', confirmPassword: 'analytical engine' },
        headers: { 'x-forwarded-for': addressOf(n) },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(limit).fill(400), 429, 429, 429]);
  });
});
