import { mkdtemp, readdir, readFile, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { calls } from '@vitrine/contract/calls';
import { downloads } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaFiles } from '../../media/media-files.ts';
import { backUpNightly, copyBeforeRestore } from './automatic-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { listOutdated } from './retention.ts';

let app: TestApp;
let owner: Client;
let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vitrine-test-')), 'backups');
  app = await startApp({ settings: { BACKUP_DIR: folder } });
  owner = await app.owner();
  await owner.call(calls.softwareApplication.add, { form: { name: 'Loom', svg: uploads.svg() } });
});
afterEach(async () => {
  await app.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function backUp(options: { files?: MediaFiles; signal?: AbortSignal } = {}): Promise<void> {
  const { files = app.files, signal } = options;
  return backUpNightly({ db: app.db, files, jobs: app.jobs, folder, bucket: undefined }, signal);
}

async function status() {
  return (await owner.call(calls.backup.status)).body;
}

async function archives(): Promise<string[]> {
  return (await readdir(folder)).toSorted();
}

/** As if everything so far had happened earlier. */
async function wait(days: number): Promise<void> {
  await sql`update automatic_backup set since = since - interval '1 day' * ${days},
    taken_at = taken_at - interval '1 day' * ${days},
    drill_passed_at = drill_passed_at - interval '1 day' * ${days}`.execute(app.db);
}

/** Media files that cannot be read until they are released. */
function blockedFiles() {
  const { promise: isReading, resolve: report } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  async function* content(name: string) {
    report();
    await released;
    yield* app.files.read(name);
  }
  const files: MediaFiles = { ...app.files, read: (name) => Readable.from(content(name)) };
  return { files, isReading, release };
}

async function restoreInDashboard(path: string) {
  const headers = { 'content-type': 'application/x-tar' };
  const body = await readFile(path);
  const response = await owner.fetch('/api/v1/backup/restore', { method: 'POST', body, headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe('an automatic backup', () => {
  test('is taken once a night, is private, and can be restored', async () => {
    expect(await status()).toMatchObject({ folder, last: null, drill: null, problems: [] });
    await backUp();
    await backUp();
    const [name = '', ...others] = await archives();
    expect(others).toEqual([]);
    const { size, mode } = await stat(join(folder, name));
    expect((mode & 0o777).toString(8)).toBe('600');
    const { last, problems } = await status();
    expect(last).toMatchObject({ name, size, missing: 0 });
    expect(problems).toEqual([]);

    const other = await startApp();
    try {
      const { db, files } = other;
      await restoreBackup({ db, files, path: join(folder, name), replace: false });
      const { rows } = await sql`select name from software_application`.execute(db);
      expect(rows).toEqual([{ name: 'Loom' }]);
    } finally {
      await other.stop();
    }

    await wait(1);
    await backUp();
    expect((await status()).last?.name).not.toBe(name);
  });

  test('is not taken without an owner', async () => {
    const other = await startApp();
    try {
      await backUpNightly({ ...other, folder, bucket: undefined });
      await expect(readdir(folder)).rejects.toThrow('ENOENT');
    } finally {
      await other.stop();
    }
  });

  test('is taken by one process at a time, and has no name until it is complete', async () => {
    const { files, isReading, release } = blockedFiles();
    const running = backUp({ files });
    await isReading;
    await backUp();
    expect(await archives()).toEqual([expect.stringMatching(/\.part$/)]);
    release();
    await running;
    expect(await archives()).toEqual([expect.stringMatching(/^nightly-.*Z\.tar$/)]);
  });

  test('that the service interrupts to stop leaves no file and is no failure', async () => {
    const { files, isReading, release } = blockedFiles();
    const stopping = new AbortController();
    const running = backUp({ files, signal: stopping.signal });
    await isReading;
    stopping.abort();
    release();
    await running;
    expect(await archives()).toEqual([]);
    expect((await status()).problems).toEqual([]);
    await backUp();
    expect(await archives()).toHaveLength(1);
  });

  test('that fails leaves no file, is shown to the owner, and is tried again', async () => {
    const fail = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        })(),
      );
    await expect(backUp({ files: { ...app.files, read: fail } })).rejects.toThrow('no space');
    expect(await archives()).toEqual([]);
    const problem = 'The last automatic backup failed. The disk is full.';
    expect((await status()).problems).toEqual([problem]);
    expect((await owner.call(calls.user.me)).body.backupProblem).toBe(problem);
    await backUp();
    expect((await owner.call(calls.user.me)).body.backupProblem).toBeUndefined();
    expect(await archives()).toHaveLength(1);
    expect((await status()).problems).toEqual([]);
  });

  test('that would fill the disk is not written', async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const files = { ...app.files, size: async () => bavail * bsize };
    await expect(backUp({ files })).rejects.toThrow();
    expect((await status()).problems).toEqual([
      'The last automatic backup failed. There is not enough disk space.',
    ]);
  });

  test('into a folder that cannot be written names the folder', async () => {
    await writeFile(folder, 'a file');
    await expect(backUp()).rejects.toThrow();
    expect((await status()).problems).toEqual([
      `The last automatic backup failed. Vitrine cannot write to ${folder} (EEXIST).`,
    ]);
  });

  test('is taken and restored again after the clock was wrong', async () => {
    await backUp();
    const [name] = await archives();
    await wait(-400);
    await backUp();
    const { last, drill } = await status();
    expect(last?.name).not.toBe(name);
    expect(Date.parse(last?.takenAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(drill?.passedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('that is more than two days late is shown to the owner', async () => {
    await backUp();
    await wait(1);
    expect((await status()).problems).toEqual([]);
    await wait(1.1);
    expect((await status()).problems).toEqual([
      'There was no automatic backup in the last 2 days.',
    ]);
  });
});

describe('retention', () => {
  test('keeps seven nights and one backup of each of the four weeks before', () => {
    let kept: string[] = [];
    // A year, night by night, from a Thursday.
    for (let night = 0; night < 365; night += 1) {
      const day = new Date(Date.UTC(2026, 0, 1 + night)).toISOString().slice(0, 10);
      const names = [...kept, `nightly-${day}T02-00-05Z.tar`];
      const outdated = new Set(listOutdated(names));
      kept = names.filter((name) => !outdated.has(name));
    }
    const days = kept.map((name) => name.slice('nightly-'.length, 18));
    expect(days).toEqual([
      ...['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'],
      ...['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30'],
      '2026-12-31',
    ]);
  });

  test('deletes old copies and drafts, and leaves other files alone', async () => {
    await backUp();
    const [name = ''] = await archives();
    const copy = (day: string) => `before-restore-2026-01-${day}T00-00-00Z.tar`;
    const names = { [copy('01')]: 8, [copy('09')]: 6, 'nightly-x.tar.1.part': 2, 'notes.tar': 900 };
    for (const [file, days] of Object.entries(names)) {
      await writeFile(join(folder, file), '');
      const time = Date.now() / 1000 - days * 24 * 60 * 60;
      await utimes(join(folder, file), time, time);
    }
    await backUp();
    expect(await archives()).toEqual([copy('09'), name, 'notes.tar'].toSorted());
  });
});

describe('missing media', () => {
  test('is counted before a download, and shown after an automatic backup', async () => {
    expect((await owner.call(calls.backup.missing)).body.missing).toBe(0);
    for await (const name of app.files.list()) await app.files.remove(name);
    expect((await owner.call(calls.backup.missing)).body.missing).toBe(1);
    expect((await owner.fetch(`/api/v1${downloads.backup.path}`)).status).toBe(200);
    await backUp();
    const { last, problems } = await status();
    expect(last?.missing).toBe(1);
    expect(problems).toEqual([
      'The last automatic backup is incomplete. 1 media file is missing from the server. Run vitrine verify there to list what is missing.',
    ]);
  });
});

describe('a restore in the dashboard', () => {
  test('first saves what it replaces, which can be restored again', async () => {
    await backUp();
    const [nightly = ''] = await archives();
    await sql`update software_application set name = 'Jenny'`.execute(app.db);
    expect((await restoreInDashboard(join(folder, nightly))).status).toBe(200);
    const names = () => app.db.selectFrom('software_application').select('name').execute();
    expect(await names()).toEqual([{ name: 'Loom' }]);

    const copy = (await archives()).find((name) => name.startsWith('before-restore-')) ?? '';
    const { db, files } = app;
    await restoreBackup({ db, files, path: join(folder, copy), replace: true });
    expect(await names()).toEqual([{ name: 'Jenny' }]);
    owner = await app.owner();
    expect((await status()).last?.name).toBe(nightly);
  });

  test('happens once for a session, however many it starts at once', async () => {
    await backUp();
    const [nightly = ''] = await archives();
    // More than there are connections to the database.
    const restores = Array.from({ length: 12 }, () => restoreInDashboard(join(folder, nightly)));
    const codes = (await Promise.all(restores)).map((result) => result.status);
    expect(codes.toSorted()).toEqual([200, ...Array(11).fill(401)]);
    expect(await archives()).toEqual([expect.stringMatching(/^before-restore-/), nightly]);
  });

  test('does not replace the copy of another restore in the same second', async () => {
    const { db, files } = app;
    for (let n = 0; n < 5; n += 1) await copyBeforeRestore({ db, files, folder });
    expect(await archives()).toHaveLength(5);
  });

  test('preserves messages that arrive after it saved the others', async () => {
    await backUp();
    const [nightly = ''] = await archives();
    const { db, files } = app;
    const json = { senderName: 'Mary', subject: 'S', email: 'm@s.example', message: 'Hello' };
    await restoreBackup({
      db,
      files,
      path: join(folder, nightly),
      replace: true,
      async beforeChange() {
        await copyBeforeRestore({ db, files, folder });
        expect((await app.visitor().call(calls.public.send, { json })).status).toBe(201);
      },
    });
    const messages = await db.selectFrom('message').select('sender_name').execute();
    expect(messages).toEqual([{ sender_name: 'Mary' }]);
  });

  test('preserves replies that the owner sends after it saved the others', async () => {
    const { db, files } = app;
    const words = { senderName: 'Mary', subject: 'S', email: 'm@s.example', message: 'Hello' };
    await app.visitor().call(calls.public.send, { json: words });
    await sql`update message set folder = 'inbox'`.execute(db);
    await backUp();
    const [nightly = ''] = await archives();
    const [{ _id: id } = { _id: '' }] = (await owner.call(calls.message.list)).body.messages;
    await restoreBackup({
      db,
      files,
      path: join(folder, nightly),
      replace: true,
      async beforeChange() {
        const { status: code } = await owner.call(calls.message.reply, {
          params: { id },
          json: { text: 'Yes.' },
        });
        expect(code).toBe(201);
      },
    });
    const { rows } = await sql`select replies -> 0 ->> 'text' as text from message`.execute(db);
    expect(rows).toEqual([{ text: 'Yes.' }]);
  });

  test('saves nothing for a file that is not a backup', async () => {
    const path = join(folder, '..', 'notes.tar');
    await writeFile(path, 'Dear diary');
    expect((await restoreInDashboard(path)).status).toBe(400);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  test('changes nothing if the copy cannot be written', async () => {
    await backUp();
    const [nightly = ''] = await archives();
    const path = join(folder, '..', 'moved.tar');
    await writeFile(path, await readFile(join(folder, nightly)));
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file');
    await sql`update software_application set name = 'Jenny'`.execute(app.db);
    const { status: code, body } = await restoreInDashboard(path);
    expect(code).toBe(507);
    expect(body.message).toBe(
      `Nothing was restored, because the current data could not be saved first. Vitrine cannot write to ${folder} (EEXIST).`,
    );
    const { rows } = await sql`select name from software_application`.execute(app.db);
    expect(rows).toEqual([{ name: 'Jenny' }]);
  });
});
