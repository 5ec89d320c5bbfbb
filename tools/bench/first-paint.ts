/**
 * `npm run bench:first-paint`: measures the first and the largest paint of the login page in a cold
 * browser, as a multiple of a bare Vite and React page. Run `npm run build` first.
 *
 * Two complete services in this process serve the pages. They differ only in the folder of their
 * pages, so both pages get the same headers, and load on this process affects both.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { buildApp } from '@vitrine/api/app';
import { readConfig } from '@vitrine/api/config';
import { connect, type Db } from '@vitrine/api/db/client';
import { migrate } from '@vitrine/api/db/migrate';
import { listenToDatabase } from '@vitrine/api/db/notifications';
import { readDashboard } from '@vitrine/api/http/dashboard-files';
import { createJobs } from '@vitrine/api/jobs/jobs';
import { cacheSmallFiles } from '@vitrine/api/media/file-cache';
import { diskFiles } from '@vitrine/api/media/media-files';
import { launchOptions } from '@vitrine/testing/chromium';
import { freePort, startPostgres } from '@vitrine/testing/postgres';
import { median } from '@vitrine/testing/statistics';
import type { FastifyInstance } from 'fastify';
import { buildBarePage } from './bare-page.ts';

const ROUNDS = 9;
const GOAL = 1.5;
const SETUP_CODE = 'setup-code';
const REPOSITORY = join(import.meta.dirname, '../..');
const DASHBOARD = join(REPOSITORY, 'apps/dashboard');

/** Runs in the page. It is text because this program has no browser types. */
const PAINTS = `new Promise((resolve) => {
  const paints = { first: 0, largest: 0 };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') paints.first = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paints.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => resolve(paints), 500);
})`;

interface Paints {
  readonly first: number;
  readonly largest: number;
}

const folder = await makeFolder();
const postgres = await startPostgres({ durable: false });
const databaseUrl = postgres.url('postgres');
const db = connect({ url: databaseUrl, onConnectionError: () => {} });
await migrate(db);
const dashboard = await serve(join(DASHBOARD, 'dist'), db);
const bare = await serve(await buildBarePage(folder), db);
await createOwner(dashboard.origin);
const chrome = await chromium.launch(launchOptions);
try {
  await compare(chrome);
} finally {
  await chrome.close();
  await dashboard.app.close();
  await bare.app.close();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Inside the repository, so that React resolves. */
async function makeFolder(): Promise<string> {
  const parent = join(REPOSITORY, '.dev');
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'first-paint-'));
}

interface Served {
  readonly app: FastifyInstance;
  readonly origin: string;
}

async function serve(pages: string, database: Db): Promise<Served> {
  const files = await readDashboard(pages);
  if (!files) throw new Error(`There is no page in ${pages}. Run npm run build first.`);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const notifications = listenToDatabase(databaseUrl, database);
  const app = await buildApp({
    config: readConfig({
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: origin,
      MEDIA_DIR: folder,
      SETUP_CODE,
      LOG_LEVEL: 'error',
    }),
    db: database,
    files: cacheSmallFiles(diskFiles(folder)),
    // Never started, so no email is sent.
    jobs: createJobs({
      db: database,
      notifications,
      deliver: ignore,
      deliverMessages: async () => ({ waitSeconds: 0 }),
      onError: () => {},
    }),
    notifications,
    isMigrated: () => true,
    dashboard: files,
  });
  await app.listen({ host: 'localhost', port });
  return { app, origin };
}

async function ignore(): Promise<void> {}

/** Without an owner, the login page redirects to the setup. */
async function createOwner(origin: string): Promise<void> {
  const response = await fetch(`${origin}/api/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code: SETUP_CODE,
      fullName: 'Ada',
      email: 'ada@example.com',
      password: 'a long password',
    }),
  });
  if (!response.ok) throw new Error(`The setup failed: ${response.status}`);
}

/** Alternates between both, so that other load affects both. */
async function compare(browser: Browser): Promise<void> {
  const ours: Paints[] = [];
  const theirs: Paints[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = [
      await measurePaints(browser, `${dashboard.origin}/login`),
      await measurePaints(browser, bare.origin),
    ] as const;
    // The first round warms up the browser, the service and the disk.
    if (round === 0) continue;
    ours.push(pair[0]);
    theirs.push(pair[1]);
  }
  for (const paint of ['first', 'largest'] as const) {
    const login = ours.map((paints) => paints[paint]);
    const baseline = theirs.map((paints) => paints[paint]);
    const ratio = median(login) / median(baseline);
    console.log(`${paint} paint, login: ${summarize(login)}`);
    console.log(`${paint} paint, bare:  ${summarize(baseline)}`);
    console.log(`${paint} paint, ratio of the medians: ${ratio.toFixed(2)}`);
  }
  console.log(`Goal: a ratio of at most ${GOAL} for the first paint.`);
}

/** In a new browser context, so with an empty cache. */
async function measurePaints(browser: Browser, url: string): Promise<Paints> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  const paints = await page.evaluate<Paints>(PAINTS);
  await context.close();
  return paints;
}

function summarize(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0));
  const middle = median(times).toFixed(0);
  return `median ${middle} ms, ${least} to ${most} ms in ${times.length} measurements`;
}
