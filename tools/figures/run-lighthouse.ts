import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { freePort } from '@vitrine/testing/postgres';

const LIGHTHOUSE = 'lighthouse@13';

/** The parts of a Lighthouse report that are read. */
export interface Report {
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

/** Returns the report with the median performance score: other scores do not vary. npx downloads Lighthouse. */
export async function runLighthouse(url: string, runs: number): Promise<Report> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await runOnce(url));
  const sorted = reports.toSorted((a, b) => speedOf(a) - speedOf(b));
  const report = sorted[Math.floor(sorted.length / 2)];
  if (!report) throw new Error('Lighthouse has not run.');
  return report;
}

function speedOf({ categories }: Report): number {
  return categories['performance']?.score ?? 0;
}

/** For a phone. Uses a new browser, so that nothing is cached. */
async function runOnce(url: string): Promise<Report> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-lighthouse-'));
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    return await audit(url, join(folder, 'report.json'), port);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function audit(url: string, output: string, port: number): Promise<Report> {
  const child = spawn(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--output=json',
      `--output-path=${output}`,
      '--quiet',
      `--port=${port}`,
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

/** Every audit below the full score, by category. */
export function imperfectAudits({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const found = audits[id];
      if (!found || found.score === null || found.score === 1) return [];
      const value = found.displayValue ? `, ${found.displayValue}` : '';
      return [`${title}, weight ${weight}: ${id} ${percent(found.score)}${value} (${found.title})`];
    }),
  );
}

/** The scores by category, as in `Performance 100`. */
export function describeScores({ categories }: Report): string {
  return Object.values(categories)
    .map(({ title, score }) => `${title} ${percent(score)}`)
    .join(', ');
}

function percent(score: number | null): string {
  return score === null ? 'none' : (score * 100).toFixed(0);
}
