import { Authenticator } from '@vitrine/testing/authenticator';
import { expect, test } from 'vitest';
import { createSetupKey, findStep } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

/** The last six digits of the test vectors for SHA-1 in appendix B of RFC 6238. */
const VECTORS: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(VECTORS)('at %d seconds the code is %s, as in RFC 6238', async (seconds, code) => {
  expect(await findStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test('a clock may be one step off, and not two', async () => {
  const now = 1_234_567_890_000;
  const step = Math.floor(now / 30_000);
  const found = [-2, -1, 0, 1, 2].map(async (steps) => {
    const code = new Authenticator('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ').code(steps, now);
    return findStep(SECRET, code, now);
  });
  expect(await Promise.all(found)).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

test('a new key has 160 bits, and its URL names the account', async () => {
  const { secret, key, url } = await createSetupKey('Vitrine', 'ada@example.com');
  expect(secret).toHaveLength(20);
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  const { protocol, host, pathname, searchParams } = new URL(url);
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Vitrine:ada@example.com',
  ]);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    secret: key,
    issuer: 'Vitrine',
    period: '30',
    digits: '6',
    algorithm: 'SHA1',
  });
});
