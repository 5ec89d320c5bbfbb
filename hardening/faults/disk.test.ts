import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calls } from '@vitrine/contract/calls';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../apps/api/test/client.ts';
import { file, uploads } from '../../apps/api/test/uploads.ts';
import { type Host, startHost } from '../support/host.ts';
import { everyRow } from '../support/rows.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hardening-'));
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

describe('media store down', () => {
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
