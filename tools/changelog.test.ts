import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nameVersion, notesOf } from './changelog.ts';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 0.1.0\n\n- The first.\n';
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('a release turns the unreleased section into its own', () => {
  const released = nameVersion(CHANGELOG, '0.2.0');
  expect(notesOf(released, '0.2.0')).toBe('- Faster.');
  expect(notesOf(released, '0.1.0')).toBe('- The first.');
  expect(() => notesOf(released, '0.3.0')).toThrow('CHANGELOG.md has no section for 0.3.0.');
});

test('a release needs a description of what changed', () => {
  expect(() => nameVersion(nameVersion(CHANGELOG, '0.2.0'), '0.3.0')).toThrow('Unreleased');
});

test('the changelog describes the current version', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  expect(notesOf(read('CHANGELOG.md'), version)).not.toBe('');
});
