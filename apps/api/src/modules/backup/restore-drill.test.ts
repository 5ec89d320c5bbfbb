import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Db } from '../../db/client.ts';
import { type Entry, MANIFEST, Manifest, readArchive, writeArchive } from './archive.ts';
import { backUpNightly } from './automatic-backup.ts';

const SUBJECT = 'A backup failed its restore drill';
const CHANGED = 'The file changed after it was written. Check its disk, and download a backup.';

let app: TestApp;
let owner: Client;
let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vitrine-test-')), 'backups');
  app = await startApp({ settings: { BACKUP_DIR: folder } });
  owner = await app.owner();
  await owner.call(calls.softwareApplication.add, { form: { name: 'Loom', svg: uploads.svg() } });
  await owner.call(calls.user.updateProfile, { form: { avatar: await uploads.jpg() } });
  const json = { title: 'Trashed', description: 'D', from: 1940 };
  const { timeline } = (await owner.call(calls.timeline.add, { json })).body;
  await owner.call(calls.timeline.remove, { params: { id: timeline._id } });
  const message = { senderName: 'Ä', subject: 'B', email: 'c@d.example', message: 'Grüße 🎩' };
  await app.visitor().call(calls.public.send, { json: message });
});
afterEach(async () => {
  await app.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function backUp({ db = app.db, signal }: { db?: Db; signal?: AbortSignal } = {}): Promise<void> {
  return backUpNightly({ ...app, db, folder, bucket: undefined }, signal);
}

async function status() {
  return (await owner.call(calls.backup.status)).body;
}

/** As an hour later, if the newest backup had not passed before. */
async function drillAgain(): Promise<string[]> {
  await forgetDrill();
  await backUp().catch(() => {});
  return (await status()).problems;
}

async function forgetDrill(): Promise<void> {
  await sql`update automatic_backup
    set drill_passed_at = null, drill_rows = null, drill_files = null, drill_ms = null`.execute(
    app.db,
  );
}

async function newest(): Promise<{ name: string; path: string; bytes: Buffer }> {
  const [name = ''] = (await readdir(folder)).toReversed();
  const path = join(folder, name);
  return { name, path, bytes: await readFile(path) };
}

/** Changes one bit in the content of an entry; in the manifest, the version of Vitrine. */
function damage(bytes: Buffer, entry: string): Buffer {
  const changed = Buffer.from(bytes);
  // A header has 512 bytes and starts with the name.
  const at = bytes.lastIndexOf(entry) + 512 + 31;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Writes the archive with another manifest, as if it had been written so. */
async function changeManifest(change: (manifest: Manifest) => Manifest): Promise<void> {
  const { path } = await newest();
  const entries: Entry[] = [];
  for await (const { name, body } of readArchive(path)) {
    const bytes = await buffer(body);
    const written =
      name === MANIFEST
        ? Buffer.from(JSON.stringify(change(Manifest.parse(JSON.parse(bytes.toString())))))
        : bytes;
    entries.push({ name, size: written.length, read: () => Readable.from([written]) });
  }
  await writeFile(path, await buffer(writeArchive(entries, new Date())));
  await sql`update automatic_backup set checksum = null`.execute(app.db);
}

const scratch = async () =>
  (await sql`select from pg_namespace where nspname = 'vitrine_drill'`.execute(app.db)).rows;

describe('a restore drill', () => {
  test('passes a good backup once, with all rows and files, and removes the copy', async () => {
    await backUp();
    const { drill, problems } = await status();
    expect(problems).toEqual([]);
    // Both sizes of the photo, and the icon.
    const files = (await newest()).bytes.toString('latin1').match(/media\/[0-9a-f]{64}\.\w+\0/g);
    expect(drill?.files).toBe(files?.length);
    expect(drill?.rows).toBeGreaterThan(5);
    expect(await scratch()).toEqual([]);
    await backUp();
    expect((await status()).drill).toEqual(drill);
  });

  test.each([
    ['the rows', 'data/message.jsonl.gz', 'data/message.jsonl.gz does not match its checksum'],
    ['a media file', 'media/', '1 media file is damaged'],
    ['the manifest', MANIFEST, 'Its content matches its checksums, but the rest does not'],
  ])('finds one changed bit in %s, and passes the repaired file', async (_, entry, problem) => {
    await backUp();
    const { name, path, bytes } = await newest();
    await writeFile(path, damage(bytes, entry));
    const [failure, ...others] = await drillAgain();
    expect(failure).toContain(`The last restore drill failed. ${name}: `);
    expect(failure).toContain(`${problem}. ${CHANGED}`);
    expect(others).toEqual([]);
    expect((await owner.call(calls.user.me)).body.backupProblem).toBe(failure);
    await writeFile(path, bytes);
    expect(await drillAgain()).toEqual([]);
  });

  test('finds media that were damaged before the backup', async () => {
    for await (const name of app.files.list()) {
      if (!name.endsWith('.svg')) continue;
      const bytes = await buffer(app.files.read(name));
      await app.files.remove(name);
      const path = join(app.config.mediaDir, name.slice(0, 2), name);
      await writeFile(path, bytes.toString().replace('<svg', '<Svg'));
    }
    await expect(backUp()).rejects.toThrow('damaged');
    expect((await status()).problems).toEqual([
      `The last restore drill failed. ${(await newest()).name}: 1 media file is damaged. Run vitrine verify on the server, and download a backup.`,
    ]);
  });

  test('finds a backup that is cut off, or missing', async () => {
    await backUp();
    const { name, path, bytes } = await newest();
    await writeFile(path, bytes.subarray(0, bytes.length / 2));
    const failed = `The last restore drill failed. ${name}: `;
    expect(await drillAgain()).toEqual([
      `${failed}This is not a complete Vitrine backup. ${CHANGED}`,
    ]);
    await rm(path);
    expect(await drillAgain()).toEqual([`${failed}The file is missing.`]);
  });

  test('compares the restored rows with those that were read for the backup', async () => {
    await backUp();
    await changeManifest((manifest) => ({
      ...manifest,
      digests: { ...manifest.digests, message: 'c0ffee', owner: 'c0ffee' },
    }));
    expect(await drillAgain()).toEqual([
      `The last restore drill failed. ${(await newest()).name}: After a restore, these tables differ from what was backed up: owner, message. Keep an older backup, and report this problem.`,
    ]);
  });

  test('compares the number of rows of a backup from an earlier version', async () => {
    await backUp();
    await changeManifest(({ digests: _, ...manifest }) => manifest);
    expect(await drillAgain()).toEqual([]);
    await changeManifest((manifest) => ({ ...manifest, rows: { ...manifest.rows, message: 2 } }));
    expect((await drillAgain())[0]).toContain('This backup is incomplete: message has 1 rows.');
  });

  test('passes after the time zone of the database changed', async () => {
    await backUp();
    await forgetDrill();
    const { databaseUrl: url } = app.config;
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))}
      set timezone = 'Asia/Kathmandu'`.execute(app.db);
    const db = connect({ url, onConnectionError: () => {} });
    try {
      await backUp({ db });
      expect((await status()).drill).not.toBeNull();
    } finally {
      await db.destroy();
    }
  });

  test('is reported as overdue if none was completed in two days', async () => {
    await backUp();
    await sql`update automatic_backup set drill_passed_at = now() - interval '3 days'`.execute(
      app.db,
    );
    expect((await status()).problems).toEqual([
      expect.stringMatching(/^No restore drill was completed in the last 2 days\./),
    ]);
  });
});

describe('while a restore drill runs', () => {
  let other: pg.Client;

  beforeEach(async () => {
    other = new pg.Client(app.config.databaseUrl);
    await other.connect();
    // Holds a drill at the first migration that changes one of the tables that it has created.
    await other.query('begin; lock table pg_statistic in share mode');
  });
  afterEach(() => other.end());

  test('the owner can write, nobody sees its tables, and no other process starts one', async () => {
    const running = backUp();
    await waitForLockContention(other);
    const json = { title: 'Written', description: 'D', from: 1940 };
    expect((await owner.call(calls.timeline.add, { json })).status).toBe(201);
    expect(await scratch()).toEqual([]);
    await backUp();
    expect((await status()).drill).toBeNull();
    await other.query('rollback');
    await running;
    const { drill, problems } = await status();
    expect(drill).not.toBeNull();
    expect(problems).toEqual([]);
  });

  test('the service can stop, which is no failure', async () => {
    // Holds the drill before its first table.
    await other.query('rollback; begin; create schema vitrine_drill');
    const stopping = new AbortController();
    const running = backUp({ signal: stopping.signal });
    await waitForLockContention(other, { statement: 'create schema' });
    stopping.abort();
    await other.query('rollback');
    await running;
    expect(await status()).toMatchObject({ drill: null, problems: [] });
    expect(await scratch()).toEqual([]);
    await backUp();
    expect((await status()).drill).not.toBeNull();
  });
});

describe('the email about a failed drill', () => {
  test('is sent once for each backup, and names what failed', async () => {
    await backUp();
    const { name, path, bytes } = await newest();
    await writeFile(path, damage(bytes, 'data/owner.jsonl.gz'));
    for (let hour = 0; hour < 3; hour += 1) await drillAgain();
    const mail = await app.mail.waitFor(SUBJECT, 1);
    expect(mail.recipients).toEqual(['ada@example.com']);
    expect(mail.text).toContain(name);
    expect(mail.text).toContain('data/owner.jsonl.gz does not match its checksum');
    expect(mail.text).toContain('http://vitrine.test/?view=account&section=backup');
    const { rows } = await sql`select from pgboss.job
      where data ->> 'kind' = 'restore-drill-failed'`.execute(app.db);
    expect(rows).toHaveLength(1);
  });
});
