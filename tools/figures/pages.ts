import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { THEMES } from '@vitrine/contract/options';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import { median } from '@vitrine/testing/statistics';
import { renderLineChart } from './line-chart.ts';
import { type Metric, plusMinus } from './metric.ts';
import type { Part } from './parts.ts';
import type { Result, Results, TestRow, ThemeRow } from './results.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The pages in docs/figures, each with the parts that it shows. */
const GENERATED: readonly {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly render: (results: Results, shown: readonly Result[]) => string;
}[] = [
  {
    name: 'performance.md',
    parts: ['requests', 'pictures', 'cpu', 'footprint', 'weight', 'scaling'],
    render: performancePage,
  },
  {
    name: 'site.md',
    parts: ['pages', 'lighthouse', 'site-requests', 'site-start', 'site-memory', 'site-large'],
    render: sitePage,
  },
  { name: 'many-owners.md', parts: ['many-owners'], render: manyOwnersPage },
  { name: 'one-container.md', parts: ['one-container'], render: oneContainerPage },
  { name: 'resilience.md', parts: ['resilience', 'object-store'], render: resiliencePage },
];

/** Every file that shows figures, by its path, as it should be. */
export function renderPages(results: Results): Map<string, string> {
  const pages = new Map<string, string>();
  const add = (name: string, text: string) => pages.set(`docs/figures/${name}`, text);
  for (const { name, parts, render } of GENERATED) {
    const shown = pick(results, parts);
    if (shown.length === parts.length) add(name, render(results, shown));
  }
  for (const { charts = [] } of Object.values(results))
    for (const chart of charts) add(`${chart.name}.svg`, renderLineChart(chart));
  const written = globSync(['*.md', 'docs/*.md', 'packages/*/README.md'], { cwd: ROOT });
  for (const path of written) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    if (text.includes('<!-- figure:')) pages.set(path, fillFigures(text, results));
  }
  return pages;
}

/**
 * Fills in the figures of a page, as in `<!-- figure: login -->24 requests/s<!-- end -->`. A name is the ID of
 * a metric, or the ID and `ratio`: the share of its baseline.
 */
export function fillFigures(text: string, results: Results): string {
  const metrics = Object.values(results).flatMap((result) => result.metrics ?? []);
  return text.replace(FIGURE, (_, start: string, id: string, ratio: string | undefined) => {
    const metric = metrics.find((one) => one.id === id);
    if (!metric) throw new Error(`A page names the figure ${id}, which nothing measures.`);
    return `${start}${ratio ? ratioOf(metric).toFixed(2) : inProse(metric)}<!-- end -->`;
  });
}

const FIGURE = /(<!-- figure: ([\w-]+)( ratio)? -->).*?<!-- end -->/g;

function ratioOf({ goal, baselines }: Metric): number {
  const base = baselines.find(({ name }) => name === goal?.against) ?? baselines[0];
  return base?.ratio ?? Number.NaN;
}

/** With two digits for what varies from run to run. */
function inProse({ value, unit }: Metric): string {
  const rounded = (number: number) => number.toLocaleString('en', { maximumSignificantDigits: 2 });
  if (unit === '/s') return `${rounded(value)} requests/s`;
  if (unit === 'ms') return `${rounded(value / 1000)} s`;
  return `${Math.round(value).toLocaleString('en')} ${unit}`.trim();
}

function performancePage(_: Results, shown: readonly Result[]): string {
  const charts = shown.flatMap((result) => result.charts ?? []);
  return `# Performance

${introduction(shown)} Vitrine and its baselines are measured alternately, in three or more rounds. Each value is the median of the rounds, and each ratio is the median of the ratios in each round. ${noiseOf(shown)}

A baseline that runs the "same statements" sends the same SQL as the call, session look-up included, so its ratio shows what Vitrine's own layers cost. Memory is that of the service and its helpers together.

${metricTable(shown)}

${charts.map(({ name, title }) => `![${title}](${name}.svg)`).join('\n\n')}
`;
}

function sitePage(results: Results, shown: readonly Result[]): string {
  const service = shown.filter(({ metrics }) => metrics);
  const rows = (part: string) => themeTable(results[part]?.themes ?? []);
  return `# Public site

${introduction(shown)} The portfolio is that of the demo. ${noiseOf(service)}

## Pages

A phone of 390 × 844 pixels with two pixels per CSS pixel loads each page with an empty cache and does not scroll. Sizes are as sent. The first view is the document, its stylesheet, fonts, script and icon, and each image that is at least partly on the screen. Browsers also load images that are up to three screens below, which the next row includes.

${rows('pages')}

## Lighthouse

Mobile, median of three runs. The speed of this machine and other load on it affect Performance.

${rows('lighthouse')}

## Service

Memory is that of the service and its helpers together. Idle means two minutes after the last request.

${metricTable(service)}
`;
}

