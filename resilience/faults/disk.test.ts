import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { file, uploads } from '@vitrine/testing/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const run = promisify(execFile);
const userId = process.getuid?.() ?? 0;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Noise, which does not compress; different each time. */
async function createPicture(): Promise<File> {
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

async function temporaryFiles(mediaDir: string): Promise<string[]> {
  const names = await readdir(mediaDir, { recursive: true });
  return names.filter((name) => name.endsWith('.tmp'));
}

/** Files that rows refer to, but that do not exist. */
async function missingFiles(host: Host, mediaDir: string): Promise<string[]> {
  const existing = new Set(
    (await readdir(mediaDir, { recursive: true })).map((path) => path.split('/').at(-1)),
  );
  const { rows } = await host.database.query<{ name: string }>(
    'select unnest(files) as name from media',
  );
  return rows.map(({ name }) => name).filter((name) => !existing.has(name));
}

/** Creates a file system of this size. Only root can, so other users need sudo without a password. */
async function mountDisk(path: string, megabytes: number): Promise<void> {
  await mkdir(path);
  const options = `size=${megabytes}m,uid=${userId}`;
  await runAsRoot('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', path);
}

async function runAsRoot(...command: string[]): Promise<void> {
  const [file = '', ...args] = userId === 0 ? command : ['sudo', '--non-interactive', ...command];
  await run(file, args);
}

describe('disk full', () => {
  test('returns 507, leaves no partial file, and still serves reads', async ({ annotate }) => {
    const disk = join(folder, 'disk');
    await mountDisk(disk, 50);
    // Leaves 6 MB of free space.
    await writeFile(join(disk, 'ballast'), Buffer.alloc(44 * 1024 * 1024));
    const host = await startHost({ env: { MEDIA_DIR: disk } });
    try {
      const owner = await host.owner();
      const first = await addTool(owner, await createPicture());
      expect(first.status).toBe(201);
      let stored = 1;
      let full = await addTool(owner, await createPicture());
      for (; full.status === 201; full = await addTool(owner, await createPicture())) stored += 1;
      expect([full.status, full.body.message]).toEqual([
        507,
        'There is not enough disk space. Free up some space and try again.',
      ]);
      for (let n = 0; n < 3; n += 1)
        expect((await addTool(owner, await createPicture())).status).toBe(507);
      expect(await temporaryFiles(disk)).toEqual([]);
      expect(await missingFiles(host, disk)).toEqual([]);
      const { softwareApplications } = (await owner.call(calls.softwareApplication.list)).body;
      expect(softwareApplications).toHaveLength(stored);
      for (const { svg } of softwareApplications)
        expect((await owner.fetch(new URL(svg.url).pathname)).status).toBe(200);
      const entry = { title: 'T', description: 'x', from: 2000 };
      expect((await owner.call(calls.timeline.add, { json: entry })).status).toBe(201);
      await annotate(
        `6 MB free: ${stored} uploads stored, then 507; 0 partial files, 0 rows without a file, all ${stored} still served`,
      );
    } finally {
      await host.stop();
      await runAsRoot('umount', disk);
    }
  });
});

describe('no space for an automatic backup', () => {
  test('shows it to the owner, leaves no partial file, and keeps running', async ({ annotate }) => {
    const disk = join(folder, 'backups');
    await mountDisk(disk, 1);
    const host = await startHost();
    try {
      const owner = await host.owner();
      expect((await addTool(owner, await createPicture())).status).toBe(201);
      const service = await host.start({ BACKUP_DIR: disk });
      const there = Object.assign(service.client(), { cookie: owner.cookie });
      await expect
        .poll(async () => (await there.call(calls.backup.status)).body.problems, {
          timeout: 20_000,
        })
        .toEqual(['The last automatic backup failed. There is not enough disk space.']);
      expect(await readdir(disk)).toEqual([]);
      expect((await addTool(there, await createPicture())).status).toBe(201);
      await annotate('1 MB of space for a larger archive: a warning, 0 files left');
    } finally {
      await host.stop();
      await runAsRoot('umount', disk);
    }
  });
});

describe('no space for a restore drill', () => {
  test('shows it to the owner, and restores nothing', async ({ annotate }) => {
    const disk = join(folder, 'drill');
    await mountDisk(disk, 1);
    const host = await startHost();
    try {
      const owner = await host.owner();
      const service = await host.start({ BACKUP_DIR: disk });
      const there = Object.assign(service.client(), { cookie: owner.cookie });
      await expect
        .poll(async () => (await there.call(calls.backup.status)).body.problems, {
          timeout: 20_000,
        })
        .toEqual([
          expect.stringMatching(
            /^The last restore drill failed\. nightly-\S+: There is not enough disk space for the drill\.$/,
          ),
        ]);
      expect(await readdir(disk)).toHaveLength(1);
      await annotate('1 MB of space, less than 3 times the size of the tables: a warning');
    } finally {
      await host.stop();
      await runAsRoot('umount', disk);
    }
  });
});

describe('no space for a backup upload', () => {
  test('returns 507 to the client and keeps running', async ({ annotate }) => {
    const disk = join(folder, 'temporary');
    await mountDisk(disk, 2);
    const host = await startHost({ env: { TMPDIR: disk, LOG_LEVEL: 'info' } });
    try {
      const owner = await host.owner();
      const response = await owner.fetch('/api/v1/backup/restore', {
        method: 'POST',
        headers: { 'content-type': 'application/x-tar' },
        body: Buffer.alloc(6 * 1024 * 1024),
      });
      expect([response.status, await response.json()]).toEqual([
        507,
        {
          success: false,
          message: 'There is not enough disk space. Free up some space and try again.',
        },
      ]);
      expect((await owner.call(calls.user.me)).status).toBe(200);
      expect(await readdir(disk)).toEqual([]);
      const line = (await host.service.log())
        .split('\n')
        .find((one) => one.includes('/backup/restore') && one.includes('507'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ ip: '127.0.0.1' });
      await annotate(
        '2 MB of space for an archive of 6 MB: 507, the process keeps running, 0 files left',
      );
    } finally {
      await host.stop();
      await runAsRoot('umount', disk);
    }
  });
});

describe('temporary folders', () => {
  test('removes what a killed process left, but nothing that is in use', async ({ annotate }) => {
    const temporary = join(folder, 'crash');
    await mkdir(temporary);
    const host = await startHost({ env: { TMPDIR: temporary } });
    try {
      const { cookie } = await host.owner();
      const { origin } = host.service;
      // The process is killed during this upload.
      const upload = request(`${origin}/api/v1/backup/restore`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-tar', 'content-length': 1e6 },
      }).on('error', () => {});
      upload.write('the first bytes');
      await expect.poll(() => readdir(temporary)).toHaveLength(1);
      const inUse = `vitrine-restore-${process.pid}-abcdef`;
      await mkdir(join(temporary, inUse));
      await host.service.signal('SIGKILL');
      expect(await readdir(temporary)).toHaveLength(2);
      await host.start();
      expect(await readdir(temporary)).toEqual([inUse]);
      await annotate(
        '1 folder of a killed process: removed at the next start; 1 of a running process: not removed',
      );
    } finally {
      await host.stop();
    }
  });
});

describe('media store unavailable', () => {
  test('uploads return 503 and leave no row, and work again afterwards', async ({ annotate }) => {
    const disk = join(folder, 'unavailable');
    const host = await startHost({ env: { MEDIA_DIR: disk } });
    try {
      const owner = await host.owner();
      expect((await addTool(owner, uploads.svg())).status).toBe(201);
      const before = await dumpTables(host.database);
      const count = size({ short: 10, long: 50 });
      // Like a disk that is not mounted: no file can be created there.
      await rename(disk, `${disk}-elsewhere`);
      await writeFile(disk, 'no folder');
      for (let n = 0; n < count; n += 1) {
        const { status, body } = await addTool(owner, await uploads.png(64 + n, 64));
        expect([status, body.message]).toEqual([
          503,
          'Files cannot be stored right now. Please try again shortly.',
        ]);
      }
      expect(await dumpTables(host.database)).toEqual(before);
      await rm(disk);
      await rename(`${disk}-elsewhere`, disk);
      expect((await addTool(owner, await uploads.png(64, 64))).status).toBe(201);
      await annotate(`${count} uploads: ${count} × 503, 0 rows; afterwards: 201`);
    } finally {
      await host.stop();
    }
  });
});
