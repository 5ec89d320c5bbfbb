/** What ops/try-one.sh measures and finds. */
import { writeFileSync } from 'node:fs';
import type { Measurement } from './figures/interleave.ts';
import { type Metric, reportMetric } from './figures/metric.ts';
import type { TestRow } from './figures/results.ts';

const metrics: Metric[] = [];
const tests: TestRow[] = [];

export function report(
  metric: Pick<Metric, 'id' | 'name' | 'unit' | 'goal'>,
  values: readonly number[],
  ...baselines: readonly Measurement[]
): void {
  metrics.push(reportMetric(metric, [{ name: 'Vitrine', values }, ...baselines]));
}

export function passed(test: string, result: string): void {
  console.log(`${test}: ${result}`);
  tests.push({ file: 'ops/try-one.sh', area: '', test, result });
}

/** For `npm run figures`. */
export function writeFigures(): void {
  const { FIGURES } = process.env;
  if (FIGURES) writeFileSync(FIGURES, JSON.stringify({ metrics, tests }));
}
