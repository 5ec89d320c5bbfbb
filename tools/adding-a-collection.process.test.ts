/** Follows the recipes of ARCHITECTURE.md in a copy of the code: adds awards, a section of them, and a field. */
import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '@vitrine/testing/api-client';
import { createDatabase } from '@vitrine/testing/database';
import { type ServiceProcess, startProcess } from '@vitrine/testing/process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AWARD_EDITS,
  type Edit,
  FIELD_EDITS,
  RENDERED_AWARD,
  SECTION_EDITS,
} from './award-example.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vitrine-collection-'));
  // As root, PostgreSQL runs as another user.
  await chmod(copy, 0o755);
  await copyCode();
  await follow('Adding a collection', { edits: AWARD_EDITS, atMost: 12 });
  await follow('Adding a section to the site', { edits: SECTION_EDITS, atMost: 6 });
  await follow('Adding a field', { edits: FIELD_EDITS, atMost: 4 });
});
afterAll(() => rm(copy, { recursive: true }));

/** The files of the repository, with links to the packages that it needs. */
async function copyCode(): Promise<void> {
  const { stdout } = await run('git', ['-c', 'core.quotePath=false', 'ls-files'], { cwd: ROOT });
  const files = stdout.trim().split('\n');
  const list = join(copy, '.files');
  await writeFile(list, stdout);
  await run('sh', ['-c', 'tar -c -T "$0" | tar -x -C "$1"', list, copy], { cwd: ROOT });
  const workspaces = files.filter((file) => /^(apps|packages)\/[^/]+\/package\.json$/.test(file));
  for (const folder of ['.', ...workspaces.map(dirname)]) await linkPackages(folder);
}

/** Links the packages of a folder. Those of this repository lead to their copies. */
async function linkPackages(folder: string): Promise<void> {
  const from = join(ROOT, folder, 'node_modules');
  const names = await readdir(from).catch(() => []);
  await mkdir(join(copy, folder, 'node_modules'));
  for (const name of names) {
    const to = join(copy, folder, 'node_modules', name);
    if (name === '@vitrine')
      await cp(join(from, name), to, { recursive: true, verbatimSymlinks: true });
    else await symlink(join(from, name), to);
  }
}

interface Recipe {
  readonly edits: Readonly<Record<string, Edit>>;
  readonly atMost: number;
}

