import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { uploads } from '@vitrine/testing/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardUrl, launchBrowser, signIn } from '../support/browser.ts';
import { type Host, startHost } from '../support/host.ts';
import { residentMemory } from '../support/memory.ts';
import { size } from '../support/size.ts';

const COUNT = size({ short: 5, long: 20 });
/** Noise of 4000 pixels has 6 MB, as a large photo. */
const WIDTH = size({ short: 1200, long: 4000 });
const BYTES_PER_SECOND = size({ short: 200_000, long: 1_000_000 });
const MAX_RESIDENT_MB = 500;

let host: Host;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  [host, browser, folder] = await Promise.all([
    // As the container image and the systemd unit set it.
    startHost({ env: { MALLOC_ARENA_MAX: '2' } }),
    launchBrowser(),
    mkdtemp(join(tmpdir(), 'vitrine-photos-')),
  ]);
});
afterAll(async () => {
  await browser.close();
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a gallery of large photos is uploaded over a slow connection', async ({ annotate }) => {
  const { paths, megabytes } = await writePhotos();
  const page = await openProject();
  const field = page.getByRole('group', { name: 'Gallery', exact: true });
  const input = field.getByLabel('Add images to the gallery');
  await limitUploads(page);
  // The first file is stored, but its response is lost.
  await page.route(
    '**/api/v1/image/add',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

  const start = performance.now();
  await input.setInputFiles(paths);
  const canceled = tileOf(field, 3);
  const seen = new Set<string>();
  while ((await field.getByRole('progressbar').count()) > 0) {
    for (const name of await namesInProgress(field)) seen.add(name);
    const failed = field.getByRole('button', { name: 'Try again' });
    if (await failed.isVisible()) await failed.click();
    if (seen.has(nameOf(3)) && (await canceled.isVisible()))
      await canceled.getByRole('button', { name: 'Cancel' }).click();
    await sleep(100);
  }
  const seconds = Math.round((performance.now() - start) / 1000);

  await page.getByRole('button', { name: 'Update Project' }).click();
  // The photos have no alternative text.
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByText('Project updated.').waitFor();
  expect([...seen].toSorted()).toEqual(paths.map((path) => basename(path)).toSorted());
  const { rows } = await host.database.query(`
    select (select count(*)::int from media) as media,
      jsonb_array_length(gallery) as images,
      (select count(distinct item ->> 'image')::int from jsonb_array_elements(gallery) as item) as names
    from project`);
  // All but the canceled one, and the banner.
  expect(rows).toEqual([{ media: COUNT, images: COUNT - 1, names: COUNT - 1 }]);
  const { peakResidentMb } = await residentMemory(host.service);
  expect(peakResidentMb).toBeLessThan(MAX_RESIDENT_MB);
  await annotate(
    `${COUNT} photos with ${megabytes} MB at ${BYTES_PER_SECOND / 1_000_000} MB/s in ${seconds} s, one canceled, one sent again; peak memory ${peakResidentMb} MB`,
  );
}, 900_000);

async function writePhotos(): Promise<{ paths: string[]; megabytes: number }> {
  const paths: string[] = [];
  let bytes = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const path = join(folder, nameOf(index));
    const height = WIDTH * 0.75;
    const noise = randomFillSync(Buffer.alloc(WIDTH * height * 3));
    const photo = sharp(noise, { raw: { width: WIDTH, height, channels: 3 } });
    bytes += (await photo.jpeg({ quality: 67 }).toFile(path)).size;
    paths.push(path);
  }
  return { paths, megabytes: Math.round(bytes / 1_000_000) };
}

function nameOf(index: number): string {
  return `photo-${index}.jpg`;
}

/** Adds a project and opens it in the dashboard. */
async function openProject(): Promise<Page> {
  const form = {
    title: 'Difference Engine',
    description: 'Computes tables.',
    technologies: 'Brass',
    stack: 'Mern',
    deployed: 'No',
    projectBanner: await uploads.png(),
  };
  const { body } = await (await host.owner()).call(calls.project.add, { form });
  const context = await signIn(browser, host);
  const page = await context.newPage();
  await page.goto(`${dashboardUrl(host)}/update/project/${body.project._id}`);
  return page;
}

async function limitUploads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: BYTES_PER_SECOND,
  });
}

function tileOf(field: Locator, index: number): Locator {
  return field.getByRole('group').filter({ hasText: nameOf(index) });
}

/** The files of which the dashboard shows that a part is sent. */
async function namesInProgress(field: Locator): Promise<string[]> {
  return field
    .getByRole('progressbar')
    .evaluateAll((bars) =>
      bars
        .filter((bar) => 0 < Number(bar.ariaValueNow) && Number(bar.ariaValueNow) < 100)
        .map((bar) => bar.ariaLabel?.replace('Uploading ', '') ?? ''),
    );
}
