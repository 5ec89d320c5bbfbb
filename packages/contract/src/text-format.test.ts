import { expect, test } from 'vitest';
import { addScheme, highlightsOf, technologiesOf } from './text-format.ts';

test.each([
  ['It opens. It closes. It stays shut', ['It opens', 'It closes', 'It stays shut']],
  ['It opens\nIt closes', ['It opens', 'It closes']],
  ['It opens.\r\n\r\nIt closes. It stays shut.', ['It opens', 'It closes', 'It stays shut.']],
  ['Runs on Node.js 24.7', ['Runs on Node.js 24.7']],
  ['\n', []],
])('%j has the highlights %j', (description, highlights) => {
  expect(highlightsOf(description)).toEqual(highlights);
});

test('technologies are split where a comma is followed by a space', () => {
  expect(technologiesOf('TypeScript, C,C++, React')).toEqual(['TypeScript', 'C,C++', 'React']);
});

test.each(['javascript:alert(1)', 'java\tscript:alert(1)', '//example.com', 'a@example.com', 'hi'])(
  '%j is not turned into a link',
  (value) => {
    expect(addScheme(value)).toBe(value);
  },
);
