import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';
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
import { addSmallTool, isServed, namesIn, times, vitrine } from './portfolio.ts';

const FILES = size({ short: 60, long: 400 });
const KILLS = size({ short: 2, long: 10 });
const PROGRAM = new URL('../../apps/api/src/vitrine.ts', import.meta.url).pathname;

let host: Host;
let bucket: Bucket;
let cookie: string;
/** Where the files are served that were acknowledged. */
const paths: string[] = [];

beforeAll(async () => {
  host = await startHost();
  bucket = await createBucket();
  const owner = await host.owner();
  cookie = owner.cookie;
  await times(FILES, 4, async () => {
    paths.push((await addSmallTool(owner)).path);
  });
}, 300_000);
afterAll(() => host.stop());

async function onDisk(): Promise<string[]> {
  const entries = await readdir(host.mediaDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Moves all, killed several times on the way; gives how much was still to be moved each time. */
async function moveWithKills(env: Record<string, string>, left: () => Promise<number>) {
  const all = await left();
  const leftAtKill: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = all * (1 - kill / (KILLS + 1));
    const child = spawn(process.execPath, [PROGRAM, 'move-media'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: host.databaseUrl, ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while ((await left()) > goal && child.exitCode === null) await sleep(10);
    child.kill('SIGKILL');
    await ended;
    leftAtKill.push(await left());
  }
  const { code, output } = await vitrine(host, ['move-media'], env);
  expect([code, output]).toEqual([0, expect.stringMatching(/Moved \d+ files\.\n$/)]);
  return leftAtKill;
}

/** Reads and uploads without a pause while the work is done. */
async function during(at: Client, work: () => Promise<void>) {
  let isDone = false;
  const count = { reads: 0, failedReads: 0, uploads: 0, failedUploads: 0 };
  const read = async () => {
    while (!isDone) {
      const path = paths[Math.floor(Math.random() * paths.length)] ?? '';
      count.reads += 1;
      if (!(await isServed(at, path))) count.failedReads += 1;
    }
  };
  const upload = async () => {
    while (!isDone) {
      const { status, path } = await addSmallTool(at);
      count.uploads += 1;
      if (status === 201) paths.push(path);
      else count.failedUploads += 1;
      await sleep(100);
    }
  };
  const busy = [read(), read(), upload()];
  try {
    await work();
  } finally {
    isDone = true;
    await Promise.all(busy);
  }
  return count;
}

async function expectClean(env: Record<string, string>): Promise<void> {
  const { code, output } = await vitrine(host, ['verify'], env);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/: 0 missing, \d+ extra, 0 damaged\.\n$/),
  ]);
}

describe('moving media while the service runs', () => {
  test('disk to object store and back, killed on the way: every file is served throughout', {
    timeout: 1_200_000,
  }, async ({ annotate }) => {
    const toBucket = { ...bucket.env, MEDIA_DIR: host.mediaDir };
    const toDisk = { ...toBucket, MEDIA_STORE: 'disk' };
    const directions = [
      { name: 'to the object store', env: toBucket, left: async () => (await onDisk()).length },
      {
        name: 'back',
        env: toDisk,
        left: async () => (await namesIn(s3Files(bucket.options))).length,
      },
    ];
    let service = host.service;
    for (const { name, env, left } of directions) {
      const next = await host.start(env);
      await service.signal('SIGTERM');
      service = next;
      const at = Object.assign(service.client(), { cookie });
      const before = paths.length;
      let leftAtKill: number[] = [];
      const count = await during(at, async () => {
        leftAtKill = await moveWithKills(env, left);
      });
      expect(count).toMatchObject({ failedReads: 0, failedUploads: 0 });
      await expect.poll(left, { timeout: 60_000 }).toBe(0);
      await expectClean(env);
      for (const path of paths) expect(await isServed(at, path)).toBe(true);
      await annotate(
        `${name}: ${before} files, ${KILLS} kills with ${leftAtKill.join(', ')} left to move; meanwhile ${count.reads} reads and ${count.uploads} uploads, 0 failed; then 0 missing, 0 damaged`,
      );
    }
    // A draft that a kill left on the disk goes with the sweep of the next start.
    await service.signal('SIGTERM');
    await host.start({ MEDIA_DIR: host.mediaDir });
    const named = new Set(paths.map((path) => path.split('/').at(-1)));
    const extra = async () => (await onDisk()).filter((name) => !named.has(name));
    await expect.poll(extra, { timeout: 20_000 }).toEqual([]);
  });

  test.each(['size', 'bytes'])('the %s of a file that moves between two looks', async (asked) => {
    const { env } = await createBucket();
    const mediaDir = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
    const settings = { DATABASE_URL: host.databaseUrl, ...env, MEDIA_DIR: mediaDir };
    const bytes = Buffer.from('picture');
    const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`;
    await diskFiles(mediaDir).write(name, bytes);
    let moves = 0;
    const slow = await delayFirst(env['S3_ENDPOINT'] ?? '', async () => {
      moves += (await moveMedia(readConfig(settings), () => {})).moved;
    });
    // Looks into the store, where it is not; and when it looks at the disk, it is not there any more.
    const files = await openMedia(readConfig({ ...settings, S3_ENDPOINT: slow.endpoint }));
    if (asked === 'size') expect(await files.size(name)).toBe(bytes.length);
    else expect(await buffer(files.read(name))).toEqual(bytes);
    expect(moves).toBe(1);
    slow.stop();
    await rm(mediaDir, { recursive: true });
  });
});

/** A way to the store on which the first answer waits until something else is done. */
async function delayFirst(endpoint: string, work: () => Promise<void>) {
  let waiting: Promise<void> | undefined;
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const onward = ask(new URL(url, endpoint), { method, headers }, async (answer) => {
      waiting ??= work();
      await waiting;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
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
