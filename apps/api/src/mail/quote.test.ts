import { describe, expect, test } from 'vitest';
import { quoteAsText, withoutLinks } from './quote.ts';

/** Patterns that mail clients turn into links. */
const LINKIFIERS: Record<string, RegExp> = {
  'a scheme and anything': /\b[a-z][\w+.-]*:\/*[^\s<>"]+/giu,
  'www and anything': /\bwww\.\S+/giu,
  'a word with a dot, like a host name':
    /(?!\d+\.\d+\b(?!\.))[\p{L}\p{N}-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}-]+)+/giu,
  'an email address': /[^\s@]+@[^\s@]+/giu,
  'a network address': /\b\d{1,3}(?:\.\d{1,3}){3}\b/giu,
};

/** The text as a lenient mail client reads it: decoded and without invisible characters. */
const decoded = (text: string) =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/%([0-9a-f]{2})/giu, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .normalize('NFKC');

describe('withoutLinks', () => {
  test.each([
    'https://evil.example/reset?token=1',
    'HTTP://EVIL.EXAMPLE',
    'See:https://evil.example.',
    'javascript:alert(1)',
    'www.evil.example',
    'evil.example/path',
    'mañana.example',
    'evil。example',
    'sub.evil.co.uk',
    'x1.evil2.example',
    'mailto:eve@evil.example',
    'eve@evil.example',
    'eve@[192.0.2.1]',
    'http://192.0.2.1/',
    'slack://open',
    'h2://x',
    'www.%65vil%2Eexample/reset',
    'www.\u00adevil.\u00adcom/x',
    'evil.\u200bcom',
    'evil.\u2060com',
    'http\u200b://evil.\u00adcom/',
    'evil\u2024com',
    'evil\ufe52com',
    '192\u30020\u30022\u30021',
  ])('%s', (text) => {
    const found = Object.values(LINKIFIERS).filter((pattern) => decoded(text).match(pattern));
    expect(found).not.toEqual([]);
    const safe = withoutLinks(text);
    for (const pattern of found) expect(decoded(safe).match(pattern)).toBeNull();
    expect(safe).not.toMatch(/\p{Cf}/u);
    // Nothing else changes.
    expect(safe.replaceAll('\u2009', '')).toBe(text.replace(/\p{Cf}/gu, ''));
  });

  test.each([
    'It took 3.5 hours, from 10:30 on. Then: nothing…',
    'Hello! (Really?) 1,000.00 EUR',
    'Pi is 3.14. (That is all.) “Well...” 100% sure :/',
    'A family 👨‍👩‍👧, a 👩🏽‍💻 and a ❤️‍🔥',
  ])('does not change %s', (text) => {
    expect(withoutLinks(text)).toBe(text);
  });

  test('keeps an abbreviation readable', () => {
    expect(withoutLinks('Some, e.g. this one')).toBe('Some, e.\u2009g. this one');
  });
});

test('quoteAsText marks every line and wraps long ones', () => {
  const text = `One\nTwo\r\nThree\u2028Four\u2029Five\u0085Six\vSeven\fEight\rNine \u202eten\n\n${'long '.repeat(40)}\n${'x'.repeat(200)}`;
  const lines = quoteAsText(text).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u);
  expect(lines.slice(0, 10)).toEqual([
    '> One',
    '> Two',
    '> Three',
    '> Four',
    '> Five',
    '> Six',
    '> Seven',
    '> Eight',
    '> Nine ten',
    '>',
  ]);
  for (const line of lines) {
    expect(line).toMatch(/^>/);
    expect(line.length).toBeLessThanOrEqual(74);
  }
});
