import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import type { CopyDestination } from '@vitrine/contract/copy';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { addProject } from '@vitrine/testing/fixtures';
import {
  GIT_TOKEN,
  type GitHost,
  REPOSITORY,
  startGitHost,
} from '@vitrine/testing/git-host-stand-in';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { exportSiteTo } from './cli/export-site.ts';
import { restoreBackup } from './modules/backup/restore-backup.ts';
import { takeBackup } from './modules/backup/take-backup.ts';
import { MANIFEST } from './modules/copy/manifest.ts';
import { createSiteRenderer } from './modules/site/site-renderer.ts';

const { copy, project } = calls;
const SITE = 'http://site.test';
const URL_OF_COPY = 'https://copy.example';
const FAILED = 'A copy of your site could not be updated';
const NONE = { count: 0, paths: [] };
const RECOVERED = 'A copy of your site is updated again';

let app: TestApp;
let owner: Client;
let folder: string;
let copyDir: string;
let git: GitHost;
let projectId: string;
/** Rejects every request, and quotes it. */
let rejecting: Server;
/** Whether it does not answer instead. */
let isSilent = false;
let store: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  copyDir = join(folder, 'copies');
  await mkdir(copyDir);
  git = await startGitHost();
  git.push('main', 'README.md', 'A portfolio');
  rejecting = createServer(({ headers }, response) => {
    if (isSilent) return;
    response.writeHead(403).end(`<Error><Message>${headers.authorization}</Message></Error>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => rejecting.once('listening', resolve));
  store = `http://127.0.0.1:${(rejecting.address() as AddressInfo).port}`;
  app = await startApp({
    settings: {
      PUBLIC_URL: 'http://127.0.0.1',
      SITE_URL: SITE,
      COPY_DIR: copyDir,
      COPY_LOCAL_STORES: store,
      GITHUB_API_URL: git.url,
    },
    copyDelaySeconds: 1,
  });
  owner = await app.owner();
  await owner.call(calls.user.updateProfile, { form: { showEmail: 'true' } });
  projectId = (await addProject(owner, 'Tides', { slug: 'tides' }))._id;
});
afterAll(async () => {
  await app.stop();
  await git.stop();
  rejecting.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const { _id } of await list()) await owner.call(copy.remove, { params: { id: _id } });
  await rm(join(copyDir, 'site'), { recursive: true, force: true });
});

const FOLDER = { kind: 'folder', url: URL_OF_COPY, contact: 'mail', folder: 'site' };
const BUCKET = {
  kind: 'bucket',
  url: URL_OF_COPY,
  contact: 'none',
  bucket: 'site',
  accessKey: 'the-access-key-of-the-owner',
  secretKey: 'the-secret-key-of-the-owner',
};

async function list(): Promise<CopyDestination[]> {
  return (await owner.call(copy.list)).body.destinations;
}

async function add(json: object): Promise<string> {
  const { status, body } = await owner.call(copy.add, { json });
  expect([status, body.message]).toEqual([201, 'Destination added.']);
  return body.destination._id;
}

/** Waits until an update of a destination has ended. */
async function waitForRun(id: string, count: number, timeout = 30_000): Promise<CopyDestination> {
  const find = async () => (await list()).find(({ _id }) => _id === id);
  await expect
    .poll(async () => (await find())?.runs.length, { timeout, interval: 200 })
    .toBeGreaterThanOrEqual(count);
  const found = await find();
  if (!found) throw new Error('The destination is gone.');
  return found;
}

async function filesOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const contents = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), await readFile(path, 'latin1')];
    });
  return Object.fromEntries(await Promise.all(contents));
}

async function copied(): Promise<Record<string, string>> {
  const { [MANIFEST]: _, ...files } = await filesOf(join(copyDir, 'site'));
  return files;
}

async function exported(contact = 'mail'): Promise<Record<string, string>> {
  const target = await mkdtemp(join(folder, 'export-'));
  const options = { url: URL_OF_COPY, contact, replace: true };
  await exportSiteTo({ ...app, renderer: createSiteRenderer() }, target, options, () => {});
  const { '.vitrine-export': _, ...files } = await filesOf(target);
  return files;
}

const rename = (title: string) =>
  owner.call(project.update, { params: { id: projectId }, form: { title } });

