import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { calls } from '@vitrine/contract/calls';
import { hasDrafts } from '@vitrine/contract/define-published';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeArchive } from './archive.ts';
import { limitUnpacked, readLines } from './read-rows.ts';
import { restoreBackup } from './restore-backup.ts';
import { TABLES, UNCHANGED_TABLES } from './tables.ts';
import { takeBackup } from './take-backup.ts';
import { verify } from './verify.ts';

/** Six characters of JSON for each. */
const LONGEST = '\u0001'.repeat(49_999);
/** What a published project must have, besides a title and a banner. */
const COMPLETE = { description: 'a', technologies: 'Brass', stack: 'Mern', deployed: 'Yes' };

let app: TestApp;
let owner: Client;
let folder: string;
let archive: string;
let trashed: { noun: string; id: string }[];
/** Another server with another address, for other content. */
let other: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  archive = join(folder, 'backup.tar');
  [app, other] = await Promise.all([
    startApp(),
    startApp({ settings: { PUBLIC_URL: 'http://other.test' } }),
  ]);
  owner = await app.owner();
  const project = {
    ...COMPLETE,
    title: 'Engine',
    description: 'It computes\n“numbers”, with \\ and \u0001.',
  };
  const added = await owner.call(calls.project.add, {
    form: { ...project, projectBanner: await uploads.png(400, 225), body: `${LONGEST}1` },
  });
  const params = { id: added.body.project._id };
  for (const end of ['2', '3'])
    await owner.call(calls.project.saveDraft, { params, json: { body: `${LONGEST}${end}` } });
  await owner.call(calls.skill.add, {
    form: { title: 'Weaving', proficiency: '50', svg: uploads.svg() },
  });
  await owner.call(calls.timeline.add, { json: { title: 'T', description: 'D', from: 1940 } });
  const json = { title: 'Last', description: 'D', from: 1941 };
  const last = (await owner.call(calls.timeline.add, { json })).body.timeline;
  const removed = await owner.call(calls.timeline.remove, { params: { id: last._id } });
  trashed = removed.body.trashed ?? [];
  await owner.call(calls.user.updateProfile, {
    form: { aboutMe: 'Countess', avatar: await uploads.jpg(), resume: uploads.pdf() },
  });
  await owner.call(calls.resume.update, {
    json: { ...DEFAULT_RESUME_SETTINGS, paper: 'letter' },
  });
  const message = { senderName: 'Ä', subject: 'B', email: 'c@d.example', message: 'Grüße 🎩' };
  await app.visitor().call(calls.public.send, { json: message });
  await writeBackup(archive);
});
afterAll(async () => {
  await Promise.all([app.stop(), other.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function writeBackup(path: string) {
  const backup = await takeBackup(app.db, app.files);
  await pipeline(backup.open(), createWriteStream(path));
  await backup.discard();
  return backup;
}

function restoreInto({ db, files }: TestApp, path: string, replace = true) {
  return restoreBackup({ db, files, path, replace });
}

const document = async (at: TestApp) =>
  (await at.visitor().fetch('/api/v1/public/portfolio')).text();

test('every table is backed up, unchanged or emptied by a restore', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db);
  const ends = [
    'idempotency',
    'session',
    'api_token',
    'passkey_challenge',
    'device',
    'password_reset',
    'setup_code',
    'post_html',
    'project_html',
    'site_preview',
    'schema_migration',
    'content_import',
    'second_factor_setup',
    'login_step',
    'purged_item',
    'purged_revision',
    'visit_reader',
    'visit_salt',
  ];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...TABLES, ...UNCHANGED_TABLES, ...ends].toSorted(),
  );
});

