import { expect, test } from 'vitest';
import { readFormToken, signFormToken } from './form-token.ts';

const key = Buffer.alloc(32, 1);
const DAY = 86_400;

test('the token of a form is valid for 30 days, with the key that signed it', () => {
  const token = signFormToken(key, 1000);
  const read = (now: number) => readFormToken({ key, now }, token)?.shownAt;
  expect([1000, 1000 + 30 * DAY, 1001 + 30 * DAY].map(read)).toEqual([1000, 1000, undefined]);
  expect(readFormToken({ key: Buffer.alloc(32, 2), now: 1000 }, token)).toBeUndefined();
});
