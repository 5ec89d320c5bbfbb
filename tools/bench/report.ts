import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { median } from '@vitrine/testing/statistics';
import { type Chart, renderLineChart } from './line-chart.ts';
import { type Metric, plusMinus } from './metric.ts';

const FOLDER = new URL('../../docs/figures/', import.meta.url);

export interface Results {
  readonly metrics: readonly Metric[];
  readonly charts: readonly Chart[];
  /** The load average before the run. */
  readonly loadBefore: number;
}

/** Writes the table as Markdown and as JSON, and the charts. */
export function writeReport({ metrics, charts, loadBefore }: Results): void {
  const run = { ...describeRun(), noise: describeNoise(metrics, loadBefore) };
  mkdirSync(FOLDER, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(new URL(name, FOLDER), text);
  write('performance.json', `${JSON.stringify({ ...run, metrics, charts }, null, 2)}\n`);
  write('performance.md', renderPage(run, metrics, charts));
  for (const chart of charts) write(`${chart.name}.svg`, renderLineChart(chart));
}

/** When, what and where was measured. */
export function describeRun() {
  const [core] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} cores (${core?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`,
  };
}

export function describeNoise(metrics: readonly Metric[], loadBefore: number): string {
  const ranges = metrics
    .flatMap(({ baselines }) => baselines.map(({ range }) => range))
    .filter((range) => range > 0);
  return (
    `The load average was ${loadBefore.toFixed(1)} before the run. Between rounds, the baselines ` +
    `varied by ${plusMinus(median(ranges))} (median) and ${plusMinus(Math.max(...ranges))} at most.`
  );
}

type Run = ReturnType<typeof describeRun> & { readonly noise: string };

function renderPage(
  { date, commit, machine, noise }: Run,
  metrics: readonly Metric[],
  charts: readonly Chart[],
): string {
  return `# Performance

\`npm run bench\` generates this page. Do not edit it. Measured on ${date} at commit ${commit} on ${machine}. Vitrine and its baselines are measured alternately, in three or more rounds. Each value is the median of the rounds, and each ratio is the median of the ratios in each round. ${noise}

A baseline that runs the "same statements" sends the same SQL as the call, session look-up included, so its ratio shows what Vitrine's own layers cost.

${renderMetrics(metrics)}

${charts.map(({ name, title }) => `![${title}](${name}.svg)`).join('\n\n')}
`;
}

export function renderMetrics(metrics: readonly Metric[]): string {
  return `| Metric | Vitrine | Baseline | Ratio | Goal |
| --- | --- | --- | --- | --- |
${metrics.flatMap(renderRows).join('\n')}`;
}

/** One row for each baseline; name and value only in the first. */
function renderRows({ name, unit, value, range, goal, isReached, baselines }: Metric): string[] {
  const rows = baselines.length === 0 ? [undefined] : baselines;
  return rows.map((base, index) => {
    const isJudged =
      goal && (goal.against === undefined ? index === 0 : goal.against === base?.name);
    const limit = goal?.atLeast === undefined ? `≤ ${goal?.atMost}` : `≥ ${goal.atLeast}`;
    const limitUnit = goal?.against === undefined ? ` ${unit}` : '';
    const cells = [
      index === 0 ? name : '',
      index === 0 ? `${format(value)} ${unit} ${plusMinus(range)}` : '',
      base ? `${base.name}: ${format(base.value)} ${unit} ${plusMinus(base.range)}` : '',
      base?.ratio.toFixed(2) ?? '',
      isJudged ? `${limit}${limitUnit} ${isReached ? '✓' : '✗'}` : '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

export function format(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