describe('a copy', () => {
  test('has the bytes of an export, and follows each change', async () => {
    const id = await add(FOLDER);
    const first = await waitForRun(id, 1);
    expect(first).toMatchObject({
      state: 'online',
      failure: null,
      lastUpdate: { cause: 'settings', changed: NONE, removed: NONE },
    });
    const before = await copied();
    expect(before).toEqual(await exported());
    const { added } = first.lastUpdate ?? {};
    expect(added?.count).toBe(Object.keys(before).length);
    expect(added?.paths.slice(0, 2)).toEqual(['index.html', '404.html']);

    await rename('Tides and moons');
    const second = await waitForRun(id, 2);
    expect(second.lastUpdate).toMatchObject({ cause: 'change' });
    expect(second.lastUpdate?.changed.count).toBeLessThan(Object.keys(before).length / 2);
    const after = await copied();
    expect(after['projects/tides/index.html']).toContain('Tides and moons');
    expect(second.lastUpdate?.changed.paths).toContain('projects/tides/index.html');
    expect(after).toEqual(await exported());

    await owner.call(project.unpublish, { params: { id: projectId } });
    const third = await waitForRun(id, 3);
    expect(third.lastUpdate?.removed.paths).toContain('projects/tides/index.html');
    const hidden = await copied();
    // Neither its page nor its pictures are left, nor their names in the list of files.
    expect(hidden).toEqual(await exported());
    const listed = await readFile(join(copyDir, 'site', MANIFEST), 'utf8');
    const gone = Object.keys(after).filter((path) => !(path in hidden));
    expect(gone.filter((path) => listed.includes(path))).toEqual([]);
    await owner.call(project.publish, { params: { id: projectId }, json: {} });
  }, 90_000);

  test('is not updated for a draft, or twice for one change', async () => {
    const id = await add(FOLDER);
    await waitForRun(id, 1);
    await owner.call(project.addDraft, { form: { title: 'A draft' } });
    await app.waitUntilIdle();
    expect(await list()).toMatchObject([{ nextUpdateAt: null, isUpdating: false }]);
    expect(await waitForRun(id, 1)).toMatchObject({ runs: [{ cause: 'settings' }] });
    await owner.call(copy.start, { json: {} });
    expect((await waitForRun(id, 2)).lastUpdate).toMatchObject({
      cause: 'owner',
      ...{ added: NONE, changed: NONE, removed: NONE },
    });
    await owner.call(copy.start, { json: { id, everything: true } });
    const { lastUpdate } = await waitForRun(id, 3);
    expect(lastUpdate).toMatchObject({
      cause: 'everything',
      changed: { count: lastUpdate?.files },
    });
  }, 60_000);

  test('without a contact form has no page for it', async () => {
    await waitForRun(await add({ ...FOLDER, contact: 'none' }), 1);
    const files = await copied();
    expect(Object.keys(files)).not.toContain('contact/index.html');
    for (const path of ['index.html', 'sitemap.xml', 'llms.txt'])
      expect(files[path], path).not.toMatch(/contact/);
    expect(files).toEqual(await exported('none'));
  }, 60_000);

  test('follows the publication of what was scheduled', async () => {
    const { body } = await owner.call(project.addDraft, {
      form: { title: 'Later', slug: 'later' },
    });
    const params = { id: body.project._id };
    const id = await add(FOLDER);
    await waitForRun(id, 1);
    const publishAt = new Date(Date.now() + 60_000).toISOString();
    await owner.call(project.schedule, { params, json: { publishAt } });
    await sql`update project set publish_at = now() where id = ${params.id}`.execute(app.db);
    const { publishDue } = await import('./content/stores.ts');
    await publishDue(app.db);
    await waitForRun(id, 2);
    expect(Object.keys(await copied())).toContain('projects/later/index.html');
    await owner.call(project.remove, { params });
  }, 60_000);

  test('on GitHub is a commit, also if somebody pushes at the same time', async () => {
    let pushes = 0;
    git.before = (request) => {
      if (request.startsWith('POST') && request.endsWith('/git/commits') && pushes++ === 0)
        git.push('main', 'note.txt', 'theirs');
      return undefined;
    };
    const place = { repository: REPOSITORY, branch: 'main', token: GIT_TOKEN };
    const id = await add({ kind: 'github', url: URL_OF_COPY, contact: 'none', ...place });
    // With a pause after each picture.
    expect(await waitForRun(id, 1, 120_000)).toMatchObject({ state: 'online' });
    expect(pushes).toBeGreaterThan(1);
    const { [MANIFEST]: _, 'README.md': readme, 'note.txt': note, ...files } = git.files('main');
    expect([readme, note]).toEqual(['A portfolio', 'theirs']);
    expect(files).toEqual(await exported('none'));
  }, 180_000);
});

