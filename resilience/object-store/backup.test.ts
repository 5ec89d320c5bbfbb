import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Bucket } from '@vitrine/api/s3/s3-bucket';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { addProject } from '@vitrine/testing/fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { vitrine } from './media-helpers.ts';

let folder: string;
let bucket: Bucket;
let host: Host;
let owner: Client;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  bucket = await createBucket();
  const { endpoint, bucket: name, region, accessKey, secretKey } = bucket.options;
  settings = {
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_BUCKET: name,
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY: accessKey,
    BACKUP_S3_SECRET_KEY: secretKey,
  };
  host = await startHost({ env: settings });
  owner = await host.owner();
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

async function stored(key: string): Promise<Buffer> {
  return Buffer.from(await (await bucket.raw(key)).arrayBuffer());
}

describe('backups in a bucket', () => {
  test('are encrypted there, and their key restores them', async () => {
    await addProject(owner, 'Tides');
    const { identity, recipient } = (await owner.call(calls.backup.createKey)).body;
    await owner.call(calls.backup.saveKey, { json: { recipient } });
    const since = new Date().toISOString();
    const status = async () => (await owner.call(calls.backup.status)).body;
    // Not the next hour: the same work as a command. The service may be making its own first backup meanwhile.
    await expect
      .poll(
        async () => {
          await host.database.query(
            `update automatic_backup set taken_at = taken_at - interval '2 days'`,
          );
          await vitrine(host, ['tick'], settings);
          const { bucket: sentTo, last } = await status();
          return [String(last?.takenAt) > since, sentTo?.sent?.name === `${last?.name}.age`];
        },
        { timeout: 60_000 },
      )
      .toEqual([true, true]);
    const { last, problems } = await status();
    expect(problems).toEqual([]);
    const encrypted = join(folder, 'backup.age');
    await writeFile(encrypted, await stored(`${last?.name}.age`));
    const key = join(folder, 'key.txt');
    await writeFile(key, identity);
    await host.database.query('delete from project');
    await vitrine(host, ['restore', encrypted, '--replace', '--key', key], settings);
    const { rows } = await host.database.query('select title from project');
    expect(rows).toEqual([{ title: 'Tides' }]);
  });

  test('have all bytes if they were sent in parts', async () => {
    // Two parts and a third.
    const bytes = randomBytes(70 * 1024 * 1024);
    const path = join(folder, 'large');
    await writeFile(path, bytes);
    await s3Bucket(bucket.options, 60).putLarge('large', await openAsBlob(path));
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(hash(await stored('large'))).toBe(hash(bytes));
  });
});
