import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillFigures, renderPages } from './figures/pages.ts';
import { PARTS } from './figures/parts.ts';
import { readResults } from './figures/results.ts';

const ROOT = join(import.meta.dirname, '..');
const results = readResults(PARTS);

test('every part of npm run figures has been measured', () => {
  expect(Object.keys(results)).toEqual([...PARTS]);
});

test('every page shows what was measured', () => {
  for (const [path, text] of renderPages(results))
    expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
});

test('a figure of a page is replaced by the measured one', () => {
  const metric = {
    ...{ id: 'login', name: 'Login', unit: '/s', value: 23.87, range: 0 },
    baselines: [{ name: 'argon2 alone', value: 40, ratio: 0.596, range: 0 }],
  };
  const run = { date: '', commit: '', machine: '', load: 0, seconds: 0, metrics: [metric] };
  const page =
    'A <!-- figure: login -->9<!-- end --> and <!-- figure: login ratio --><!-- end -->.';
  expect(fillFigures(page, { cpu: run })).toBe(
    'A <!-- figure: login -->24 requests/s<!-- end --> and <!-- figure: login ratio -->0.60<!-- end -->.',
  );
  expect(() => fillFigures(page, {})).toThrow('names the figure login, which nothing measures');
});