test('a store that does not answer delays no other copy', async () => {
  isSilent = true;
  try {
    const slow = await add({ ...BUCKET, endpoint: store });
    const isUpdating = async () => (await list()).find(({ _id }) => _id === slow)?.isUpdating;
    await expect.poll(isUpdating, { timeout: 30_000 }).toBe(true);
    await waitForRun(await add(FOLDER), 1);
    expect(await copied()).toEqual(await exported());
    expect(await isUpdating()).toBe(true);
  } finally {
    isSilent = false;
    rejecting.closeAllConnections();
  }
}, 90_000);

describe('a failure', () => {
  test('is recorded and mailed once, also its end', async () => {
    await mkdir(join(folder, 'elsewhere'), { recursive: true });
    await symlink(join(folder, 'elsewhere'), join(copyDir, 'site'));
    const id = await add(FOLDER);
    const failed = await waitForRun(id, 1);
    expect(failed).toMatchObject({
      state: 'failed',
      nextUpdateAt: null,
      failure: { isFinal: true, attempts: 1, reason: expect.stringContaining('link') },
    });
    const mail = await app.mail.waitFor(FAILED, 1);
    expect(mail.text).toContain('This copy of your site lacks changes, or has only some of them');
    expect(mail.text).toContain(failed.failure?.reason.slice(0, 40));
    await owner.call(copy.start, { json: { id } });
    expect((await waitForRun(id, 2)).failure?.attempts).toBe(2);
    await rm(join(copyDir, 'site'));
    await owner.call(copy.start, { json: { id } });
    expect(await waitForRun(id, 3)).toMatchObject({ state: 'online', failure: null });
    await app.mail.waitFor(RECOVERED, 1);
    expect(app.mail.withSubject(FAILED)).toHaveLength(1);
  }, 60_000);

  test('that may pass is tried again, and mailed after the third time', async () => {
    const mails = app.mail.withSubject(FAILED).length;
    git.before = () => 503;
    const place = { repository: REPOSITORY, branch: 'again', token: GIT_TOKEN };
    const id = await add({ kind: 'github', url: URL_OF_COPY, contact: 'none', ...place });
    const first = await waitForRun(id, 1);
    expect(first.failure).toMatchObject({ isFinal: false, attempts: 1 });
    expect(first.nextUpdateAt).not.toBeNull();
    for (const attempt of [2, 3]) {
      expect(app.mail.withSubject(FAILED)).toHaveLength(mails);
      await owner.call(copy.start, { json: { id } });
      await waitForRun(id, attempt);
    }
    await app.mail.waitFor(FAILED, mails + 1);
    git.before = () => undefined;
    await owner.call(copy.start, { json: { id } });
    expect(await waitForRun(id, 4)).toMatchObject({ state: 'online' });
  }, 90_000);

  test('leaves what opens the destination in no log, email, backup or row', async () => {
    const endpoint = store;
    const id = await add({ ...BUCKET, endpoint });
    expect((await waitForRun(id, 1)).failure).toMatchObject({
      isFinal: true,
      reason: expect.stringContaining('403'),
    });
    const { body } = await owner.call(copy.test, { json: { id } });
    expect(body.steps.map(({ state }) => state)).toEqual(['failed', 'skipped', 'skipped']);
    await owner.call(copy.update, { params: { id }, json: { url: 'https://other.example' } });
    await owner.call(calls.audit.list);
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss')`.execute(app.db);
    const dump = await Promise.all(
      tables.map(async ({ name }) => {
        const table = sql.raw(`${name} as one`);
        return JSON.stringify(
          (await sql`select one::text as row from ${table}`.execute(app.db)).rows,
        );
      }),
    );
    const backup = await takeBackup(app.db, app.files);
    const archive = await buffer(backup.open());
    await backup.discard();
    const places = [
      ...dump,
      archive.toString('latin1'),
      app.log.join(''),
      JSON.stringify(await list()),
      JSON.stringify(body),
      app.mail.mails.map(({ raw }) => raw).join(''),
    ];
    for (const secret of [BUCKET.accessKey, BUCKET.secretKey, GIT_TOKEN])
      for (const encoded of [secret, Buffer.from(secret).toString('hex')])
        expect(places.filter((place) => place.includes(encoded))).toEqual([]);
    // They are still used: the access key is in each request.
    expect(archive.toString('latin1')).not.toContain('copy_destination');
  }, 60_000);
});

