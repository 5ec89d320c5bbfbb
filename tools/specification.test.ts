/** Keeps docs/specification.md and the tests that it names in step. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CALLS } from '../examples/backend/calls.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** These folders test the specification, so each of their tests names what it tests. */
const FOLDERS = ['spec', 'spec-only-host', 'public-site'];

/** The rows of the page, such as `| S-LOGIN-1 | The form has… | spec/2-09-signing-in |`. */
const rows = Array.from(
  read('docs/specification.md').matchAll(/^\| ([SD]-[A-Z-]+-\d+) \| (.*) \| ([^|]*) \|$/gm),
  ([, id = '', text = '', files = '']) => ({ id, text, files: files.split(', ') }),
);

/** Every browser test: its title and its tags. */
const tests = globSync('*/*.spec.ts', { cwd: join(ROOT, 'e2e') }).flatMap((path) =>
  read(join('e2e', path))
    .split(/^ *test\(/m)
    .slice(1)
    .map((source) => {
      const [head = ''] = source.split('async (');
      const [, , title] = /^\s*(['"])(.*?)\1,/.exec(head) ?? [];
      const tags = Array.from(head.matchAll(/'@([^']+)'/g), ([, tag = '']) => tag);
      return { file: path.replace('.spec.ts', ''), title, tags };
    }),
);
const ofSpecification = tests.filter(({ file }) => isOfSpecification(file));

test('finds the clauses and the tests', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(ofSpecification.length).toBeGreaterThan(60);
  expect(ofSpecification.filter(({ title }) => title === undefined)).toEqual([]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('every test of the specification names a clause', () => {
  const untagged = ofSpecification.filter(({ tags }) => tags.length === 0);
  expect(untagged.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

test('every clause has a test, and the page lists the files of its tests', () => {
  const tested: Record<string, string[]> = {};
  for (const { file, tags } of tests)
    for (const tag of tags) tested[tag] = [...new Set([...(tested[tag] ?? []), file])].sort();
  expect(Object.fromEntries(rows.map(({ id, files }) => [id, files]))).toEqual(tested);
  const clauses = rows.filter(({ id }) => id.startsWith('S-'));
  expect(clauses.filter(({ files }) => !files.some(isOfSpecification))).toEqual([]);
});

test('the page lists the calls of the example backend', () => {
  const calls = rows.filter(({ id }) => id.startsWith('S-CALL-'));
  const names = calls.map(({ text }) => text.split('`')[1]?.replace(/\{(\w+)\}/, ':$1'));
  expect(names).toEqual(Object.keys(CALLS));
});

function isOfSpecification(file: string): boolean {
  return FOLDERS.some((folder) => file.startsWith(`${folder}/`));
}
