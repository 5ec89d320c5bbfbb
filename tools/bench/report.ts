import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { median } from '@vitrine/testing/statistics';
import { type Figure, percent } from './figure.ts';
import { type Curve, plot } from './plot.ts';

const FOLDER = new URL('../../docs/figures/', import.meta.url);

export interface Run {
  readonly figures: readonly Figure[];
  readonly curves: readonly Curve[];
  /** How many programs wanted a core, as the system counts them, before it began. */
  readonly loadBefore: number;
}

/** The table for people, the same for programs, and the curves. */
export function writeReport({ figures, curves, loadBefore }: Run): void {
  const [core] = cpus();
  const about = {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} cores (${core?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`,
    noise: noiseOf(figures, loadBefore),
  };
  mkdirSync(FOLDER, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(new URL(name, FOLDER), text);
  write('performance.json', `${JSON.stringify({ ...about, figures, curves }, null, 2)}\n`);
  write('performance.md', pageOf(about, figures, curves));
  for (const curve of curves) write(`${curve.name}.svg`, plot(curve));
}

function noiseOf(figures: readonly Figure[], loadBefore: number): string {
  const spreads = figures.flatMap(({ baselines }) => baselines.map(({ noise }) => noise));
  const timed = spreads.filter((spread) => spread > 0);
  return (
    `The load of the machine was ${loadBefore.toFixed(1)} before it began. From turn to turn the bare ` +
    `baselines differed by ±${percent(median(timed))} in the middle and by ±${percent(Math.max(...timed))} at most.`
  );
}

interface About {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly noise: string;
}

function pageOf(
  { date, commit, machine, noise }: About,
  figures: readonly Figure[],
  curves: readonly Curve[],
): string {
  return `# Figures

Written by \`npm run bench\` on ${date}, at ${commit}, on ${machine}. Each figure is the middle of three turns or more, in which Vitrine and its bare baselines took turns; the ratio is the middle of the turns' ratios. ${noise}

| Figure | Vitrine | Against | Ratio | Goal |
| --- | --- | --- | --- | --- |
${figures.flatMap(rowsOf).join('\n')}

${curves.map(({ name, title }) => `![${title}](${name}.svg)`).join('\n\n')}
`;
}

/** One line for each baseline; the name and the value stand in the first. */
function rowsOf({ name, unit, value, noise, goal, isReached, baselines }: Figure): string[] {
  return baselines.map((base, index) => {
    const isJudged =
      goal && (goal.against === undefined ? index === 0 : goal.against === base.name);
    const wanted = goal?.atLeast === undefined ? `≤ ${goal?.atMost}` : `≥ ${goal.atLeast}`;
    const ofWhat = goal?.against === undefined ? ` ${unit}` : '';
    const cells = [
      index === 0 ? name : '',
      index === 0 ? `${amount(value)} ${unit} ±${percent(noise)}` : '',
      `${base.name}: ${amount(base.value)} ${unit} ±${percent(base.noise)}`,
      base.ratio.toFixed(2),
      isJudged ? `${wanted}${ofWhat} ${isReached ? '✓' : '✗'}` : '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function amount(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
