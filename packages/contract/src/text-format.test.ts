import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addScheme,
  highlightsOf,
  isSlug,
  linkKey,
  slugOf,
  technologiesOf,
  utf8Length,
} from './text-format.ts';

test.each([
  ['It opens. It closes. It stays shut', ['It opens', 'It closes', 'It stays shut']],
  ['It opens\nIt closes', ['It opens', 'It closes']],
  ['It opens.\r\n\r\nIt closes. It stays shut.', ['It opens', 'It closes', 'It stays shut.']],
  ['Runs on Node.js 24.7', ['Runs on Node.js 24.7']],
  ['\n', []],
])('splits %j into the highlights %j', (description, highlights) => {
  expect(highlightsOf(description)).toEqual(highlights);
});

test('splits technologies at a comma followed by a space', () => {
  expect(technologiesOf('TypeScript, C,C++, React')).toEqual(['TypeScript', 'C,C++', 'React']);
});

test.each(['javascript:alert(1)', 'java\tscript:alert(1)', '//example.com', 'a@example.com', 'hi'])(
  'does not add a scheme to %j',
  (value) => {
    expect(addScheme(value)).toBe(value);
  },
);

test.each([
  ['https://www.example.com/', 'http://EXAMPLE.com', true],
  ['https://example.com/Ada', 'https://example.com/ada', false],
  ['https://example.com?v=Ada', 'https://example.com?v=ada', false],
  ['https://twitter.com/ada', 'https://x.com/ada', true],
  ['https://nottwitter.com/ada', 'https://x.com/ada', false],
  ['mailto:Ada@example.com', 'MAILTO:ada@example.com', true],
])('compares the links %j and %j', (one, other, isSame) => {
  expect(linkKey(one) === linkKey(other)).toBe(isSame);
});

test.each([
  ['Über die Brücke!', 'uber-die-brucke'],
  ['Straße & Øre', 'strasse-ore'],
  ['مشروع العمارة', 'مشروع-العمارة'],
  ['東京の橋', '東京の橋'],
  ['Мой сайт: ёлка', 'мой-сайт-ёлка'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['한국어 사이트', '한국어-사이트'],
  ['🎨 Art 🎨', 'art'],
  ['🎨🎉', ''],
  ['a\u034fb \u3164 c\u20dd', 'ab-c'],
  ['..', ''],
])('makes the slug of %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('the slug of every title is valid or empty, and leaves room for a number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (title) => {
      const slug = slugOf(title);
      expect(slug === '' || isSlug(slug)).toBe(true);
      expect(slug.length).toBeLessThanOrEqual(70);
      expect(utf8Length(slug)).toBeLessThanOrEqual(170);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  'É',
  'a b',
  'a--b',
  '-a',
  'a/b',
  'a\u0301',
  '%2e',
  'a\n',
  '\u0301',
  'ا\u200f',
  'a\u3164',
  'ب\ufe0f',
])('%j is not a slug', (value) => {
  expect(isSlug(value)).toBe(false);
});
