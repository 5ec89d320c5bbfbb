import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { CopyDestination } from '@vitrine/contract/copy';
import type { Client } from '@vitrine/testing/api-client';
import { addProject } from '@vitrine/testing/fixtures';
import type { ServiceProcess } from '@vitrine/testing/process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addCopy,
  exportSite,
  MANIFEST,
  readFolder,
  updateCopy,
  waitForRun,
} from '../support/copies.ts';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const KILLS = size({ short: 4, long: 40 });

let folder: string;
let copy: string;
let host: Host;
/** The one that runs. */
let service: ServiceProcess;
let owner: Client;
let projectId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  copy = join(folder, 'copies/site');
  await mkdir(join(folder, 'copies'));
  host = await startHost({ env: { COPY_DIR: join(folder, 'copies') } });
  service = host.service;
  owner = await host.owner();
  projectId = (await addProject(owner, 'Tides', { slug: 'tides' }))._id;
  await addCopy(owner, { kind: 'folder', folder: 'site' });
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

async function rename(title: string): Promise<void> {
  const { status } = await owner.call(calls.project.update, {
    params: { id: projectId },
    form: { title },
  });
  expect(status).toBe(200);
}

async function expectExport(): Promise<void> {
  const { [MANIFEST]: _, ...files } = await readFolder(copy);
  const exported = await exportSite(host);
  // Files of earlier versions stay for a day.
  expect(files).toMatchObject(exported);
  const others = Object.keys(files).filter((path) => !(path in exported));
  expect(others.filter((path) => !/^(assets|media|og)\//.test(path))).toEqual([]);
}

/** The files that the home page names and that do not exist. */
async function missingFiles(): Promise<string[]> {
  const page = await readFile(join(copy, 'index.html'), 'utf8');
  const names = [...page.matchAll(/(?:assets|media)\/[\w.-]+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(2);
  const found = await Promise.all(
    names.map((name) =>
      stat(join(copy, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => !found[index]);
}

describe('a copy of the site', () => {
  test('is complete after kills at random moments, and its home page never lacks a file', {
    timeout: 1_800_000,
  }, async ({ annotate }) => {
    let interrupted = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await rename(`Tides ${kill}`);
      await owner.call(calls.copy.start, { json: { everything: kill % 2 === 0 } });
      const isUpdating = async () =>
        (await owner.call(calls.copy.list)).body.destinations[0]?.isUpdating;
      await expect.poll(isUpdating, { interval: 20 }).toBe(true);
      await sleep(Math.random() * 2_500);
      await service.signal('SIGKILL');
      const { rows } = await host.database.query(
        `delete from pgboss.job where name = 'copies' and state = 'active' returning id`,
      );
      interrupted += rows.length;
      expect(await missingFiles()).toEqual([]);
      await restart();
    }
    await updateCopy(owner);
    await expectExport();
    await annotate(`${KILLS} kills, ${interrupted} of them during an update: no file missing`);
  });

  test('continues by itself after a kill', { timeout: 600_000 }, async ({ annotate }) => {
    const { lastUpdate: before } = await waitForRun(owner, () => true);
    await rename('Tides by themselves');
    await owner.call(calls.copy.start, { json: { everything: true } });
    const isUpdating = async () =>
      (await owner.call(calls.copy.list)).body.destinations[0]?.isUpdating;
    await expect.poll(isUpdating, { interval: 20 }).toBe(true);
    await service.signal('SIGKILL');
    const killedAt = performance.now();
    await restart();
    const isNew = ({ lastUpdate }: CopyDestination) => lastUpdate?._id !== before?._id;
    await waitForRun(owner, isNew, 400_000);
    await expectExport();
    const seconds = Math.round((performance.now() - killedAt) / 1000);
    await annotate(`complete again ${seconds} s after the kill`);
  });

  test('has a hundred changes of a minute after two updates', { timeout: 600_000 }, async ({
    annotate,
  }) => {
    await updateCopy(owner);
    const { runs: before } = await waitForRun(owner, ({ nextUpdateAt }) => nextUpdateAt === null);
    const known = new Set(before.map(({ _id }) => _id));
    for (let n = 1; n <= 100; n += 1) {
      await rename(`Edit ${n}`);
      await sleep(595);
    }
    const lastEdit = performance.now();
    const shows = async () =>
      (await readFile(join(copy, 'projects/tides/index.html'), 'utf8')).includes('Edit 100');
    await expect.poll(shows, { timeout: 60_000, interval: 200 }).toBe(true);
    const seconds = Math.round((performance.now() - lastEdit) / 1000);
    const { runs } = await waitForRun(owner, ({ nextUpdateAt }) => nextUpdateAt === null);
    const updates = runs.filter(({ _id }) => !known.has(_id));
    expect(updates.length).toBeLessThanOrEqual(2);
    const times = updates.map(({ startedAt, cause }) => `${cause} ${startedAt}`).join(', ');
    await annotate(
      `${updates.length} updates (${times}), the last edit was visible after ${seconds} s`,
    );
  });

  test('is there while the service is not', async ({ annotate }) => {
    await updateCopy(owner);
    await service.signal('SIGTERM');
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://copy');
      const path = decodeURI(pathname).replace(/\/$/, '/index.html');
      const body = await readFile(join(copy, path)).catch(() => undefined);
      response.writeHead(body ? 200 : 404).end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const pages = [...sitemap.matchAll(/<loc>https:\/\/copy\.example([^<]*)<\/loc>/g)].map(
      ([, path]) => `${path?.replace(/\/$/, '')}/`,
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const path of pages) expect((await fetch(`${origin}${path}`)).status, path).toBe(200);
    server.close();
    await annotate(`${pages.length} pages, each 200`);
  });
});

async function restart(): Promise<void> {
  service = await host.start();
  owner = await host.owner(service);
}
