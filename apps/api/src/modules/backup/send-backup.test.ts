import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import { BACKUP_KEY } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { addProject } from '@vitrine/testing/fixtures';
import { generateHybridIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUpNightly } from './automatic-backup.ts';
import { decryptFile, encryptFile } from './encrypt.ts';

const ACCESS_KEY = 'the-access-key-of-the-bucket';
const SECRET_KEY = 'the-secret-key-of-the-bucket';
const FAILED = 'A backup could not be sent to its bucket';

let app: TestApp;
let owner: Client;
let folder: string;
let backups: string;
let store: Awaited<ReturnType<typeof startStore>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  backups = join(folder, 'backups');
  store = await startStore();
  app = await startApp({
    settings: {
      BACKUP_DIR: backups,
      BACKUP_S3_ENDPOINT: store.origin,
      BACKUP_S3_BUCKET: 'safe',
      BACKUP_S3_ACCESS_KEY: ACCESS_KEY,
      BACKUP_S3_SECRET_KEY: SECRET_KEY,
    },
  });
  owner = await app.owner();
});
afterEach(async () => {
  await app.stop();
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The part of S3 that stores a file in parts, lists and deletes. Rejects what `reject` names. */
async function startStore() {
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, Buffer>();
  const rejected = { status: 0, method: '' };
  const events = { beforePart: async () => {}, beforeEnd: async () => {} };
  const answers = { padding: '', isListRepeated: false };
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://store');
    const key = decodeURIComponent(url.pathname.slice('/safe/'.length));
    const body = await buffer(request);
    const send = (status: number, text = '', head = {}) =>
      response.writeHead(status, head).end(text);
    if (rejected.status > 0 && (rejected.method || method) === method)
      return send(rejected.status, `<Error><Message>${headers.authorization}</Message></Error>`);
    const part = url.searchParams.get('partNumber');
    if (url.searchParams.has('uploads'))
      return send(200, `<R>${answers.padding}<UploadId>one</UploadId></R>`);
    if (part !== null) {
      parts.set(part, body);
      await events.beforePart();
      return send(200, '', { etag: `"${part}"` });
    }
    if (url.searchParams.get('uploadId') !== null && method === 'POST') {
      await events.beforeEnd();
      const tags = [...body.toString().matchAll(/<PartNumber>(\d+)/g)];
      objects.set(
        key,
        Buffer.concat(tags.map(([, number = '']) => parts.get(number) ?? Buffer.of())),
      );
      return send(200, '<R><ETag>"whole"</ETag></R>');
    }
    if (url.searchParams.has('list-type')) {
      const after = answers.isListRepeated ? '' : (url.searchParams.get('start-after') ?? '');
      const keys = [...objects.keys()].toSorted().filter((name) => name > after);
      return send(200, `<R>${keys.map((name) => `<Key>${name}</Key>`).join('')}</R>`);
    }
    if (url.searchParams.has('uploadId')) parts.clear();
    else if (method === 'DELETE') objects.delete(key);
    return send(204);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    rejected,
    events,
    answers,
    parts,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function backUp(signal?: AbortSignal, bucket = app.config.backupBucket): Promise<void> {
  return backUpNightly({ ...app, folder: backups, bucket }, signal);
}

async function status() {
  return (await owner.call(calls.backup.status)).body;
}

/** Returns the secret key. */
async function saveKey(): Promise<string> {
  const { identity, recipient } = (await owner.call(calls.backup.createKey)).body;
  const { body } = await owner.call(calls.backup.saveKey, { json: { recipient } });
  expect(body.message).toBe('Key saved. The newest backup is sent within an hour.');
  return identity;
}

/** The only object in the bucket, decrypted. */
async function decrypted(identity: string): Promise<Buffer> {
  const [bytes = Buffer.of()] = store.objects.values();
  await writeFile(join(folder, 'sent'), bytes);
  await decryptFile(join(folder, 'sent'), join(folder, 'archive'), identity);
  return readFile(join(folder, 'archive'));
}

describe('a nightly backup', () => {
  test('is in the bucket, and only the key of the owner decrypts it', async () => {
    await addProject(owner, 'A project that only visitors of the bucket would see');
    const identity = await saveKey();
    await backUp();
    const { last, bucket, problems } = await status();
    const [sent = Buffer.of()] = store.objects.values();
    expect([...store.objects.keys()]).toEqual([`${last?.name}.age`]);
    expect(bucket).toMatchObject({
      name: `safe at ${new URL(store.origin).host}`,
      sent: { name: `${last?.name}.age`, size: sent.length },
    });
    expect(problems).toEqual([]);
    expect(sent.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(sent.includes('vitrine.json')).toBe(false);
    expect(await decrypted(identity)).toEqual(await readFile(join(backups, last?.name ?? '')));
    // Nothing else stays in the folder, and the secret key is nowhere.
    expect(await readdir(backups)).toEqual([last?.name]);
    const { rows } = await sql`select * from automatic_backup`.execute(app.db);
    expect(JSON.stringify([rows, app.log])).not.toContain(identity);
  });

  test('is sent once, and again with a new key', async () => {
    const first = await saveKey();
    await backUp();
    store.objects.clear();
    await backUp();
    expect(store.objects.size).toBe(0);
    const second = await saveKey();
    await backUp();
    await expect(decrypted(first)).rejects.toThrow('This key does not decrypt this backup.');
    expect((await decrypted(second)).length).toBeGreaterThan(1000);
  });

  test('is sent again if its key was replaced while it was sent', async () => {
    await saveKey();
    let second = '';
    store.events.beforeEnd = async () => {
      second ||= await saveKey();
    };
    await backUp();
    expect((await status()).bucket?.sent).toBeNull();
    await backUp();
    expect((await status()).bucket?.sent).not.toBeNull();
    expect((await decrypted(second)).length).toBeGreaterThan(1000);
  });

  test('that is being sent when the service stops is canceled, and sent later', async () => {
    await saveKey();
    const stopping = new AbortController();
    store.events.beforePart = () => {
      stopping.abort();
      return new Promise(() => {});
    };
    await backUp(stopping.signal);
    // The store would charge for a part.
    expect([store.parts.size, store.objects.size]).toEqual([0, 0]);
    expect((await status()).problems).toEqual([]);
    store.events.beforePart = async () => {};
    await backUp();
    expect(store.objects.size).toBe(1);
  });

  test('does not end in the memory or the loop of a store that answers too much', async () => {
    await saveKey();
    store.answers.padding = ' '.repeat(10 * 1024 * 1024);
    await expect(backUp()).rejects.toThrow('The response has more than');
    store.answers.padding = '';
    store.answers.isListRepeated = true;
    await backUp();
    expect((await status()).problems).toEqual([]);
  });

  test('is sent to another bucket at once, and is not said to be there before', async () => {
    await saveKey();
    const { backupBucket } = app.config;
    await backUp(undefined, backupBucket && { ...backupBucket, bucket: 'past' });
    expect((await status()).bucket).toMatchObject({
      name: expect.stringMatching(/^safe/),
      sent: null,
    });
    await backUp();
    expect((await status()).bucket?.sent).not.toBeNull();
    expect([...store.objects.keys()]).toContain(`${(await status()).last?.name}.age`);
  });

  test('stays on the server as long as there is no key, and the owner is told', async () => {
    await backUp();
    expect(store.objects.size).toBe(0);
    const { bucket, problems } = await status();
    expect(bucket).toMatchObject({ recipient: null, sent: null });
    expect(problems).toEqual([
      'No backup is sent to the bucket yet. Create a key in Account > Backup.',
    ]);
  });

  test('that cannot be sent is a problem, mailed after the third attempt, and sent later', async () => {
    await saveKey();
    store.rejected.status = 403;
    for (const mails of [0, 0, 1, 1]) {
      await expect(backUp()).rejects.toThrow();
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from pgboss.job where data ->> 'kind' = 'backup-not-sent'`.execute(
        app.db,
      );
      expect(rows[0]?.count).toBe(mails);
    }
    const [problem] = (await status()).problems;
    expect(problem).toContain(
      'The last backup could not be sent to the bucket. The object store rejected',
    );
    const mail = await app.mail.waitFor(FAILED, 1);
    for (const text of [problem, mail.raw, app.log.join('')])
      for (const secret of [ACCESS_KEY, SECRET_KEY]) expect(text).not.toContain(secret);
    store.rejected.status = 0;
    await backUp();
    expect((await status()).problems).toEqual([]);
    expect(store.objects.size).toBe(1);
  });

  test('replaces those of more than seven nights ago, if the key may delete', async () => {
    const days = Array.from({ length: 60 }, (_, day) => day);
    const nameOf = (day: number) =>
      `nightly-${new Date(Date.now() - day * 86_400_000).toISOString().replaceAll(/[:.]/g, '-')}.tar.age`;
    for (const name of [...days.map(nameOf), 'nightly-mine.tar.age', 'other.age'])
      store.objects.set(name, Buffer.of());
    await saveKey();
    store.rejected.method = 'DELETE';
    store.rejected.status = 403;
    await backUp();
    expect(store.objects.size).toBe(63);
    expect((await status()).problems).toEqual([]);
    // Any other failure is not one of the backup, which is in the bucket.
    await saveKey();
    store.rejected.status = 500;
    await expect(backUp()).rejects.toThrow();
    expect((await status()).problems).toEqual([]);
    store.rejected.status = 0;
    await saveKey();
    await backUp();
    // Seven nights, four weeks, and what Vitrine has not put there.
    expect(store.objects.size).toBe(7 + 4 + 2);
    expect([...store.objects.keys()]).toEqual(expect.arrayContaining(['other.age']));
  });
});

describe('a restore of an encrypted backup', () => {
  async function restore(bytes: Buffer, key?: string) {
    const headers = { 'content-type': 'application/x-tar', ...(key && { [BACKUP_KEY]: key }) };
    const response = await owner.fetch('/api/v1/backup/restore', {
      method: 'POST',
      headers,
      body: new Uint8Array(bytes),
    });
    return [response.status, (await response.json()).message];
  }

  test('takes its key, also with the lines around it', async () => {
    const identity = await saveKey();
    await addProject(owner, 'Tides');
    await backUp();
    await owner.call(calls.project.add, { form: { title: 'Later' } });
    const [bytes = Buffer.of()] = store.objects.values();
    expect(await restore(bytes)).toEqual([
      400,
      expect.stringContaining('This backup is encrypted.'),
    ]);
    const other = (await owner.call(calls.backup.createKey)).body.identity;
    expect(await restore(bytes, other)).toEqual([
      400,
      expect.stringContaining('This key does not decrypt this backup.'),
    ]);
    const damaged = Buffer.from(bytes);
    damaged[bytes.length - 100] = (damaged[bytes.length - 100] ?? 0) ^ 1;
    for (const part of [damaged, bytes.subarray(0, -100)])
      expect(await restore(part, identity)).toEqual([
        400,
        'The encrypted backup is incomplete or damaged.',
      ]);
    expect(await restore(bytes, `# created\t${identity} `)).toEqual([
      200,
      expect.stringContaining('Backup restored.'),
    ]);
    owner = await app.owner();
    const { projects } = (await owner.call(calls.project.list)).body;
    expect(projects.map(({ title }) => title)).toEqual(['Tides']);
    // The key stays, and so do backups in the bucket.
    expect((await status()).bucket?.recipient).toMatch(/^age1/);
  });
});

test('an encrypted backup with thousands of keys is refused before any is tried', async () => {
  const point = Buffer.alloc(32, 9).toString('base64').slice(0, 43);
  const header = `age-encryption.org/v1\n${`-> X25519 ${point}\n${point}\n`.repeat(2_000)}--- ${point}\n`;
  const path = join(folder, 'crafted');
  await writeFile(path, header);
  const { identity } = (await owner.call(calls.backup.createKey)).body;
  await expect(decryptFile(path, `${path}.tar`, identity)).rejects.toThrow('damaged');
});

describe('a key', () => {
  test('needs a recent confirmation, and is recorded', async () => {
    await sql`update session set confirmed_at = now() - interval '10 minutes'`.execute(app.db);
    for (const response of [
      await owner.call(calls.backup.createKey),
      await owner.call(calls.backup.saveKey, { json: { recipient: 'age1' } }),
    ])
      expect(response.status).toBe(403);
    await sql`update session set confirmed_at = now()`.execute(app.db);
    await saveKey();
    const { events } = (await owner.call(calls.audit.list)).body;
    expect(events[0]).toMatchObject({ kind: 'backup-key-changed' });
  });

  test.each([
    'age1',
    'AGE-SECRET-KEY-1',
    'ssh-ed25519 AAAA',
    'age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
    // A point that encrypts nothing.
    'age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z',
    // For a security key.
    'age1tag1qgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqydpmt7j',
  ])('like %s is refused', async (recipient) => {
    const { status: code, body } = await owner.call(calls.backup.saveKey, { json: { recipient } });
    expect([code, body.message]).toEqual([400, expect.stringContaining('age1')]);
  });

  test('that a restore does not take is refused', async () => {
    const recipient = await identityToRecipient(await generateHybridIdentity());
    expect((await owner.call(calls.backup.saveKey, { json: { recipient } })).status).toBe(400);
  });

  test('of the age program works', async () => {
    const source = join(folder, 'text');
    await writeFile(source, 'a'.repeat(200_000));
    const identity = 'AGE-SECRET-KEY-1N9JEPW6DWJ0ZQUDX63F5A03GX8QUW7PXDE39N8UYF82VZ9PC8UFS3M7XA9';
    const recipient = 'age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2z';
    await encryptFile(source, `${source}.age`, recipient);
    await decryptFile(`${source}.age`, `${source}.again`, identity);
    expect(await readFile(`${source}.again`, 'utf8')).toBe('a'.repeat(200_000));
  });
});
