import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { file, uploads } from '@vitrine/testing/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { everyRow } from '../support/rows.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Noise, which no format makes small, and another each time. */
async function banner(): Promise<File> {
  const width = 800;
  const height = 800;
  const pixels = crypto.getRandomValues(new Uint8Array(65_536));
  const data = Buffer.concat(Array(Math.ceil((width * height * 3) / 65_536)).fill(pixels));
  const raw = { width, height, channels: 3 } as const;
  const bytes = data.subarray(0, width * height * 3);
  return file(await sharp(bytes, { raw }).png({ compressionLevel: 0 }).toBuffer(), 'a.png');
}

function addTool(owner: Client, svg: File) {
  return owner.call(calls.softwareApplication.add, { form: { name: 'Loom', svg } });
}

async function drafts(mediaDir: string): Promise<string[]> {
  const names = await readdir(mediaDir, { recursive: true });
  return names.filter((name) => name.endsWith('.tmp'));
}

/** Rows that name a file which is not there. */
async function missing(host: Host, mediaDir: string): Promise<string[]> {
  const there = new Set(
    (await readdir(mediaDir, { recursive: true })).map((path) => path.split('/').at(-1)),
  );
  const { rows } = await host.database.query<{ name: string }>(
    'select unnest(files) as name from media',
  );
  return rows.map(({ name }) => name).filter((name) => !there.has(name));
}

// Only root may mount.
describe.runIf(isRoot)('disk full', () => {
  test('507 with a message, nothing half-written, and reads go on', async ({ annotate }) => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=50m', 'tmpfs', disk]);
    // Most of it is taken by something else.
    await writeFile(join(disk, 'ballast'), Buffer.alloc(44 * 1024 * 1024));
    const host = await startHost({ env: { MEDIA_DIR: disk } });
    try {
      const owner = await host.owner();
      const first = await addTool(owner, await banner());
      expect(first.status).toBe(201);
      let stored = 1;
      let full = await addTool(owner, await banner());
      for (; full.status === 201; full = await addTool(owner, await banner())) stored += 1;
      expect([full.status, full.body.message]).toEqual([
        507,
        'There is no space left to store this. Free some space and try again.',
      ]);
      for (let n = 0; n < 3; n += 1)
        expect((await addTool(owner, await banner())).status).toBe(507);
      expect(await drafts(disk)).toEqual([]);
      expect(await missing(host, disk)).toEqual([]);
      const { softwareApplications } = (await owner.call(calls.softwareApplication.list)).body;
      expect(softwareApplications).toHaveLength(stored);
      for (const { svg } of softwareApplications)
        expect((await owner.fetch(new URL(svg.url).pathname)).status).toBe(200);
      const entry = { title: 'T', description: 'x', from: 2000 };
      expect((await owner.call(calls.timeline.add, { json: entry })).status).toBe(201);
      await annotate(
        `50 MB, 44 taken: ${stored} uploads stored, then 507; 0 drafts, 0 rows without a file, all ${stored} still served`,
      );
    } finally {
      await host.stop();
      await run('umount', [disk]);
    }
  });
});

describe.runIf(isRoot)('no space for a backup upload', () => {
  test('507 with a message that the client receives, and the process goes on', async ({
    annotate,
  }) => {
    const disk = join(folder, 'temporary');
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    const host = await startHost({ env: { TMPDIR: disk, LOG_LEVEL: 'info' } });
    try {
      const owner = await host.owner();
      const answer = await owner.fetch('/api/v1/backup/restore', {
        method: 'POST',
        headers: { 'content-type': 'application/x-tar' },
        body: Buffer.alloc(6 * 1024 * 1024),
      });
      expect([answer.status, await answer.json()]).toEqual([
        507,
        {
          success: false,
          message: 'There is no space left to store this. Free some space and try again.',
        },
      ]);
      expect((await owner.call(calls.user.me)).status).toBe(200);
      expect(await readdir(disk)).toEqual([]);
      const line = (await host.service.log())
        .split('\n')
        .find((one) => one.includes('/backup/restore') && one.includes('507'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ ip: '127.0.0.1' });
      await annotate('2 MB, an archive of 6 MB: 507, the process goes on, 0 files left');
    } finally {
      await host.stop();
      await run('umount', [disk]);
    }
  });
});

describe('temporary folders', () => {
  test('that a killed process left are removed at the next start, and others in use are not', async ({
    annotate,
  }) => {
    const temporary = join(folder, 'crash');
    await mkdir(temporary);
    const host = await startHost({ env: { TMPDIR: temporary } });
    try {
      const { cookie } = await host.owner();
      const { origin } = host.service;
      // An upload that never ends: the process is killed in the middle of it.
      const upload = ask(`${origin}/api/v1/backup/restore`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-tar', 'content-length': 1e6 },
      }).on('error', () => {});
      upload.write('the beginning');
      await expect.poll(() => readdir(temporary)).toHaveLength(1);
      const inUse = `vitrine-restore-${process.pid}-abcdef`;
      await mkdir(join(temporary, inUse));
      await host.service.signal('SIGKILL');
      expect(await readdir(temporary)).toHaveLength(2);
      await host.start();
      expect(await readdir(temporary)).toEqual([inUse]);
      await annotate('1 left by a kill: removed at the next start; 1 of a running process: kept');
    } finally {
      await host.stop();
    }
  });
});

describe('media store unavailable', () => {
  test('50 uploads get 503 and leave no row; afterwards all is as before', async ({ annotate }) => {
    const disk = join(folder, 'away');
    const host = await startHost({ env: { MEDIA_DIR: disk } });
    try {
      const owner = await host.owner();
      expect((await addTool(owner, uploads.svg())).status).toBe(201);
      const before = await everyRow(host.database);
      // As a disk that is not mounted: nothing can be made there.
      await rename(disk, `${disk}-elsewhere`);
      await writeFile(disk, 'no folder');
      for (let n = 0; n < 50; n += 1) {
        const { status, body } = await addTool(owner, await uploads.png(64 + n, 64));
        expect([status, body.message]).toEqual([
          503,
          'Files cannot be stored right now. Please try again shortly.',
        ]);
      }
      expect(await everyRow(host.database)).toEqual(before);
      await rm(disk);
      await rename(`${disk}-elsewhere`, disk);
      expect((await addTool(owner, await uploads.png(64, 64))).status).toBe(201);
      await annotate('50 uploads: 50 × 503, 0 rows; back again: 201');
    } finally {
      await host.stop();
    }
  });
});
