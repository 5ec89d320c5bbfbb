import { describe, expect, test } from 'vitest';
import { findSpamReasons } from './spam-score.ts';

const letter = {
  senderName: 'Grace Hopper',
  subject: 'A ship in port',
  email: 'grace@example.com',
  message: 'I read about your lock. Would you build another one with us?',
};
const ordinary = { secondsOpen: 40, isFirstUse: true, copies: 0 };

describe('an ordinary letter', () => {
  test.each([
    ['no link', 'Hello there.'],
    ['one link', 'See https://example.com/lock.'],
    ['three links', 'https://a.example https://b.example and www.c.example'],
  ])('with %s is not suspicious', (_, message) => {
    expect(findSpamReasons({ ...letter, message }, ordinary)).toEqual([]);
  });

  test('that took all day is not suspicious', () => {
    expect(findSpamReasons(letter, { ...ordinary, secondsOpen: 23 * 3600 })).toEqual([]);
  });

  test('that came once before is not suspicious', () => {
    expect(findSpamReasons(letter, { ...ordinary, copies: 1 })).toEqual([]);
  });
});

describe('what looks like spam says why', () => {
  test.each([
    [
      'a filled-in trap',
      { website: 'x' },
      {},
      'It fills in a hidden field that people cannot see.',
    ],
    ['no form', {}, { secondsOpen: undefined }, 'It was not sent with your contact form.'],
    [
      'a form of last week',
      {},
      { secondsOpen: 7 * 86400 },
      'It was not sent with your contact form.',
    ],
    ['haste', {}, { secondsOpen: 1 }, 'It was sent faster than a person can write.'],
    [
      'a form that was used before',
      {},
      { isFirstUse: false },
      'The same form was already used for another message.',
    ],
    ['many links', { message: 'http://a http://b http://c http://d' }, {}, 'It contains 4 links.'],
    [
      'a link as markup',
      { message: '<a href="http://a">x</a>' },
      {},
      'It contains links as HTML or BBCode.',
    ],
    [
      'links everywhere',
      { subject: 'www.pills.example', message: 'www.pills.example' },
      {},
      'The name or the subject contains a link.',
    ],
    ['a text that came twice', {}, { copies: 2 }, 'The same text was sent before.'],
  ])('%s', (_, words, circumstances, reason) => {
    expect(findSpamReasons({ ...letter, ...words }, { ...ordinary, ...circumstances })).toContain(
      reason,
    );
  });
});
