/** Follows the recipe of docs/themes.md in a copy of the code. */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { demoPortfolio } from '@vitrine/testing/site-portfolios';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);
/** Packages of this repository, and those that the process that draws cards loads. */
const COPIED = new Set(['@vitrine', '@myriaddreamin', '@img', 'detect-libc', 'semver', 'sharp']);
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vitrine-theme-'));
  await copyCode();
  await addNight();
  await run('node', ['packages/site/build.ts'], { cwd: copy });
});
afterAll(() => rm(copy, { recursive: true }));

test.each(['apps/api', 'apps/dashboard'])('%s compiles', async (part) => {
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', part], { cwd: copy });
});

test('pages have the stylesheet of the theme, with its colors and fonts', async () => {
  const settings = { ...DEFAULT_SITE_SETTINGS, theme: 'night' };
  const assets = { stylesheet: '/assets/design.css', script: '/assets/script.js', fonts: [] };
  const origin = 'https://ada.example.com';
  const options = { origin, mode: 'live', base: '', assets, contactUrl: '/contact' };
  const portfolio = demoPortfolio();
  const worker = fork(join(copy, 'packages/site/dist/worker.js'));
  const ask = async (request: object) => {
    worker.send(request);
    return (await once(worker, 'message'))[0];
  };
  const request = { kind: 'page', snapshot: 'one', portfolio, settings, path: '/', options };
  const { page } = await ask(request);
  expect(page.status).toBe(200);
  expect(page.body).toContain('content="#0b0b12"');
  const { css } = await ask({ kind: 'stylesheet', settings, css: '' });
  expect(css).toContain('--ground:light-dark(#ffffff,#0b0b12)');
  expect(css).toContain('--font-head:"Hanken Grotesk"');
  expect(css).toContain('--thumb:');
  worker.disconnect();
});

test('cards have the colors and the layout of the theme', async () => {
  const card = {
    theme: 'night',
    kind: 'project',
    accent: '#7c5cff',
    language: 'en',
    name: 'Ada Lovelace',
    title: 'Tidewatch',
    line: 'Tides for 900 harbors, online or offline.',
    address: 'ada.example.com',
    covers: [],
  };
  const file = join(copy, 'card.jpg');
  const script = `
    import { writeFileSync } from 'node:fs';
    import { drawCard } from './apps/api/src/typeset/draw-card.ts';
    writeFileSync(${JSON.stringify(file)}, await drawCard(${JSON.stringify(card)}));
    process.exit();`;
  await run('node', ['--input-type=module', '--eval', script], { cwd: copy });
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  const violet = data.findIndex(
    (red, at) => at % 3 === 0 && Math.abs(red - 0x7c) < 9 && (data[at + 2] ?? 0) > 0xf0,
  );
  expect(violet).toBeGreaterThan(0);
});

/**
 * Everything but builds. Packages are linked, and those of this repository to their copies. The
 * process that draws cards can read only the folder it runs in, so it gets copies of what it loads.
 */
async function copyCode(): Promise<void> {
  for (const part of ['packages', 'apps', 'tsconfig.base.json', 'package.json'])
    await cp(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    });
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const from = join(ROOT, 'node_modules', name);
    const to = join(copy, 'node_modules', name);
    if (COPIED.has(name)) await cp(from, to, { recursive: true, verbatimSymlinks: true });
    else await symlink(from, to);
  }
  for (const folder of ['apps/api/node_modules', 'apps/dashboard/node_modules', 'apps/api/dist'])
    await symlink(join(ROOT, folder), join(copy, folder));
}

/** Steps 1 to 3. */
async function addNight(): Promise<void> {
  const recipe = await readFile(join(ROOT, 'docs/themes.md'), 'utf8');
  const [, entry = ''] = /```ts\n(\s+night: \{.*?)```/s.exec(recipe) ?? [];
  expect(entry).not.toBe('');
  const themes = join(copy, 'packages/site/src/themes');
  await cp(join(themes, 'mono.css'), join(themes, 'night.css'));
  await change('packages/contract/src/options.ts', /THEMES = \[/, "THEMES = ['night', ");
  await change('packages/site/src/themes.ts', /Record<Theme, ThemeManifest>> = \{/, `$&${entry}`);
}

async function change(file: string, place: RegExp, replacement: string): Promise<void> {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(place);
  await writeFile(path, text.replace(place, replacement));
}
