/** Checks the table "Adding a noun" of ARCHITECTURE.md against the nouns that exist. */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const NOUNS = ['project', 'skill', 'software-application', 'timeline'];

interface Place {
  readonly file: string;
  readonly contains: string;
  readonly exempt: string;
}

const places = readPlaces();
const files = globSync('{apps,packages,examples,e2e,resilience}/**/*.{ts,tsx,js,sql}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist'],
});

test('the table has every column filled in', () => {
  expect(places.length).toBeGreaterThan(20);
  for (const { file, contains } of places) expect([file, contains]).not.toContain('');
});

describe.each(NOUNS)('%s', (noun) => {
  test('has every place of the table, except those that it does not need', () => {
    const wrong: string[] = [];
    for (const { file, contains, exempt } of places) {
      const [pattern, text] = [fill(file, noun), fill(contains, noun)];
      const hasPlace = globSync(pattern, { cwd: ROOT }).some((path) => read(path).includes(text));
      const isNeeded = !exempt.includes(`\`${noun}\``);
      if (isNeeded && !hasPlace) wrong.push(`No ${pattern} contains ${text}`);
      if (!isNeeded && hasPlace) wrong.push(`${pattern} contains ${text}`);
    }
    expect(wrong).toEqual([]);
  });

  test('has no file that the table lacks', () => {
    const own = files.filter((file) => spellings(noun).some((name) => file.includes(name)));
    expect(own.filter((file) => !isSpecified(file) && !isListed(file, noun))).toEqual([]);
  });
});

test('the table has every file that lists all nouns', () => {
  const isList = (file: string) => {
    const text = read(file).toLowerCase();
    return NOUNS.every((noun) => spellings(noun).some((name) => text.includes(name)));
  };
  const lists = files.filter((file) => !/\.(test|spec)\.ts$/.test(file) && !isSpecified(file));
  expect(lists.filter((file) => isList(file) && !isListed(file, 'certificate'))).toEqual([]);
});

/** These files cover the nouns of the specification only. */
function isSpecified(file: string): boolean {
  return /^(e2e\/spec(-only-host)?|examples\/backend)\/|\/(capabilities|call-api)\.ts$/.test(file);
}

function isListed(file: string, noun: string): boolean {
  return places.some((place) => matchesGlob(file, fill(place.file, noun)));
}

function readPlaces(): Place[] {
  const [, section = ''] = read('ARCHITECTURE.md').split('\n## Adding a noun\n');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|[^|]*\|([^|]*)\|$/gm)].map(
    ([, file = '', contains = '', exempt = '']) => ({ file, contains, exempt }),
  );
}

/** Replaces the placeholders of the table with the spellings of a noun. */
function fill(text: string, noun: string): string {
  const word = lastWord(noun);
  return text
    .replaceAll('<noun>', noun)
    .replaceAll('<nounName>', toCamelCase(noun))
    .replaceAll('<NounName>', toCamelCase(`-${noun}`))
    .replaceAll('<noun_name>', noun.replaceAll('-', '_'))
    .replaceAll('<word>', word)
    .replaceAll('<WORD>', word.toUpperCase());
}

function spellings(noun: string): string[] {
  return [noun, noun.replaceAll('-', '_'), noun.replaceAll('-', '')];
}

function lastWord(noun: string): string {
  return noun.slice(noun.lastIndexOf('-') + 1);
}

function toCamelCase(noun: string): string {
  return noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
