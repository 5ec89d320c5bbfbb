import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connect } from '@vitrine/api/db/client';
import { mediaStore } from '@vitrine/api/media/media-store';
import { s3Files } from '@vitrine/api/media/s3-files';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { createDatabase } from '@vitrine/testing/database';
import { freePort } from '@vitrine/testing/postgres';
import { timed } from '@vitrine/testing/statistics';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, startHost } from '../support/host.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { addTool, isServed, smallPicture, vitrine } from './media-helpers.ts';

let folder: string;
let bucket: Bucket;
let host: Host;
let owner: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  bucket = await createBucket();
  host = await startHost({ env: withoutFolder(bucket) });
  owner = await host.owner();
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Settings without a media folder to fall back on. */
function withoutFolder({ env }: Bucket): Record<string, string> {
  return { ...env, MEDIA_DIR: join(folder, 'nowhere') };
}

async function load(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await host.service.client().fetch(new URL(url).pathname, { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

async function upload(svg: File) {
  const { status, body } = await addTool(owner, svg);
  expect(status).toBe(201);
  return body.softwareApplication;
}

describe('service with an object store', () => {
  test.each([
    ['png', 'image/png'],
    ['svg', 'image/svg+xml'],
  ] as const)('serves a %s from the store as from a disk', async (kind, type) => {
    const { svg } = await upload(await uploads[kind]());
    const { status, headers, bytes } = await load(svg.url);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(await isServed(owner, new URL(svg.url).pathname)).toBe(true);
    // The bucket has it under the same path.
    const stored = await bucket.raw(new URL(svg.url).pathname.slice(1));
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(bytes);
  });

  test('serves a PDF and the preview of its first page', async () => {
    const { body } = await owner.call(calls.user.updateProfile, {
      form: { resume: uploads.pdf() },
    });
    const { headers, bytes } = await load(body.user.resume.url);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await load(body.user.resume.preview?.url ?? '')).status).toBe(200);
  });

  test('supports conditional and range requests', async () => {
    const { url } = (await upload(await uploads.png(400, 200))).svg;
    const { headers, bytes } = await load(url);
    const again = await load(url, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const part = await load(url, { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`);
    expect(part.bytes).toEqual(bytes.subarray(10, 20));
    const last = await load(url, { range: 'bytes=-7' });
    expect(last.bytes).toEqual(bytes.subarray(-7));
    const beyond = await load(url, { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
    const head = await load(url, {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    const missing = new URL(`/media/${'0'.repeat(64)}.png`, url).href;
    expect((await load(missing)).status).toBe(404);
  });

  test('deletes files that were unused for a week, and no others', async () => {
    const used = await upload(await smallPicture());
    const unused = await upload(await smallPicture());
    // Files of items in the trash are in use.
    const items = [{ noun: 'software-application', id: unused._id }];
    await owner.call(calls.softwareApplication.remove, { params: { id: unused._id } });
    expect((await owner.call(calls.trash.remove, { json: { items } })).status).toBe(200);
    const db = connect({ url: host.databaseUrl, onConnectionError: () => {} });
    const files = s3Files(bucket.options);
    const sizeOf = ({ svg }: typeof used) => files.size(basename(svg.url));
    const { sweep } = mediaStore(files);
    await sweep(db);
    expect(await sizeOf(unused)).toBeGreaterThan(0);
    await host.database.query(`update media set orphaned_at = orphaned_at - interval '8 days'`);
    expect(await sweep(db)).toEqual({ removed: 1 });
    await db.destroy();
    // The service may still have the file in memory, because another process has deleted it.
    expect(await sizeOf(unused)).toBeUndefined();
    expect(await sizeOf(used)).toBeGreaterThan(0);
  });
});

describe('backup and restore between stores', () => {
  test('restores from an object store to a disk and back', async ({ annotate }) => {
    const onDisk = { MEDIA_STORE: 'disk', MEDIA_DIR: join(folder, 'restored') };
    const another = await createBucket();
    let from: Record<string, string> = withoutFolder(bucket);
    const { output } = await vitrine(host, ['verify'], from);
    const summary = /(\d+) files: 0 missing, 0 extra, 0 damaged\.\n/.exec(output);
    expect(summary).not.toBeNull();
    for (const target of [onDisk, withoutFolder(another)]) {
      const archive = join(folder, 'backup.tar');
      const backup = await vitrine(host, ['backup', archive], from);
      expect([backup.code, backup.output]).toEqual([0, expect.stringMatching(/ [KM]B\./)]);
      const database = await createDatabase({ empty: true });
      const to = { ...target, DATABASE_URL: database.url };
      const restore = await vitrine(host, ['restore', archive], to);
      expect([restore.code, restore.output]).toEqual([
        0,
        expect.stringContaining(summary?.[0] ?? ''),
      ]);
      const verify = await vitrine(host, ['verify'], to);
      expect([verify.code, verify.output]).toEqual([
        0,
        expect.stringContaining(summary?.[0] ?? ''),
      ]);
      from = to;
    }
    await annotate(`${summary?.[1]} files in both directions: 0 missing, 0 extra, 0 damaged`);
  });
});

describe('media store unavailable', () => {
  const MESSAGE = 'Files cannot be stored right now. Please try again shortly.';

  test('50 uploads return 503 and leave no row while connections are refused', async ({
    annotate,
  }) => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const offline = await startHost({ env: { ...withoutFolder(bucket), S3_ENDPOINT: endpoint } });
    try {
      const client = await offline.owner();
      const before = await dumpTables(offline.database);
      let slowest = 0;
      for (let n = 0; n < 50; n += 1) {
        const svg = await smallPicture();
        const { result, ms } = await timed(() => addTool(client, svg));
        expect([result.status, result.body.message]).toEqual([503, MESSAGE]);
        slowest = Math.max(slowest, ms);
      }
      expect(slowest).toBeLessThan(10_000);
      expect(await dumpTables(offline.database)).toEqual(before);
      await annotate(`50 × 503, 0 rows; the slowest after ${(slowest / 1000).toFixed(1)} s`);
    } finally {
      await offline.stop();
    }
  });

  test('uploads return 503 within 30 s if the store does not respond', async ({ annotate }) => {
    const sockets = new Set<Socket>();
    const port = await freePort();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(port);
    const endpoint = `http://127.0.0.1:${port}`;
    const offline = await startHost({ env: { ...withoutFolder(bucket), S3_ENDPOINT: endpoint } });
    try {
      const client = await offline.owner();
      const before = await dumpTables(offline.database);
      const responses = await Promise.all(
        [1, 2, 3].map(async () => {
          const svg = await smallPicture();
          return timed(() => addTool(client, svg));
        }),
      );
      for (const { result } of responses)
        expect([result.status, result.body.message]).toEqual([503, MESSAGE]);
      const slowest = Math.max(...responses.map(({ ms }) => ms));
      expect(slowest).toBeLessThan(30_000);
      expect(await dumpTables(offline.database)).toEqual(before);
      await annotate(`3 × 503, 0 rows; the slowest after ${(slowest / 1000).toFixed(1)} s`);
    } finally {
      await offline.stop();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });
});
