/**
 * `npm run bench:first-paint`: how long a cold browser waits for the first sign of the login page,
 * which is the mark, and for the login itself, each as a multiple of what a bare page of Vite and React with one line of text takes, in turns on the
 * same machine. Measures the dashboard as built: `npm run build` comes first.
 *
 * Both come from the whole service, two of them in this process that differ in nothing but the
 * folder of their pages. So both go through the same doors, and both wait when this process is busy.
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
import { diskFiles } from '@vitrine/api/media/media-files';
import { launchOptions } from '@vitrine/testing/chromium';
import { freePort, startPostgres } from '@vitrine/testing/postgres';
import { median } from '@vitrine/testing/statistics';
import type { FastifyInstance } from 'fastify';
import { buildBarePage } from './baseline-page.ts';

const TURNS = 9;
const GOAL = 1.5;
const SETUP_CODE = 'set-up-code';
const REPOSITORY = join(import.meta.dirname, '../..');
const DASHBOARD = join(REPOSITORY, 'apps/dashboard');

/** Runs in the page; as text, since this program is not written for a browser. */
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
const postgres = await startPostgres({ forget: true });
const databaseUrl = postgres.url('postgres');
const db = connect({ url: databaseUrl, onConnectionError: () => {} });
await migrate(db);
const dashboard = await serve(join(DASHBOARD, 'dist'), db);
const bare = await serve(await buildBarePage(folder), db);
await makeOwner(dashboard.origin);
const browser = await chromium.launch(launchOptions);
try {
  await compare(browser);
} finally {
  await browser.close();
  await dashboard.app.close();
  await bare.app.close();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Inside the repository, where React is found. */
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
  if (!files) throw new Error(`There is no page in ${pages}: npm run build`);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const app = await buildApp({
    config: readConfig({
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: origin,
      MEDIA_DIR: folder,
      SETUP_CODE,
      LOG_LEVEL: 'error',
    }),
    db: database,
    files: diskFiles(folder),
    // Never started: no mail is sent from here.
    jobs: createJobs({
      db: database,
      deliver: ignore,
      deliverMessages: async () => ({ waitSeconds: 0 }),
      onError: () => {},
    }),
    notifications: listenToDatabase(databaseUrl, database),
    isMigrated: () => true,
    dashboard: files,
  });
  await app.listen({ host: 'localhost', port });
  return { app, origin };
}

async function ignore(): Promise<void> {}

/** Without an owner the login page would lead on to the set-up. */
async function makeOwner(origin: string): Promise<void> {
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
  if (!response.ok) throw new Error(`The set-up failed: ${response.status}`);
}

/** In turns, so that whatever else the machine does happens to both. */
async function compare(through: Browser): Promise<void> {
  const login: Paints[] = [];
  const other: Paints[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const pair = [
      await paintsOf(through, `${dashboard.origin}/login`),
      await paintsOf(through, bare.origin),
    ] as const;
    // The first pair warms up the browser, the service and the disk.
    if (turn === 0) continue;
    login.push(pair[0]);
    other.push(pair[1]);
  }
  for (const paint of ['first', 'largest'] as const) {
    const ours = login.map((paints) => paints[paint]);
    const theirs = other.map((paints) => paints[paint]);
    const ratio = median(ours) / median(theirs);
    console.log(`${paint} paint, login: ${summary(ours)}`);
    console.log(`${paint} paint, bare:  ${summary(theirs)}`);
    console.log(`${paint} paint, ratio of the medians: ${ratio.toFixed(2)}`);
  }
  console.log(`At most ${GOAL} for the first paint is the goal.`);
}

/** In a browser that has never been there. */
async function paintsOf(through: Browser, url: string): Promise<Paints> {
  const context = await through.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  const paints = await page.evaluate<Paints>(PAINTS);
  await context.close();
  return paints;
}

function summary(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0));
  const middle = median(times).toFixed(0);
  return `median ${middle} ms, ${least} to ${most} ms in ${times.length} measurements`;
}