describe('a destination', () => {
  test('needs a recent confirmation for each change', async () => {
    const id = await add(FOLDER);
    await sql`update session set confirmed_at = now() - interval '10 minutes'`.execute(app.db);
    for (const response of [
      await owner.call(copy.add, { json: { ...FOLDER, folder: 'other' } }),
      await owner.call(copy.test, { json: FOLDER }),
      await owner.call(copy.update, { params: { id }, json: { contact: 'none' } }),
      await owner.call(copy.remove, { params: { id } }),
    ])
      expect([response.status, response.body]).toEqual([
        403,
        expect.objectContaining({ code: 'confirm-password' }),
      ]);
    expect((await owner.call(copy.start, { json: {} })).status).toBe(200);
    await sql`update session set confirmed_at = now()`.execute(app.db);
    const { rows } = await sql<{ kind: string; subject: string }>`
      select kind, subject from audit_event where kind like 'copy-%' order by last_at desc limit 1`.execute(
      app.db,
    );
    expect(rows).toEqual([{ kind: 'copy-added', subject: URL_OF_COPY }]);
  });

  test('passes the three steps of a test, and nothing is left of it', async () => {
    const { body } = await owner.call(copy.test, { json: FOLDER });
    expect(body).toMatchObject({ passed: true, steps: [{ name: 'reach' }, { name: 'write' }, {}] });
    expect(await filesOf(join(copyDir, 'site'))).toEqual({});
  });

  test.each([
    [{ ...FOLDER, folder: '' }, 'folder'],
    [{ ...FOLDER, folder: '../other' }, 'folder'],
    [{ ...FOLDER, folder: '..' }, 'folder'],
    [{ ...FOLDER, url: 'copy.example' }, 'url'],
    [{ ...FOLDER, url: 'https://ada:secret@copy.example' }, 'url'],
    [{ ...FOLDER, url: 'https://copy.example/?a' }, 'url'],
    [{ ...FOLDER, url: SITE, contact: 'form' }, 'contact'],
    [{ ...BUCKET }, 'endpoint'],
    [{ ...BUCKET, endpoint: 'http://127.0.0.1:1' }, 'endpoint'],
    [{ ...BUCKET, endpoint: 'https://169.254.169.254' }, 'endpoint'],
    [{ ...BUCKET, endpoint: 'https://store.example', secretKey: '' }, 'secretKey'],
    [
      { kind: 'github', url: URL_OF_COPY, contact: 'none', repository: 'ada', token: 'a' },
      'repository',
    ],
  ])('is refused as %j', async (json, field) => {
    const { status, body } = await owner.call(copy.add, { json });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
    expect(await list()).toEqual([]);
  });

  test('is at a place of its own', async () => {
    await add(FOLDER);
    const { status } = await owner.call(copy.add, {
      json: { ...FOLDER, url: 'https://b.example' },
    });
    expect(status).toBe(409);
  });

  test('survives a restore on the same server, and the copy shows what was restored', async () => {
    const backup = await takeBackup(app.db, app.files);
    const path = join(folder, 'backup.tar');
    await writeFile(path, backup.open());
    await backup.discard();
    const id = await add(FOLDER);
    await rename('Never to be seen again');
    await waitForRun(id, 1);
    await restoreBackup({ db: app.db, files: app.files, path, replace: true });
    owner = await app.owner();
    await expect.poll(copied, { timeout: 30_000 }).toMatchObject(await exported());
    expect(JSON.stringify(await copied())).not.toContain('Never to be seen again');
    expect(await list()).toMatchObject([{ _id: id, state: 'online' }]);
  }, 90_000);

  test('leaves its files when it is removed', async () => {
    const id = await add(FOLDER);
    await waitForRun(id, 1);
    const before = await copied();
    await owner.call(copy.remove, { params: { id } });
    expect(await list()).toEqual([]);
    expect(await copied()).toEqual(before);
    expect((await owner.call(copy.update, { params: { id }, json: {} })).status).toBe(404);
  }, 60_000);
});