describe('a backup', () => {
  test('has the declared size', async () => {
    const backup = await writeBackup(join(folder, 'size.tar'));
    expect((await stat(join(folder, 'size.tar'))).size).toBe(backup.size);
    expect(backup.missing).toEqual([]);
  });

  test('contains no session and no token', async () => {
    const token = owner.cookie.split('=')[1] ?? '';
    const bytes = await readFile(archive);
    expect(bytes.includes(token)).toBe(false);
    expect(bytes.includes('data/session')).toBe(false);
  });

  test('restores an identical portfolio and the same messages at another address', async () => {
    const restored = await restoreInto(other, archive, false);
    expect([...restored.damaged]).toEqual([]);
    const text = await document(app);
    expect(text).toContain('"url":"http://vitrine.test/media/');
    const moved = text.replaceAll('http://vitrine.test', 'http://other.test');
    await expect.poll(() => document(other)).toBe(moved);
    const there = other.visitor();
    const { email, password } = OWNER;
    expect((await there.call(calls.user.login, { json: { email, password } })).status).toBe(200);
    for (const folder of ['inbox', 'spam'])
      expect((await there.call(calls.message.list, { query: { folder } })).body).toEqual(
        (await owner.call(calls.message.list, { query: { folder } })).body,
      );
    const { body: resume } = await there.call(calls.resume.get);
    expect(resume.settings.paper).toBe('letter');
    expect(await verify(other.db, other.files)).toMatchObject({
      missing: [],
      extra: [],
      damaged: [],
    });
  });

  test('has the longest case studies, with their drafts and versions', async () => {
    const there = await other.owner();
    const [project] = (await there.call(calls.project.list)).body.projects;
    const params = { id: project?._id ?? '' };
    const { body } = await there.call(calls.project.get, { params });
    expect([body.project.body, body.project.draft?.body]).toEqual([`${LONGEST}1`, `${LONGEST}3`]);
    const history = { params: { ...params, noun: 'project' } };
    const [versions, expected] = await Promise.all(
      [there, owner].map(async (client) => (await client.call(calls.history.list, history)).body),
    );
    expect(versions).toEqual(expected);
  });

  test('restores an item of its trash, also after new ones were added', async () => {
    const there = await other.owner();
    // New rows get new sequence numbers.
    const json = { title: 'Next', description: 'D', from: 1950 };
    expect((await there.call(calls.timeline.add, { json })).status).toBe(201);
    const restored = await there.call(calls.trash.restore, { json: { items: trashed } });
    expect(restored.body.message).toBe('Timeline entry restored.');
    const { timelines } = (await there.call(calls.timeline.list)).body;
    expect(timelines.map(({ title }) => title).toSorted()).toEqual(['Last', 'Next', 'T']);
  });

  test('is restored over a newer version only if that has no tables of its own', async () => {
    await sql`alter table owner add column motto text not null default ''`.execute(other.db);
    await sql`insert into schema_migration (name, checksum) values ('9999-motto.sql', 'x')`.execute(
      other.db,
    );
    await sql`create type certificate_kind as enum ('a')`.execute(other.db);
    await sql`create table certificate (kind certificate_kind)`.execute(other.db);
    await expect(restoreInto(other, archive)).rejects.toThrow(
      'This database was used by a newer version of Vitrine and contains table certificate, type certificate_kind. ' +
        'Restore into an empty database.',
    );
    await sql`drop table certificate`.execute(other.db);
    await sql`drop type certificate_kind`.execute(other.db);
    await restoreInto(other, archive);
    // Without the columns of the newer version, its migrations can run again.
    const { rows } = await sql`select name from schema_migration where name > '9'
      union all select attname from pg_attribute
      where attrelid = 'owner'::regclass and attname = 'motto'`.execute(other.db);
    expect(rows).toEqual([]);
    const expected = (await document(app)).replaceAll('http://vitrine.test', 'http://other.test');
    await expect.poll(() => document(other)).toBe(expected);
  });
});

