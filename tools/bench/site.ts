/**
 * `npm run bench:site [part…]`: measures the budgets of the public site, on Linux. Run `npm run build`
 * first. A run of all parts takes about 20 minutes and updates docs/figures/site.md. A run of single
 * parts only prints its results.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { THEMES, type Theme } from '@vitrine/contract/options';
import { BUILT } from '@vitrine/testing/process';
import type { Metric } from './metric.ts';
import { describeScores, imperfectAudits, type Report, runLighthouse } from './run-lighthouse.ts';
import { type SiteEnvironment, startSiteEnvironment } from './site-environment.ts';
import { measurePages, type PageFigures } from './site-pages.ts';
import { writeSiteReport } from './site-report.ts';
import {
  measureLargeSite,
  measureSiteMemory,
  measureSiteRequests,
  measureSiteStart,
} from './site-service.ts';

const LIGHTHOUSE_RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 3);
const LIGHTHOUSE_PAGES = { 'Home page': '/', 'Project page': '/projects/tidewatch' };

/** The portfolio grows, so the order matters. */
const SERVICE: Record<string, (env: SiteEnvironment) => Promise<Metric[]>> = {
  requests: measureSiteRequests,
  start: measureSiteStart,
  memory: measureSiteMemory,
  large: measureLargeSite,
};

const selected = process.argv.slice(2);
const parts = ['pages', 'lighthouse', ...Object.keys(SERVICE)];
const unknown = selected.filter((name) => !parts.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown part: ${unknown.join(', ')}. Parts: ${parts.join(', ')}.`);
if (!existsSync(BUILT)) throw new Error('There is no build to measure. Run npm run build first.');
const isSelected = (part: string) => selected.length === 0 || selected.includes(part);
const [loadBefore = 0] = loadavg();
const env = await startSiteEnvironment();
try {
  const pages = new Map<Theme, PageFigures>();
  const audits: Audits = new Map();
  const metrics: Metric[] = [];
  for (const theme of THEMES) {
    if (isSelected('pages')) pages.set(theme, await measureTheme(theme));
    if (isSelected('lighthouse')) await auditTheme(theme, audits);
  }
  for (const [part, measure] of Object.entries(SERVICE))
    if (isSelected(part)) metrics.push(...(await measure(env)));
  if (selected.length === 0)
    writeSiteReport({ pages, audits, runs: LIGHTHOUSE_RUNS, metrics, loadBefore });
} finally {
  await env.stop();
}

/** The reports by the name of the page. */
type Audits = Map<string, Map<Theme, Report>>;

async function measureTheme(theme: Theme): Promise<PageFigures> {
  const figures = await measurePages(env, theme);
  console.log(theme, figures);
  return figures;
}

async function auditTheme(theme: Theme, audits: Audits): Promise<void> {
  await env.publish(theme);
  const { origin, stop } = await env.startSite();
  try {
    for (const [name, path] of Object.entries(LIGHTHOUSE_PAGES)) {
      const report = await runLighthouse(`${origin}${path}`, { runs: LIGHTHOUSE_RUNS });
      console.log(`${name}, ${theme}: ${describeScores(report)}`);
      for (const line of imperfectAudits(report)) console.log(`  ${line}`);
      const byTheme = audits.get(name) ?? new Map<Theme, Report>();
      audits.set(name, byTheme.set(theme, report));
    }
  } finally {
    await stop();
  }
}
