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
    ['a filled-in trap', { website: 'x' }, {}, 'A field that people cannot see was filled in.'],
    ['no form', {}, { secondsOpen: undefined }, 'It did not come from your form.'],
    ['a form of last week', {}, { secondsOpen: 7 * 86400 }, 'It did not come from your form.'],
    ['haste', {}, { secondsOpen: 1 }, 'It was sent faster than a person writes.'],
    [
      'a form that was used before',
      {},
      { isFirstUse: false },
      'Another message was sent from the same form.',
    ],
    ['many links', { message: 'http://a http://b http://c http://d' }, {}, 'It has 4 links.'],
    [
      'a link as markup',
      { message: '<a href="http://a">x</a>' },
      {},
      'Its links are written as markup.',
    ],
    [
      'links everywhere',
      { subject: 'www.pills.example', message: 'www.pills.example' },
      {},
      'There is a link in the name or the subject.',
    ],
    ['a text that came twice', {}, { copies: 2 }, 'The same text came before.'],
  ])('%s', (_, words, circumstances, reason) => {
    expect(findSpamReasons({ ...letter, ...words }, { ...ordinary, ...circumstances })).toContain(
      reason,
    );
  });
});
