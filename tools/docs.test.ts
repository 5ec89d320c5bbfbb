import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf, ROOT, sidebar } from '../docs/.vitepress/pages.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', '{packages,examples}/*/README.md'], {
  cwd: ROOT,
  // Generated, with the documentation site.
  exclude: ['docs/reference/**'],
});
const records = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));

test.each(pages)('every relative link in %s leads to a file and a heading', (page) => {
  const broken = Array.from(
    read(page).matchAll(/\]\(([^)\s]+)\)/g),
    ([, link = '']) => link,
  ).filter((link) => !/^(https?|mailto):/.test(link) && !leadsSomewhere(page, link));
  expect(broken).toEqual([]);
});

test('the sidebar of the documentation site lists every page of docs', () => {
  const listed = sidebar().flatMap(({ items = [] }) => items.map(({ link }) => link));
  const written = globSync('docs/*.md', { cwd: ROOT, exclude: ['docs/index.md'] });
  expect(written.length).toBeGreaterThan(10);
  for (const page of written) expect(listed).toContain(page.replace(/^docs(.*)\.md$/, '$1'));
});

test('Configuration and .env.example list every setting', () => {
  const settings = new Set(
    Array.from(
      read('apps/api/src/settings.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm),
      ([, name]) => name,
    ),
  );
  expect(settings.size).toBeGreaterThan(10);
  for (const name of settings) {
    expect(read('docs/configuration.md')).toContain(`\`${name}\``);
    expect(read('.env.example')).toMatch(new RegExp(`^#?${name}=`, 'm'));
  }
});

const BASES = ['', 'apps/api', 'apps/api/src', 'apps/dashboard/src', 'packages/contract/src'];

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names files that exist', (page) => {
  const files = Array.from(
    read(page).matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|grit|sh|sql))`/g),
    ([, file = '']) => file,
  );
  expect(files.filter((file) => !BASES.some((base) => existsSync(join(ROOT, base, file))))).toEqual(
    [],
  );
});

test('the ASVS page lists each requirement once', () => {
  const rows = Array.from(
    read('docs/asvs.md').matchAll(/^\| ([\d., ]+) \|/gm),
    ([, numbers = '']) => numbers,
  );
  const requirements = rows.flatMap((numbers) => numbers.split(', '));
  expect(requirements.length).toBeGreaterThan(100);
  expect(new Set(requirements).size).toBe(requirements.length);
});

test('the index of decision records lists every record', () => {
  const index = read('docs/decisions/README.md');
  for (const record of records)
    expect(index).toContain(`(${record.slice('docs/decisions/'.length)})`);
});

test('decision records are numbered from 1 without gaps', () => {
  const numbers = records.map((record) => Number(/\d{4}/.exec(record)?.[0]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(records.map((_, index) => index + 1));
});

test.each(records)('%s follows the template', (record) => {
  const headings = Array.from(read(record).matchAll(/^##+ (.*)$/gm), ([, heading]) => heading);
  expect(headings).toEqual([
    'Status',
    'Context',
    'Decision',
    'Rejected alternatives',
    'Consequences',
  ]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  if (heading === undefined || !target.endsWith('.md')) return true;
  return Array.from(read(target).matchAll(/^#+ (.*)$/gm), ([, text = '']) =>
    anchorOf(text),
  ).includes(heading);
}
