/**
 * `npm run bench [part…]`: measures Vitrine against bare baselines, on Linux. Run `npm run build`
 * first. A run of all parts takes about 20 minutes and updates docs/figures. A run of single parts
 * only prints its results.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { BUILT } from '@vitrine/testing/process';
import { type BenchEnvironment, startBenchEnvironment } from './bench-environment.ts';
import { measureCpuBound } from './cpu-bound.ts';
import { measureFootprint } from './footprint.ts';
import type { Metric } from './metric.ts';
import { measurePageWeight } from './page-weight.ts';
import { measurePictures } from './pictures.ts';
import { writeReport } from './report.ts';
import { measureScaling } from './scaling.ts';
import { measureRequests } from './throughput.ts';

const PARTS: Record<string, (bench: BenchEnvironment) => Promise<Metric[]>> = {
  requests: measureRequests,
  pictures: measurePictures,
  cpu: measureCpuBound,
  footprint: measureFootprint,
  weight: measurePageWeight,
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => name !== 'scaling' && !(name in PARTS));
if (unknown.length > 0)
  throw new Error(
    `Unknown part: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}, scaling.`,
  );
if (!existsSync(BUILT)) throw new Error('There is no build to measure. Run npm run build first.');
const [loadBefore = 0] = loadavg();
const bench = await startBenchEnvironment();
try {
  const metrics: Metric[] = [];
  for (const [name, measure] of Object.entries(PARTS))
    if (selected.length === 0 || selected.includes(name)) metrics.push(...(await measure(bench)));
  if (selected.length === 0)
    writeReport({ metrics, charts: await measureScaling(bench), loadBefore });
  else if (selected.includes('scaling')) await measureScaling(bench);
} finally {
  await bench.stop();
}
