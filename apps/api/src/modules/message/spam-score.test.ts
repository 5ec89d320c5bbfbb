import { describe, expect, test } from 'vitest';
import { findSpamReasons } from './spam-score.ts';

const ordinaryMessage = {
  senderName: 'Grace Hopper',
  subject: 'A ship in port',
  email: 'grace@example.com',
  message: 'I read about your lock. Would you build another one with us?',
};
const ordinaryUse = { secondsOpen: 40, isTokenOptional: false, isFirstUse: true, copies: 0 };

describe('an ordinary message', () => {
  test.each([
    ['no link', 'Hello there.'],
    ['one link', 'See https://example.com/lock.'],
    ['three links', 'https://a.example https://b.example and www.c.example'],
  ])('with %s has no spam reasons', (_, message) => {
    expect(findSpamReasons({ ...ordinaryMessage, message }, ordinaryUse)).toEqual([]);
  });

  test.each([
    ['at once', 0],
    ['within a second', 1],
    ['after a day', 25 * 3600],
    ['after a week', 7 * 86400],
  ])('that was sent %s has no spam reasons', (_, secondsOpen) => {
    expect(findSpamReasons(ordinaryMessage, { ...ordinaryUse, secondsOpen })).toEqual([]);
  });

  test('that a browser without scripts sent has no spam reasons', () => {
    const formUse = { ...ordinaryUse, secondsOpen: undefined, isTokenOptional: true };
    expect(findSpamReasons(ordinaryMessage, formUse)).toEqual([]);
  });

  test('that was sent once before has no spam reasons', () => {
    expect(findSpamReasons(ordinaryMessage, { ...ordinaryUse, copies: 1 })).toEqual([]);
  });
});

describe('a spam message has a reason', () => {
  test.each([
    [
      'a filled-in honeypot',
      { website: 'x' },
      {},
      'A hidden field was filled in, which people cannot see.',
    ],
    ['no form token', {}, { secondsOpen: undefined }, 'It was not sent with your contact form.'],
    [
      'a form with a link, sent within a second',
      { message: 'https://pills.example' },
      { secondsOpen: 1 },
      'It was sent faster than most people write.',
    ],
    [
      'a link from a browser without scripts',
      { message: 'https://pills.example' },
      { secondsOpen: undefined, isTokenOptional: true },
      'It contains a link.',
    ],
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
      'It contains HTML or BBCode links.',
    ],
    [
      'a link in the subject',
      { subject: 'www.pills.example', message: 'www.pills.example' },
      {},
      'The name or the subject contains a link.',
    ],
    ['a text that was sent twice before', {}, { copies: 2 }, 'The same text was sent before.'],
  ])('%s', (_, fields, formUse, reason) => {
    expect(
      findSpamReasons({ ...ordinaryMessage, ...fields }, { ...ordinaryUse, ...formUse }),
    ).toContain(reason);
  });
});
