import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { calls } from '@vitrine/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../apps/api/test/client.ts';
import { residentOf } from '../fuzz/memory.ts';
import { openBackup, upload } from '../support/backup-file.ts';
import { type Host, startHost } from '../support/host.ts';
import { addItems } from '../support/writes.ts';

let host: Host;
let owner: Client;
let folder: string;
let backup: Awaited<ReturnType<typeof openBackup>>;

beforeAll(async () => {
  host = await startHost();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hardening-'));
  owner = await host.owner();
  await addItems(owner);
  backup = await openBackup(owner, folder);
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

const MEGABYTE = 1024 * 1024;

describe('a hostile backup', () => {
  test.for([
    {
      what: 'one line of 900 MB',
      // Members of one file: what is compressed once need not be 900 times.
      table: () => [
        gzipSync('{"id":"'),
        ...Array<Buffer>(900).fill(gzipSync(Buffer.alloc(MEGABYTE, 'x'))),
      ],
      message: 'This backup holds a row of more than 1 MB.',
    },
    {
      what: '480 lines of 1 MB',
      table: () =>
        Array<Buffer>(480).fill(gzipSync(`{"message":"${'x'.repeat(MEGABYTE - 100)}"}\n`)),
      message: 'This backup holds rows that do not fit here.',
    },
    {
      what: 'a value nested a hundred thousand times',
      table: () => [gzipSync(`{"message":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`)],
      message: 'This backup holds rows that do not fit here.',
    },
    {
      what: 'lines that are no rows',
      table: () => [gzipSync('null\n5\n""\n')],
      message: 'This backup holds rows that do not fit here.',
    },
  ])(
    'with $what is refused with a reason, and memory stays under 400 MB',
    async ({ table, message, what }, { annotate }) => {
      const archive = await backup.withTable('message', Buffer.concat(table()));
      const answer = await upload(owner, archive);
      expect([answer.status, await answer.json()]).toEqual([400, { success: false, message }]);
      const { peakMb } = await residentOf(host.service);
      expect(peakMb).toBeLessThan(400);
      expect((await owner.call(calls.user.me)).status).toBe(200);
      await annotate(
        `${what} in an archive of ${(archive.length / MEGABYTE).toFixed(1)} MB: 400, at most ${peakMb} MB`,
      );
    },
  );
});
