/**
 * `npm run figures [part…]`: measures everything that a page states, on Linux, and writes docs/figures and
 * the figures in other pages. Run `npm run build` first. All parts take about an hour. Each part is stored
 * when it ends, so a run that was interrupted can go on with the rest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT } from '@vitrine/testing/process';
import { type BenchEnvironment, startBenchEnvironment } from './bench-environment.ts';
import { measureCpuBound } from './cpu-bound.ts';
import { measureFootprint } from './footprint.ts';
import { measureManyOwners } from './many-owners.ts';
import type { Metric } from './metric.ts';
import { measurePageWeight } from './page-weight.ts';
import { renderPages } from './pages.ts';
import { PARTS, type Part } from './parts.ts';
import { measurePictures } from './pictures.ts';
import { type Measured, readResults, record } from './results.ts';
import { measureScaling } from './scaling.ts';
import { type SiteEnvironment, startSiteEnvironment } from './site-environment.ts';
import { measureLighthouse } from './site-lighthouse.ts';
import { measureThemes } from './site-pages.ts';
import {
  measureLargeSite,
  measureSiteMemory,
  measureSiteRequests,
  measureSiteStart,
} from './site-service.ts';
import { measureRequests } from './throughput.ts';

const ROOT = join(import.meta.dirname, '../..');

const MEASURE: Record<Part, () => Promise<Measured>> = {
  requests: service(measureRequests),
  pictures: service(measurePictures),
  cpu: service(measureCpuBound),
  footprint: service(measureFootprint),
  weight: service(measurePageWeight),
  scaling: inService(async (bench) => ({ charts: await measureScaling(bench) })),
  pages: inSite(async (env) => ({ themes: await measureThemes(env) })),
  lighthouse: inSite(async (env) => ({ themes: await measureLighthouse(env) })),
  'site-requests': site(measureSiteRequests),
  'site-start': site(measureSiteStart),
  'site-memory': site(measureSiteMemory),
  'site-large': site(measureLargeSite),
  'many-owners': async () => ({ metrics: await measureManyOwners() }),
  'one-container': () => runProgram('ops/try-one.sh', []),
  resilience: () =>
    runTests('npx', ['vitest', 'run', '--config', 'resilience/vitest.config.ts', '--retry=1']),
  'object-store': () => runTests('tools/test-object-store.sh', []),
};

if (!existsSync(BUILT)) throw new Error('There is no build to measure. Run npm run build first.');
const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !PARTS.some((part) => part === name));
if (unknown.length > 0)
  throw new Error(`Unknown part: ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}.`);
const parts = PARTS.filter((part) => selected.length === 0 || selected.includes(part));
const failed: Part[] = [];
for (const [index, part] of parts.entries()) {
  console.log(`\n${progress(index)} ${part}`);
  try {
    await record(part, MEASURE[part]);
  } catch (error) {
    failed.push(part);
    console.error(error);
  }
}
for (const [path, text] of renderPages(readResults(PARTS))) writeFileSync(join(ROOT, path), text);
console.log(`\n${progress(parts.length)}`);
if (failed.length > 0) {
  console.error(`Not measured: ${failed.join(', ')}. Run npm run figures ${failed.join(' ')}.`);
  process.exitCode = 1;
}

/** As in '[■■■□□□□□□□] 4 of 14, about 40 min left:', by how long each part took the last time. */
function progress(done: number): string {
  const before = readResults(PARTS);
  const secondsOf = (list: readonly Part[]) =>
    list.reduce((sum, part) => sum + (before[part]?.seconds ?? 240), 0);
  const left = secondsOf(parts.slice(done));
  const filled = Math.round(10 * (1 - left / secondsOf(parts)));
  const bar = `[${'■'.repeat(filled)}${'□'.repeat(10 - filled)}]`;
  if (done === parts.length) return `${bar} done`;
  return `${bar} ${done + 1} of ${parts.length}, about ${Math.ceil(left / 60)} min left:`;
}

function service(measure: (bench: BenchEnvironment) => Promise<Metric[]>) {
  return inService(async (bench) => ({ metrics: await measure(bench) }));
}

function site(measure: (env: SiteEnvironment) => Promise<Metric[]>) {
  return inSite(async (env) => ({ metrics: await measure(env) }));
}

function inService(measure: (bench: BenchEnvironment) => Promise<Measured>) {
  return () => inEnvironment(startBenchEnvironment, measure);
}

function inSite(measure: (env: SiteEnvironment) => Promise<Measured>) {
  return () => inEnvironment(startSiteEnvironment, measure);
}

async function inEnvironment<E extends { stop(): Promise<void> }>(
  start: () => Promise<E>,
  measure: (environment: E) => Promise<Measured>,
): Promise<Measured> {
  const environment = await start();
  try {
    return await measure(environment);
  } finally {
    await environment.stop();
  }
}

/** Runs tests whose reporter writes what they report. */
async function runTests(command: string, args: readonly string[]): Promise<Measured> {
  return { tests: await runProgram(command, args) };
}

/** Runs a program that writes what it measures to the file in FIGURES. */
async function runProgram(command: string, args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-figures-'));
  const file = join(folder, 'measured.json');
  try {
    const env = { ...process.env, FIGURES: file };
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
