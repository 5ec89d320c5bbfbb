import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { type StaticSite, serveFolder } from '@vitrine/testing/static-site';
import { findViolations } from '../support/axe.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As on GitHub Pages. */
const BASE = '/vitrine/';
const REPOSITORY = 'https://git.example/ada/vitrine';

// One build for all tests of this file, in one worker.
test.describe.configure({ mode: 'default', timeout: 600_000 });

let folder: string;
let site: StaticSite;
let pages: readonly string[];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-docs-'));
  const env = { ...process.env, DOCS_BASE: BASE, DOCS_REPOSITORY: REPOSITORY };
  await promisify(execFile)('npm', ['run', 'docs:build', '--', '--outDir', folder], {
    cwd: ROOT,
    env,
  });
  site = await serveFolder(folder, BASE);
  pages = globSync('**/*.html', { cwd: folder }).filter((page) => page !== '404.html');
});

test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

test('has a page for every guide, and for every group of calls', () => {
  const guides = globSync('docs/{*,decisions/*}.md', { cwd: ROOT }).map((file) =>
    file.slice('docs/'.length).replace('README', 'index').replace('.md', '.html'),
  );
  expect(guides.length).toBeGreaterThan(50);
  expect(pages).toEqual(expect.arrayContaining(guides));
  expect(globSync('reference/*.html', { cwd: folder })).toHaveLength(
    Object.keys(calls).length + ['index', 'schemas'].length,
  );
});

test('no link is dead, and no anchor', () => {
  const dead = pages.flatMap((page) => {
    const links = linksIn(page).filter((link) => !leadsSomewhere(new URL(link, addressOf(page))));
    return links.map((link) => `${page}: ${link}`);
  });
  expect(dead).toEqual([]);
});

test('leads to files of the repository that are no pages', () => {
  const files = pages
    .flatMap(linksIn)
    .filter((link) => link.startsWith(`${REPOSITORY}/blob/main/`))
    .map((link) => link.slice(`${REPOSITORY}/blob/main/`.length).replace(/#.*/, ''));
  expect(files).toContain('ops/nginx.conf');
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('the reference has every call, with its method, its path and an example', () => {
  for (const [noun, group] of Object.entries(calls)) {
    const file = `reference/${noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.html`;
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/<[^>]*>/g, '');
    for (const { route, about } of Object.values<Call>(group)) {
      expect.soft(text, about).toContain(`${route.method} ${route.path}`);
      expect.soft(text, about).toContain(`$API${route.path.replace(/:(\w+)/g, '&lt;$1&gt;')}`);
    }
  }
});

test('every page opens on a phone, without scrolling sideways and from this host alone', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('data:') && !url.startsWith(`${site.origin}${BASE}`)) problems.push(url);
  });
  page.on('response', (response) => {
    if (response.status() !== 200) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error}`));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of pages) {
    await page.goto(addressOf(path));
    await expect(page.locator('h1').first()).toBeVisible();
    const hidden = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (hidden > 0) problems.push(`${path} scrolls sideways by ${hidden} px`);
  }
  expect(problems).toEqual([]);
});

for (const path of ['configuration.html', 'scaling.html', 'reference/message.html'])
  test(`the tables of ${path} fit on a phone, and their cells name the column`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(addressOf(path));
    const table = page.locator('.vp-doc table').first();
    const hidden = await table.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(hidden).toBe(0);
    const heading = await table.locator('th').nth(1).textContent();
    const shown = await table
      .locator('td:nth-child(2)')
      .first()
      .evaluate((cell) => getComputedStyle(cell, '::before').content);
    expect(shown).toBe(`"${heading}"`);
  });

for (const [query, path] of [
  ['passkey', 'sign-in.html'],
  ['cancel a reply', 'reference/message.html'],
] as const)
  test(`the search for "${query}" finds and opens ${path}`, async ({ page }) => {
    await page.goto(addressOf('index.html'));
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill(query);
    await page.locator(`.VPLocalSearchBox a[href*="${path}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`${BASE}${path}`));
    await expect(page.locator('main')).toContainText(new RegExp(query.split(' ')[0] ?? '', 'i'));
  });

for (const path of ['index.html', 'scaling.html', 'reference/message.html'])
  test(`${path} is accessible in light and dark`, async ({ page }) => {
    await page.goto(addressOf(path));
    // The script of the page follows the color scheme.
    await page.waitForLoadState('networkidle');
    expect(await findViolations(page)).toEqual([]);
  });

function addressOf(page: string): string {
  return `${site.origin}${BASE}${page}`;
}

function linksIn(page: string): string[] {
  const links = readFileSync(join(folder, page), 'utf8').matchAll(/ (?:href|src)="([^"]*)"/g);
  return Array.from(links, ([, link = '']) => link.replaceAll('&amp;', '&'));
}

/** Whether a link leads to a file of the site and, if it names one, to an element in it. */
function leadsSomewhere({ origin, pathname, hash }: URL): boolean {
  if (origin !== site.origin) return true;
  if (!pathname.startsWith(BASE)) return false;
  const name = pathname.slice(BASE.length).replace(/(^|\/)$/, '$1index.html');
  const file = join(folder, name);
  if (!existsSync(file)) return false;
  const id = decodeURIComponent(hash.slice(1));
  return id === '' || readFileSync(file, 'utf8').includes(` id="${id}"`);
}