describe('a restore', () => {
  const restore = (path: string, replace = true) => restoreInto(app, path, replace);

  test('does not replace a portfolio without --replace', async () => {
    await expect(restore(archive, false)).rejects.toThrow(
      'There is already a portfolio here. Use --replace to replace it.',
    );
  });

  test('ends every session, and keeps the passkeys, which are not in the backup', async () => {
    const client = await app.owner();
    await sql`insert into passkey (credential_id, public_key, counter, name, host, is_synced)
      values ('abc', 'key', 3, 'MacBook Air', 'vitrine.test', false)`.execute(app.db);
    const before = await app.db.selectFrom('passkey').selectAll().execute();
    await restore(archive);
    expect((await client.call(calls.user.me)).status).toBe(401);
    expect(await app.db.selectFrom('passkey').selectAll().execute()).toEqual(before);
    expect((await readFile(archive)).includes('data/passkey')).toBe(false);
  });

  test.each([
    ['an empty file', async (path: string) => writeFile(path, '')],
    ['an unrelated file', async (path: string) => writeFile(path, 'x'.repeat(5_000))],
    ['half of the file', async (path: string) => truncate(path, 20_000)],
    ['a truncated large file', tooShort],
    ['a changed table', (path: string) => change(path, 'data/owner.jsonl.gz')],
  ])('from %s changes nothing and reports why', async (_, spoil) => {
    const path = join(folder, 'spoilt.tar');
    await writeFile(path, await readFile(archive));
    await spoil(path);
    const before = await document(app);
    await expect(restore(path)).rejects.toThrow(/^This (is not|backup is)/);
    expect(await document(app)).toBe(before);
  });

  test('limits the unpacked size of all tables together', async () => {
    const withinLimit = limitUnpacked(10);
    const unpack = async (...chunks: string[]) => {
      const lines: string[] = [];
      for await (const batch of readLines(withinLimit(Readable.from(chunks.map(Buffer.from)))))
        lines.push(...batch);
      return lines;
    };
    expect(await unpack('ab\nc', '', 'd\n', 'e')).toEqual(['ab', 'cd', 'e']);
    await expect(unpack('f\ngh')).rejects.toThrow('This backup is too large when unpacked.');
  });

  test('repairs a damaged file, and omits one that does not match its checksum', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from media where name like '%.png'`.execute(app.db);
    const name = rows[0]?.name ?? '';
    await writeFile(join(app.config.mediaDir, name.slice(0, 2), name), 'other bytes');
    const path = join(folder, 'damaged.tar');
    await writeFile(path, await readFile(archive));
    const entry = /media\/[0-9a-f]{64}\.svg/.exec(await readFile(path, 'latin1'))?.[0] ?? '';
    await change(path, entry);
    const { damaged } = await restore(path);
    expect([...damaged]).toEqual([entry.slice('media/'.length)]);
    expect((await verify(app.db, app.files)).damaged).toEqual([]);
  });
});

test.each(ALL_DEFINED.filter(hasDrafts))(
  'a restore does not publish $facts.labels that were due in the meantime',
  async ({ facts, calls: own }) => {
    const path = join(folder, 'scheduled.tar');
    await (await app.owner()).call(own.addDraft, { json: { title: 'Secret' } });
    const table = sql.table(facts.table);
    for (const days of [-1, 1]) {
      await sql`update ${table} set publish_at = now() + ${days} * interval '1 day'
        where title = 'Secret'`.execute(app.db);
      await writeBackup(path);
      await restoreInto(app, path);
      const { rows } = await sql`select state, publish_at is not null as "isScheduled"
        from ${table} where title = 'Secret'`.execute(app.db);
      expect(rows).toEqual([{ state: 'draft', isScheduled: days > 0 }]);
    }
    await restoreInto(app, archive);
  },
);

test('a restore preserves messages that arrive during it', async () => {
  const message = {
    senderName: 'Mary',
    subject: 'Just now',
    email: 'm@s.example',
    message: 'Are you there?',
  };
  let isSent = false;
  const files: typeof app.files = {
    ...app.files,
    async write(...given) {
      if (!isSent)
        expect((await app.visitor().call(calls.public.send, { json: message })).status).toBe(201);
      isSent = true;
      return app.files.write(...given);
    },
  };
  await restoreBackup({ db: app.db, files, path: archive, replace: true });
  const { rows } =
    await sql`select subject from message where subject in ('B', 'Just now') order by seq`.execute(
      app.db,
    );
  expect(isSent).toBe(true);
  expect(rows).toEqual([{ subject: 'B' }, { subject: 'Just now' }]);
});

describe('the backup API', () => {
  const upload = (client: Client, body: Uint8Array<ArrayBuffer>, type = 'application/x-tar') =>
    client.fetch('/api/v1/backup/restore', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });

  test('downloads and restores a backup', async () => {
    const client = await app.owner();
    const before = await document(app);
    const download = await client.fetch('/api/v1/backup/download');
    expect(download.status).toBe(200);
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="vitrine-\d{4}-\d\d-\d\d\.tar"$/,
    );
    expect(download.headers.get('cache-control')).toBe('no-store');
    const bytes = new Uint8Array(await download.arrayBuffer());
    expect(String(bytes.length)).toBe(download.headers.get('content-length'));

    await client.call(calls.timeline.add, { json: { title: 'X', description: 'D', from: 1999 } });
    const restore = await upload(client, bytes);
    expect([restore.status, await restore.json()]).toEqual([
      200,
      {
        success: true,
        message: 'Backup restored. Please log in with your current email and password.',
        damaged: 0,
      },
    ]);
    expect((await client.call(calls.user.me)).status).toBe(401);
    await expect.poll(() => document(app)).toBe(before);
  });

  test('a restore does not change the email address and the password', async () => {
    const client = await app.owner();
    const current = { email: 'countess@example.com', password: 'difference engine' };
    await client.call(calls.user.updateProfile, { form: { email: current.email } });
    const json = {
      currentPassword: OWNER.password,
      newPassword: current.password,
      confirmNewPassword: current.password,
    };
    await client.call(calls.user.updatePassword, { json });
    expect((await upload(client, new Uint8Array(await readFile(archive)))).status).toBe(200);
    const loginWith = async (login: { email: string; password: string }) =>
      (await app.visitor().call(calls.user.login, { json: login })).status;
    expect(await loginWith({ email: OWNER.email, password: OWNER.password })).toBe(401);
    expect(await loginWith(current)).toBe(200);
    // A restore from the command line uses the login of the backup.
    await restoreInto(app, archive);
    expect(await loginWith({ email: OWNER.email, password: OWNER.password })).toBe(200);
  });

  test('a restore does not show an email address that the backup does not have', async () => {
    const client = await app.owner();
    await client.call(calls.user.updateProfile, { form: { showEmail: 'true' } });
    const download = await client.fetch('/api/v1/backup/download');
    const bytes = new Uint8Array(await download.arrayBuffer());
    const form = { email: 'private@example.com', showEmail: 'false' };
    await client.call(calls.user.updateProfile, { form });
    expect((await upload(client, bytes)).status).toBe(200);
    const { user } = (await (await app.owner()).call(calls.user.me)).body;
    expect(user).toMatchObject({ email: 'private@example.com', showEmail: false });
    await restoreInto(app, archive);
  });

  test('rejects other files', async () => {
    const client = await app.owner();
    const words = new TextEncoder().encode('Dear diary');
    expect((await upload(client, words)).status).toBe(400);
    expect((await upload(client, words, 'text/plain')).status).toBe(415);
    expect((await upload(client, words, 'application/json')).status).toBe(400);
    expect((await client.call(calls.user.me)).status).toBe(200);
  });
});

test('verify reports missing, extra and damaged files', async () => {
  const { files, db } = app;
  const names = (await sql<{ name: string }>`select unnest(files) as name from media`.execute(db))
    .rows;
  const [first, second] = names.map(({ name }) => name);
  if (!first || !second) throw new Error('There are files.');
  await files.remove(first);
  await writeFile(join(app.config.mediaDir, second.slice(0, 2), second), 'other bytes');
  const extra = `${'0'.repeat(64)}.png`;
  await files.write(extra, Buffer.from('x'));
  expect(await verify(db, files)).toMatchObject({
    missing: [first],
    damaged: [second],
    extra: [extra],
  });
});

/** Writes an archive that ends in the middle of an entry of several megabytes. */
async function tooShort(path: string): Promise<void> {
  const size = 6 * 1024 * 1024;
  const entry = {
    name: `media/${'0'.repeat(64)}.png`,
    size,
    read: () => Readable.from([Buffer.alloc(size)]),
  };
  const manifest = {
    format: 1,
    release: '0',
    takenAt: '2026-01-01T00:00:00Z',
    migrations: ['a'],
    rows: {},
    files: 1,
  };
  const text = Buffer.from(JSON.stringify(manifest));
  const first = { name: 'vitrine.json', size: text.length, read: () => Readable.from([text]) };
  await pipeline(writeArchive([first, entry], new Date()), createWriteStream(path));
  await truncate(path, 4 * 1024 * 1024);
}

/** Flips a bit in the middle of an entry. */
async function change(path: string, name: string): Promise<void> {
  const bytes = await readFile(path);
  const place = bytes.lastIndexOf(name) + 512 + 20;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(path, bytes);
}
