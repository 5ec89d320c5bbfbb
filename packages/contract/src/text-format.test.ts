import { expect, test } from 'vitest';
import { addScheme, highlightsOf, technologiesOf } from './text-format.ts';

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
