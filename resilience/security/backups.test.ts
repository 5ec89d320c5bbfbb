import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBackup, uploadBackup } from '../support/backup-file.ts';
import { type Host, startHost } from '../support/host.ts';
import { residentMemory } from '../support/memory.ts';
import { createItems } from '../support/write-calls.ts';

let host: Host;
let owner: Client;
let folder: string;
let backup: Awaited<ReturnType<typeof openBackup>>;

beforeAll(async () => {
  host = await startHost();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  owner = await host.owner();
  await createItems(owner);
  backup = await openBackup(owner, folder);
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

const MEGABYTE = 1024 * 1024;

describe('malicious backups', () => {
  test.for([
    {
      what: 'one line of 900 MB',
      // A gzip file may have many members, so one compressed megabyte is repeated.
      table: () => [
        gzipSync('{"id":"'),
        ...Array<Buffer>(900).fill(gzipSync(Buffer.alloc(MEGABYTE, 'x'))),
      ],
      message: 'This backup contains a row larger than 2 MB.',
    },
    {
      what: '480 lines of 1 MB',
      table: () =>
        Array<Buffer>(480).fill(gzipSync(`{"message":"${'x'.repeat(MEGABYTE - 100)}"}\n`)),
      message: 'This backup contains invalid rows.',
    },
    {
      what: 'a value nested a hundred thousand times',
      table: () => [gzipSync(`{"message":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`)],
      message: 'This backup contains invalid rows.',
    },
    {
      what: 'lines that are not rows',
      table: () => [gzipSync('null\n5\n""\n')],
      message: 'This backup contains invalid rows.',
    },
  ])(
    'with $what are rejected with a reason, and memory stays under 400 MB',
    async ({ table, message, what }, { annotate }) => {
      const archive = await backup.withTable('message', Buffer.concat(table()));
      const response = await uploadBackup(owner, archive);
      expect([response.status, await response.json()]).toEqual([400, { success: false, message }]);
      const { peakResidentMb } = await residentMemory(host.service);
      expect(peakResidentMb).toBeLessThan(400);
      expect((await owner.call(calls.user.me)).status).toBe(200);
      await annotate(
        `${what} in an archive of ${(archive.length / MEGABYTE).toFixed(1)} MB: 400, peak memory ${peakResidentMb} MB`,
      );
    },
  );

  test('with an expensive hash, a foreign URL or a value out of range are rejected and change nothing', async ({
    annotate,
  }) => {
    const before = await (await owner.fetch('/api/v1/public/portfolio')).text();
    const changes: [string, (row: Record<string, unknown>) => Record<string, unknown>][] = [
      [
        'owner',
        (row) => ({
          ...row,
          password_hash: String(row['password_hash']).replace(/m=\d+/, 'm=3145728'),
        }),
      ],
      ['owner', (row) => ({ ...row, portfolio_url: 'javascript:alert(1)' })],
      ['project', (row) => ({ ...row, project_link: 'javascript:alert(1)' })],
      ...[
        { url: 'https://elsewhere.example/a.png' },
        { placeholder: 'javascript:alert(1)' },
        { width: 'javascript:alert(1)' },
        { variants: [{ name: 'https://elsewhere.example/a.webp', width: 1, height: 1 }] },
        { preview: { name: '//elsewhere.example/a.png', width: 1, height: 1 } },
      ].map((change): (typeof changes)[number] => [
        'media',
        (row) => ({ ...row, metadata: Object.assign({}, row['metadata'], change) }),
      ]),
      ['media', (row) => ({ ...row, files: [row['name'], '../../../etc/passwd'] })],
      // Lists could not be read, or nothing could be added.
      ['project', (row) => ({ ...row, updated_at: 'infinity' })],
      ['revision', (row) => ({ ...row, created_at: '-infinity' })],
      ['timeline', (row) => ({ ...row, id: 'aaaaaaaa-aaaa-0aaa-0aaa-aaaaaaaaaaaa' })],
      ['timeline', (row) => ({ ...row, seq: 9e18 })],
    ];
    for (const [table, change] of changes) {
      const response = await uploadBackup(owner, await backup.withRows(table, change));
      expect([response.status, await response.json()]).toEqual([
        400,
        { success: false, message: 'This backup contains invalid rows.' },
      ]);
    }
    expect(await (await owner.fetch('/api/v1/public/portfolio')).text()).toBe(before);
    expect((await owner.call(calls.user.me)).status).toBe(200);
    await annotate(`${changes.length} changed rows: ${changes.length} × 400, nothing changed`);
  });
});
