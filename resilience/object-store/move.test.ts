import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@vitrine/api/config';
import { diskFiles } from '@vitrine/api/media/media-files';
import { moveMedia, openMedia } from '@vitrine/api/media/open-media';
import { s3Files } from '@vitrine/api/media/s3-files';
import type { Client } from '@vitrine/testing/api-client';
import { freePort } from '@vitrine/testing/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { addSmallTool, isServed, listNames, repeatTask, vitrine } from './media-helpers.ts';

const FILES = size({ short: 60, long: 400 });
const KILLS = size({ short: 2, long: 10 });
const PROGRAM = new URL('../../apps/api/src/vitrine.ts', import.meta.url).pathname;

let host: Host;
let bucket: Bucket;
let cookie: string;
/** The paths of all acknowledged uploads. */
const paths: string[] = [];

beforeAll(async () => {
  host = await startHost();
  bucket = await createBucket();
  const owner = await host.owner();
  cookie = owner.cookie;
  await repeatTask(FILES, 4, async () => {
    paths.push((await addSmallTool(owner)).path);
  });
}, 300_000);
afterAll(() => host.stop());

async function listDisk(): Promise<string[]> {
  const entries = await readdir(host.mediaDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Moves all files, and kills the program several times. Returns how many were left each time. */
async function moveWithKills(env: Record<string, string>, countLeft: () => Promise<number>) {
  const total = await countLeft();
  const leftAtKill: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = total * (1 - kill / (KILLS + 1));
    const child = spawn(process.execPath, [PROGRAM, 'move-media'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: host.databaseUrl, ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while ((await countLeft()) > goal && child.exitCode === null) await sleep(10);
    child.kill('SIGKILL');
    await ended;
    leftAtKill.push(await countLeft());
  }
  const { code, output } = await vitrine(host, ['move-media'], env);
  expect([code, output]).toEqual([0, expect.stringMatching(/Moved \d+ files\.\n$/)]);
  return leftAtKill;
}

/** Reads and uploads continuously during an action. */
async function readAndUploadDuring(client: Client, action: () => Promise<void>) {
  let isDone = false;
  const count = { reads: 0, failedReads: 0, uploads: 0, failedUploads: 0 };
  const read = async () => {
    while (!isDone) {
      const path = paths[Math.floor(Math.random() * paths.length)] ?? '';
      count.reads += 1;
      if (!(await isServed(client, path))) count.failedReads += 1;
    }
  };
  const upload = async () => {
    while (!isDone) {
      const { status, path } = await addSmallTool(client);
      count.uploads += 1;
      if (status === 201) paths.push(path);
      else count.failedUploads += 1;
      await sleep(100);
    }
  };
  const running = [read(), read(), upload()];
  try {
    await action();
  } finally {
    isDone = true;
    await Promise.all(running);
  }
  return count;
}

async function expectComplete(env: Record<string, string>): Promise<void> {
  const { code, output } = await vitrine(host, ['verify'], env);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/: 0 missing, \d+ extra, 0 damaged\.\n$/),
  ]);
}

describe('moving media while the service runs', () => {
  test('serves every file while media moves to the object store and back, despite kills', {
    timeout: 1_200_000,
  }, async ({ annotate }) => {
    const toBucket = { ...bucket.env, MEDIA_DIR: host.mediaDir };
    const toDisk = { ...toBucket, MEDIA_STORE: 'disk' };
    const directions = [
      {
        name: 'to the object store',
        env: toBucket,
        countLeft: async () => (await listDisk()).length,
      },
      {
        name: 'back',
        env: toDisk,
        countLeft: async () => (await listNames(s3Files(bucket.options))).length,
      },
    ];
    let service = host.service;
    for (const { name, env, countLeft } of directions) {
      const next = await host.start(env);
      await service.signal('SIGTERM');
      service = next;
      const client = Object.assign(service.client(), { cookie });
      const before = paths.length;
      let leftAtKill: number[] = [];
      const count = await readAndUploadDuring(client, async () => {
        leftAtKill = await moveWithKills(env, countLeft);
      });
      expect(count).toMatchObject({ failedReads: 0, failedUploads: 0 });
      await expect.poll(countLeft, { timeout: 60_000 }).toBe(0);
      await expectComplete(env);
      for (const path of paths) expect(await isServed(client, path)).toBe(true);
      await annotate(
        `${name}: ${before} files, ${KILLS} kills with ${leftAtKill.join(', ')} files left; meanwhile ${count.reads} reads and ${count.uploads} uploads, 0 failed; then 0 missing, 0 damaged`,
      );
    }
    // The next start deletes temporary files of killed processes.
    await service.signal('SIGTERM');
    await host.start({ MEDIA_DIR: host.mediaDir });
    const uploaded = new Set(paths.map((path) => path.split('/').at(-1)));
    const extra = async () => (await listDisk()).filter((name) => !uploaded.has(name));
    await expect.poll(extra, { timeout: 20_000 }).toEqual([]);
  });

  test.each(['size', 'content'])(
    'finds the %s of a file that moves between two look-ups',
    async (kind) => {
      const { env } = await createBucket();
      const mediaDir = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
      const settings = { DATABASE_URL: host.databaseUrl, ...env, MEDIA_DIR: mediaDir };
      const bytes = Buffer.from('picture');
      const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`;
      await diskFiles(mediaDir).write(name, bytes);
      let moves = 0;
      const proxy = await startProxy(env['S3_ENDPOINT'] ?? '', async () => {
        moves += (await moveMedia(readConfig(settings), () => {})).moved;
      });
      // The file is not in the store yet, and no longer on the disk when that is checked.
      const files = await openMedia(readConfig({ ...settings, S3_ENDPOINT: proxy.endpoint }));
      if (kind === 'size') expect(await files.size(name)).toBe(bytes.length);
      else expect(await buffer(files.read(name))).toEqual(bytes);
      expect(moves).toBe(1);
      proxy.stop();
      await rm(mediaDir, { recursive: true });
    },
  );
});

/** A proxy to the store that runs an action before it returns the first response. */
async function startProxy(endpoint: string, action: () => Promise<void>) {
  let running: Promise<void> | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const forwarded = request(new URL(url, endpoint), { method, headers }, async (response) => {
      running ??= action();
      await running;
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
