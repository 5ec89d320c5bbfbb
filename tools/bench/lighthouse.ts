/**
 * `npm run bench:lighthouse [runs] [page]`: runs Lighthouse on the login page, the dashboard and the
 * example site, for mobile and desktop. npx downloads Lighthouse. Run `npm run build` first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { startEnvironment, type TestEnvironment } from '@vitrine/testing/environment';
import { freePort, startPostgres } from '@vitrine/testing/postgres';
import { PLAIN_SITE, serveFolder } from '@vitrine/testing/static-site';

const LIGHTHOUSE = 'lighthouse@13';
const RUNS = Number(process.argv[2] ?? 3);
const ONLY = process.argv[3];
const DEVICES = [
  { name: 'mobile', options: [] },
  { name: 'desktop', options: ['--preset=desktop'] },
];

interface Page {
  readonly name: string;
  readonly url: string;
  readonly isSignedIn: boolean;
}

type Device = (typeof DEVICES)[number];

/** The parts of a Lighthouse report that this program reads. */
interface Report {
  readonly finalDisplayedUrl: string;
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Category {
  readonly title: string;
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

interface Audit {
  readonly title: string;
  /** null if the audit has no score. */
  readonly score: number | null;
  readonly displayValue?: string;
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-lighthouse-'));
const postgres = await startPostgres({ durable: false });
const environment = await startEnvironment(postgres.url('postgres'));
// On its own origin, as a visitor sees it.
const site = await serveFolder(PLAIN_SITE);
const pages: Page[] = [
  { name: 'login', url: `${environment.origin}/login`, isSignedIn: false },
  { name: 'dashboard', url: `${environment.origin}/`, isSignedIn: true },
  { name: 'plain-site', url: `${site.origin}/?vitrine=${environment.origin}`, isSignedIn: false },
].filter(({ name }) => ONLY === undefined || ONLY === name);
try {
  for (const page of pages) for (const device of DEVICES) await audit(page, device);
} finally {
  await site.stop();
  await environment.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function audit(page: Page, device: Device): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await runOnce(environment, page, device));
  const report = medianReport(reports);
  const scores = Object.values(report.categories).map(
    ({ title, score }) => `${title} ${percent(score)}`,
  );
  console.log(`${page.name}, ${device.name}: ${scores.join(', ')}`);
  for (const line of imperfectAudits(report)) console.log(`  ${line}`);
}

/** Uses a new browser, so that no page inherits a session. */
async function runOnce(where: TestEnvironment, page: Page, device: Device): Promise<Report> {
  const port = await freePort();
  const profile = await mkdtemp(join(folder, 'profile-'));
  // Lighthouse opens its tab in the default context, which only a persistent context can give cookies.
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    if (page.isSignedIn) await context.addCookies([where.session]);
    return await lighthouse(page.url, port, device.options);
  } finally {
    await context.close();
  }
}

async function lighthouse(url: string, port: number, options: readonly string[]): Promise<Report> {
  const output = join(folder, 'report.json');
  const child = spawn(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--output=json',
      `--output-path=${output}`,
      // A reset would delete the session cookie.
      '--disable-storage-reset',
      '--quiet',
      ...options,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Lighthouse failed on ${url}.`);
  const report: Report = JSON.parse(await readFile(output, 'utf8'));
  if (report.finalDisplayedUrl !== url)
    throw new Error(`Lighthouse audited ${report.finalDisplayedUrl} instead of ${url}.`);
  return report;
}

/** The report with the median performance score: other scores do not vary. */
function medianReport(reports: readonly Report[]): Report {
  const sorted = reports.toSorted((a, b) => speedOf(a) - speedOf(b));
  const report = sorted[Math.floor(sorted.length / 2)];
  if (!report) throw new Error('Lighthouse has not run.');
  return report;
}

function speedOf({ categories }: Report): number {
  return categories['performance']?.score ?? 0;
}

/** Every audit below the full score, by category. */
function imperfectAudits({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (!audit || audit.score === null || audit.score === 1) return [];
      const value = audit.displayValue ? `, ${audit.displayValue}` : '';
      return [`${title}, weight ${weight}: ${id} ${percent(audit.score)}${value} (${audit.title})`];
    }),
  );
}

function percent(score: number | null): string {
  return score === null ? 'none' : (score * 100).toFixed(0);
}
