import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quantile, timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';
import { type Bucket, createBucket, setting } from './bucket.ts';
import { addSmallTool, isServed, repeatTask, vitrine } from './media-helpers.ts';

const UPLOADS = size({ short: 50, long: 500 });
const SCRIPT = new URL('../../tools/object-store.sh', import.meta.url).pathname;
const SERVER = 'object2';

let host: Host;
let bucket: Bucket;
let env: Record<string, string>;

beforeAll(async () => {
  bucket = await createBucket();
  env = { ...bucket.env, MEDIA_DIR: '/nowhere' };
  host = await startHost({ env });
});
afterAll(async () => {
  await host.stop();
  await promisify(execFile)(SCRIPT, ['revive', setting('OBJECT_STORE_FOLDER'), SERVER]);
});

async function killServer(): Promise<void> {
  const path = join(setting('OBJECT_STORE_FOLDER'), 'run', `${SERVER}.pid`);
  process.kill(Number(await readFile(path, 'utf8')), 'SIGKILL');
}

describe('storage server failure', () => {
  test('uploads and reads continue without one of three servers, and nothing is lost', {
    timeout: 1_800_000,
  }, async ({ annotate }) => {
    const owner = await host.owner();
    const visitor = host.service.client();
    const paths = [(await addSmallTool(owner)).path];
    const rejected: number[] = [];
    const uploadTimes: number[] = [];
    const readTimes: number[] = [];
    let failedReads = 0;
    let uploadsAtKill = 0;
    let readsAtKill = 0;
    let isKilled = false;
    const upload = async () => {
      if (!isKilled && uploadTimes.length >= UPLOADS / 2) {
        isKilled = true;
        await killServer();
        uploadsAtKill = uploadTimes.length;
        readsAtKill = readTimes.length;
      }
      const { result, ms } = await timed(() => addSmallTool(owner));
      uploadTimes.push(ms);
      if (result.status === 201) paths.push(result.path);
      else rejected.push(result.status);
    };
    const read = async () => {
      const path = paths[Math.floor(Math.random() * paths.length)] ?? '';
      const { result, ms } = await timed(() => isServed(visitor, path));
      readTimes.push(ms);
      if (!result) failedReads += 1;
    };
    let isUploading = true;
    const uploads = repeatTask(UPLOADS, 2, upload).finally(() => {
      isUploading = false;
    });
    const readers = Array.from({ length: 4 }, async () => {
      while (isUploading) await read();
    });
    await Promise.all([uploads, ...readers]);

    expect(isKilled).toBe(true);
    expect(readTimes.length - readsAtKill).toBeGreaterThan(0);
    expect({ rejected, failedReads }).toEqual({ rejected: [], failedReads: 0 });
    expect(paths).toHaveLength(UPLOADS + 1);
    const lost: string[] = [];
    for (const path of paths) if (!(await isServed(visitor, path))) lost.push(path);
    expect(lost).toEqual([]);
    // The store updates its listings in the background.
    const verify = async () => (await vitrine(host, ['verify'], env)).output;
    const isComplete = new RegExp(`\n${paths.length} files: 0 missing, 0 extra, 0 damaged\\.\n$`);
    await expect.poll(verify, { timeout: 120_000, interval: 2_000 }).toMatch(isComplete);
    const p99 = (ms: number[]) => `${(quantile(ms, 0.99) / 1000).toFixed(1)} s`;
    await annotate(
      `1 of 3 servers killed after ${uploadsAtKill} uploads and ${readsAtKill} reads: ${UPLOADS} uploads, 0 rejected, 0 lost; ${readTimes.length} reads, 0 failed; p99 ${p99(uploadTimes)} and ${p99(readTimes)}`,
    );
  });
});