function manyOwnersPage(_: Results, shown: readonly Result[]): string {
  return `# Many owners

${introduction(shown)} A shell holds 200 sockets and starts a service with the first request, in place of systemd. 20 of the owners have a database, a copy of the one of the demo. They are woken one after another. Memory is the proportional set size (PSS) of all processes. That of awake owners is from two minutes after the last request. The load average was ${Math.max(...shown.map(({ load }) => load)).toFixed(1)} before.

${metricTable(shown)}
`;
}

function oneContainerPage(_: Results, shown: readonly Result[]): string {
  const rows = shown.flatMap(({ tests = [] }) => tests.map(({ test, result }) => [test, result]));
  return `# One container

${introduction(shown)} [ops/try-one.sh](../../ops/try-one.sh) builds the image and runs it read-only, without capabilities and not as root. Memory is the proportional set size (PSS) of all processes. Times include those of podman. The load average was ${Math.max(...shown.map(({ load }) => load)).toFixed(1)} before.

${metricTable(shown)}

${table(['Test', 'Result'], rows)}
`;
}

function resiliencePage(_: Results, shown: readonly Result[]): string {
  const byFile = Map.groupBy(
    shown.flatMap(({ tests = [] }) => tests),
    ({ file }) => file,
  );
  const sections = [...byFile].toSorted(([one], [other]) => one.localeCompare(other));
  return `# Resilience test results

${introduction(shown)} Each row is what a test reported. The machine is busy while they run, so read the times as upper bounds. \`RESILIENCE=long npm run figures resilience object-store\` repeats them with more faults and for longer.

${sections.map(([file, rows]) => testSection(file, rows)).join('\n\n')}
`;
}

function testSection(file: string, rows: readonly TestRow[]): string {
  const cells = rows.map(({ area, test, result }) =>
    [area, test, result].map((cell) => cell.replaceAll('|', '\\|')),
  );
  return `## ${file}\n\n${table(['Area', 'Test', 'Result'], cells)}`;
}

function pick(results: Results, parts: readonly string[]): Result[] {
  return parts.map((part) => results[part]).filter((result) => result !== undefined);
}

function introduction(results: readonly Result[]): string {
  const runs = results.map(
    ({ date, commit, machine }) => `${date} at commit ${commit} on ${machine}`,
  );
  return `\`npm run figures\` generates this page. Do not edit it. Measured on ${[...new Set(runs)].join('; and on ')}.`;
}

function noiseOf(results: readonly Result[]): string {
  const ranges = results
    .flatMap(({ metrics = [] }) => metrics.flatMap(({ baselines }) => baselines))
    .map(({ range }) => range)
    .filter((range) => range > 0);
  const load = Math.max(...results.map((result) => result.load));
  return `The load average was ${load.toFixed(1)} at most before a part. Between rounds, the baselines varied by ${plusMinus(median(ranges))} (median) and ${plusMinus(Math.max(...ranges))} at most.`;
}

function metricTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ metrics = [] }) => metrics.flatMap(metricRows));
  return table(['Metric', 'Vitrine', 'Baseline', 'Ratio', 'Goal'], rows);
}

/** One row for each baseline; name and value only in the first. */
function metricRows({ name, unit, value, range, goal, isReached, baselines }: Metric): string[][] {
  const rows = baselines.length === 0 ? [undefined] : baselines;
  return rows.map((base, index) => {
    const isJudged =
      goal && (goal.against === undefined ? index === 0 : goal.against === base?.name);
    const limit = goal?.atLeast === undefined ? `≤ ${goal?.atMost}` : `≥ ${goal.atLeast}`;
    const limitUnit = goal?.against === undefined ? ` ${unit}` : '';
    return [
      index === 0 ? name : '',
      index === 0 ? `${format(value)} ${unit} ${plusMinus(range)}` : '',
      base ? `${base.name}: ${format(base.value)} ${unit} ${plusMinus(base.range)}` : '',
      base?.ratio.toFixed(2) ?? '',
      isJudged ? `${limit}${limitUnit} ${isReached ? '✓' : '✗'}` : '',
    ];
  });
}

function themeTable(rows: readonly ThemeRow[]): string {
  // A theme that is newer than the measurement is the last one, and has no column yet.
  const measured = Math.max(0, ...rows.map(({ values }) => values.length));
  const names = THEMES.slice(0, measured).map((theme) => THEME_MANIFESTS[theme].name);
  const cells = rows.map(({ name, unit, values, atMost, atLeast }) => {
    const isReached = values.every(
      (value) =>
        value <= (atMost ?? Number.POSITIVE_INFINITY) &&
        value >= (atLeast ?? Number.NEGATIVE_INFINITY),
    );
    const limit = atMost === undefined ? atLeast && `≥ ${atLeast}` : `≤ ${atMost}${unit}`;
    const shown = values.map(
      (value) => `${value < 1 ? Number(value.toFixed(3)) : format(value)}${unit}`,
    );
    return [name, ...shown, limit ? `${limit} ${isReached ? '✓' : '✗'}` : ''];
  });
  return table(['', ...names, 'Goal'], cells);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function format(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