/** Changes the files that the steps name, and runs their commands. */
async function follow(title: string, { edits, atMost }: Recipe): Promise<void> {
  const page = await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = page.split(`\n## ${title}\n`);
  const [recipe = ''] = section.split('\n## ');
  const steps = [...recipe.matchAll(/^\d+\. .+$/gm)].map(([step]) => step);
  const places = steps.map((step) => /^\d+\. `([^`]+)`/.exec(step)?.[1] ?? '');
  expect(places).toEqual(Object.keys(edits));
  expect(places.length).toBeLessThanOrEqual(atMost);
  for (const [index, step] of steps.entries()) {
    const changes = Object.entries(edits[places[index] ?? ''] ?? {});
    for (const [file, change] of changes) await applyChange(join(copy, file), change);
    for (const [, script = ''] of step.matchAll(/`npm run ([\w:]+)`/g))
      await run('npm', ['run', script], { cwd: copy });
  }
}

/** A change is a whole file, or a place and what to insert after it. */
async function applyChange(path: string, change: Edit[string]): Promise<void> {
  if (typeof change === 'string') {
    await mkdir(dirname(path), { recursive: true });
    return writeFile(path, change);
  }
  let text = await readFile(path, 'utf8');
  for (const [place, inserted] of change) {
    expect(text.split(place)).toHaveLength(2);
    text = text.replace(place, () => `${place}${inserted}`);
  }
  await writeFile(path, text);
}

test.each(['packages/site', 'apps/api', 'apps/dashboard', '.'])('%s compiles', async (part) => {
  const checking = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', part], { cwd: copy });
  expect(await checking.catch((error) => error)).toMatchObject({ stdout: '' });
});

test('the dashboard shows an award in the palette and in the trash, with keys of its own', async () => {
  const file = join(copy, 'apps/dashboard/src/rendered-award.tsx');
  await writeFile(file, RENDERED_AWARD);
  const { palette, trashRow, shortcuts } = await import(file);
  expect(palette).toContain('Awards: First prize, Society, /manage/awards?item=award-1');
  expect(trashRow).toMatch(/First prize.*>Award</);
  expect(shortcuts).toEqual(expect.arrayContaining(['G N', 'A N']));
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});

test('the site shows awards in their section', async () => {
  const { render } = await import(join(copy, 'packages/testing/src/render-site.ts'));
  const portfolios = await import(join(copy, 'packages/testing/src/site-portfolios.ts'));
  const page = render(portfolios.demoPortfolio(), '/', { language: 'de' });
  expect(page.body).toContain('<h2 id="awards-title">Auszeichnungen</h2>');
  expect(page.body).toContain('<a href="https://grace.example">Grace Award</a>');
  expect(render(portfolios.hostilePortfolio(), '/').body).not.toContain('href="javascript:');
});

describe('the service', () => {
  const code = 'the setup code';
  let database: { url: string; drop(): Promise<void> };
  let service: ServiceProcess;
  let owner: Client;
  let id: string;

  beforeAll(async () => {
    database = await createDatabase();
    const main = pathToFileURL(join(copy, 'apps/api/src/main.ts'));
    const settings = { DATABASE_URL: database.url, MEDIA_DIR: join(copy, 'media') };
    service = await startProcess({ ...settings, SETUP_CODE: code }, main);
    owner = service.client();
    const account = { fullName: 'Ada', email: 'ada@example.com', password: 'analytical engine' };
    await send('POST', '/setup', { code, ...account });
    const { award } = await send('POST', '/award/add', { title: 'First prize', issuer: 'Society' });
    id = award._id;
  });
  afterAll(async () => {
    await service.signal('SIGKILL');
    await database.drop();
  });

  async function send(method: string, path: string, json?: object) {
    const body = json && { body: JSON.stringify(json) };
    const headers = json && { 'content-type': 'application/json' };
    const response = await owner.fetch(`/api/v1${path}`, { method, ...body }, headers);
    const content = JSON.parse(await response.text());
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(content)}`);
    return content;
  }

  const titles = async () =>
    (await send('GET', '/award/getall')).awards.map(({ title }: { title: string }) => title);
  const published = async () => (await send('GET', '/public/portfolio')).awards;

  test('lists an award', async () => {
    const { awards } = await send('GET', '/award/getall');
    expect(awards).toEqual([
      { _id: id, title: 'First prize', reason: '', issuer: 'Society', date: '', link: '' },
    ]);
  });

  test('rejects an invalid award', async () => {
    await expect(send('POST', '/award/add', { title: '' })).rejects.toThrow('Enter the title.');
  });

  test('shows it in the public document', async () => {
    await expect.poll(published).toMatchObject([{ _id: id, title: 'First prize' }]);
  });

  test('describes it in the API reference', async () => {
    const { paths, components } = await send('GET', '/openapi.json');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/award/getall', '/award/add', '/award/move/{id}']),
    );
    expect(Object.keys(components.schemas)).toContain('Award');
  });

  test('records its changes, and takes one back', async () => {
    const { revision } = await send('PUT', `/award/update/${id}`, { title: 'Second prize' });
    const { versions } = await send('GET', `/history/getall/award/${id}`);
    expect(versions[0]).toMatchObject({ operation: 'update', fields: ['Title'] });
    await send('PUT', `/history/undo/${revision}`);
    expect(await titles()).toEqual(['First prize']);
  });

  test('moves it to the trash and back', async () => {
    const { trashed } = await send('DELETE', `/award/delete/${id}`);
    expect(await titles()).toEqual([]);
    const { items, counts } = await send('GET', '/trash/getall');
    expect(items).toMatchObject([{ noun: 'award', title: 'First prize' }]);
    expect(counts.award).toBe(1);
    await send('PUT', '/trash/restore', { items: trashed });
    expect(await titles()).toEqual(['First prize']);
  });

  test('has the new field of an award, with its history', async () => {
    const { award } = await send('PUT', `/award/update/${id}`, { reason: 'For tables' });
    expect(award).toMatchObject({ _id: id, reason: 'For tables' });
    const { versions } = await send('GET', `/history/getall/award/${id}`);
    expect(versions[0]).toMatchObject({ operation: 'update', fields: ['Reason'] });
  });

  test('restores it from a backup', async () => {
    const download = await owner.fetch('/api/v1/backup/download');
    const archive = await download.arrayBuffer();
    await send('DELETE', `/award/delete/${id}`);
    await expect.poll(published).toEqual([]);
    const restored = await owner.fetch(
      '/api/v1/backup/restore',
      { method: 'POST', body: archive },
      { 'content-type': 'application/x-tar' },
    );
    expect(restored.status).toBe(200);
    await expect.poll(published).toMatchObject([{ _id: id, title: 'First prize' }]);
  });
});
