import { describe, expect, test } from 'vitest';
import { quoteAsText, withoutLinks } from './quote.ts';

/** What mail programs look for, from the strictest to the most eager. */
const LINKIFIERS: Record<string, RegExp> = {
  'a scheme and anything': /\b[a-z][\w+.-]*:\/*[^\s<>"]+/giu,
  'www and anything': /\bwww\.\S+/giu,
  'a word with a dot, like a host name':
    /(?!\d+\.\d+\b(?!\.))[\p{L}\p{N}-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}-]+)+/giu,
  'an email address': /[^\s@]+@[^\s@]+/giu,
  'a network address': /\b\d{1,3}(?:\.\d{1,3}){3}\b/giu,
};

describe('what a visitor wrote has no link', () => {
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
  ])('%s', (text) => {
    const found = Object.values(LINKIFIERS).filter((pattern) => text.match(pattern));
    expect(found).not.toEqual([]);
    for (const pattern of found) expect(withoutLinks(text).match(pattern)).toBeNull();
    // Nothing else is changed.
    expect(withoutLinks(text).replaceAll('\u2009', '')).toBe(text);
  });

  test.each(['It took 3.5 hours, from 10:30 on. Then: nothing…', 'Hello! (Really?) 1,000.00 EUR'])(
    '%s stays as it is',
    (text) => {
      expect(withoutLinks(text)).toBe(text);
    },
  );
});

test('every line of a quote has its mark, whatever begins the line, and none is long', () => {
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
