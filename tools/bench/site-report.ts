import { writeFileSync } from 'node:fs';
import { THEMES, type Theme } from '@vitrine/contract/options';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import type { Metric } from './metric.ts';
import { describeNoise, describeRun, format, renderMetrics } from './report.ts';
import type { Report } from './run-lighthouse.ts';
import type { PageFigures } from './site-pages.ts';

const FILE = new URL('../../docs/figures/site.md', import.meta.url);

interface SiteResults {
  readonly pages: ReadonlyMap<Theme, PageFigures>;
  /** The Lighthouse reports by the name of the page. */
  readonly audits: ReadonlyMap<string, ReadonlyMap<Theme, Report>>;
  /** How often Lighthouse ran on each page. */
  readonly runs: number;
  readonly metrics: readonly Metric[];
  /** The load average before the run. */
  readonly loadBefore: number;
}

/** The figures of pages, with the most that the budget allows. */
const BUDGETS: readonly {
  readonly key: keyof PageFigures;
  readonly name: string;
  readonly unit?: string;
  readonly atMost?: number;
}[] = [
  { key: 'scriptWithForm', name: 'JavaScript of a page with a form', unit: ' KB', atMost: 2 },
  { key: 'scriptWithoutForm', name: 'JavaScript of any other page', unit: ' KB', atMost: 0 },
  { key: 'htmlAndCss', name: 'HTML and CSS of the home page, brotli', unit: ' KB', atMost: 14 },
  { key: 'firstFontFiles', name: 'Fonts before the first paint', unit: ' files', atMost: 2 },
  { key: 'firstFonts', name: 'Fonts before the first paint', unit: ' KB', atMost: 50 },
  { key: 'fonts', name: 'All fonts of the home page', unit: ' KB' },
  {
    key: 'firstView',
    name: 'First view of the home page, with its images',
    unit: ' KB',
    atMost: 120,
  },
  { key: 'loaded', name: 'All that the home page loads without scrolling', unit: ' KB' },
  { key: 'requests', name: 'Requests of the home page without scrolling' },
  { key: 'layoutShift', name: 'Layout shift, most of all pages', atMost: 0 },
];

export function writeSiteReport({ pages, audits, runs, metrics, loadBefore }: SiteResults): void {
  const { date, commit, machine } = describeRun();
  const text = `# Public site

\`npm run bench:site\` generates this page. Do not edit it. Measured on ${date} at commit ${commit} on ${machine}, with the demo portfolio. ${describeNoise(metrics, loadBefore)}

## Pages

A phone of 390 × 844 pixels with two pixels per CSS pixel loads each page with an empty cache and does not scroll. Sizes are as sent. The first view is the document, its stylesheet, fonts, script and icon, and each image that is at least partly on the screen. Browsers also load images that are up to three screens below, which the next row includes.

${themeTable(BUDGETS.map((budget) => pageRow(budget, pages)))}

## Lighthouse

Mobile, ${runs === 1 ? 'one run' : `median of ${runs} runs`}. The goal is 100. The speed of this machine and other load on it affect Performance.

${themeTable([...audits].flatMap(([page, reports]) => scoreRows(page, reports)))}

## Service

${renderMetrics(metrics)}

${OTHERS}`;
  writeFileSync(FILE, text);
}

interface ThemeRow {
  readonly name: string;
  readonly goal: string;
  readonly isReached: (value: number) => boolean;
  readonly values: readonly number[];
  readonly unit: string;
}

function pageRow(
  { key, name, unit = '', atMost }: (typeof BUDGETS)[number],
  pages: ReadonlyMap<Theme, PageFigures>,
): ThemeRow {
  return {
    name,
    unit,
    values: THEMES.map((theme) => pages.get(theme)?.[key] ?? Number.NaN),
    goal: atMost === undefined ? '' : atMost === 0 ? '0' : `≤ ${atMost}${unit}`,
    isReached: (value) => atMost === undefined || value <= atMost,
  };
}

function scoreRows(page: string, reports: ReadonlyMap<Theme, Report>): ThemeRow[] {
  return SCORES.map(([category, title]) => ({
    name: `${page}: ${title}`,
    unit: '',
    values: THEMES.map(
      (theme) => 100 * (reports.get(theme)?.categories[category]?.score ?? Number.NaN),
    ),
    goal: '100',
    isReached: (value) => Math.round(value) === 100,
  }));
}

const SCORES = [
  ['performance', 'Performance'],
  ['accessibility', 'Accessibility'],
  ['best-practices', 'Best practices'],
  ['seo', 'SEO'],
] as const;

function themeTable(rows: readonly ThemeRow[]): string {
  const names = THEMES.map((theme) => THEME_MANIFESTS[theme].name);
  const lines = rows.map(({ name, unit, values, goal, isReached }) => {
    const mark = goal === '' ? '' : ` ${values.every(isReached) ? '✓' : '✗'}`;
    const cells = [
      name,
      ...values.map((value) => `${value < 1 ? Number(value.toFixed(3)) : format(value)}${unit}`),
      `${goal}${mark}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `| | ${names.join(' | ')} | Goal |
| --- |${' --- |'.repeat(names.length + 1)}
${lines.join('\n')}`;
}

/** What other projects publish about their demo pages. Nothing here is measured. */
const OTHERS = `## Published figures of other projects

The home pages of their demos, as their own repositories state. They show other content, so compare the order of magnitude.

| | al-folio | AstroPaper |
| --- | --- | --- |
| Lighthouse: Performance, Accessibility, Best practices, SEO | 79, 100, 100, 100 (mobile) | 100, 100, 100, 100 (desktop) |
| Requests | 41, of which 25 to other hosts | not published |
| JavaScript | 399 KB in 18 files | not published |
| CSS | 83 KB in 9 files | not published |
| Fonts | 217 KB in 5 files | not published |
| Everything | 835 KB | not published |
| Layout shift | 0.018 | not published |

Sources: the Lighthouse 9.6.8 report of 14 February 2024 in \`lighthouse_results/mobile\` of \`alshedivat/al-folio\`, the scores of another run in \`pagespeed.svg\` beside it, and \`AstroPaper-lighthouse-score.svg\` in \`satnaing/astro-paper\`, which links to the report for desktops.
`;
