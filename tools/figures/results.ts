import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Chart } from './line-chart.ts';
import type { Metric } from './metric.ts';

const FOLDER = new URL('../../docs/figures/', import.meta.url);

/** A value of the public site in each theme. */
export interface ThemeRow {
  readonly name: string;
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** In the order of THEMES. */
  readonly values: readonly number[];
}

/** What a test reports. */
export interface TestRow {
  readonly file: string;
  readonly area: string;
  readonly test: string;
  readonly result: string;
}

/** What one part of the command measures. */
export interface Measured {
  readonly metrics?: readonly Metric[];
  readonly charts?: readonly Chart[];
  readonly themes?: readonly ThemeRow[];
  readonly tests?: readonly TestRow[];
}

/** A part with when, what and where it was measured. */
export interface Result extends Measured {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  /** The load average before. */
  readonly load: number;
  readonly seconds: number;
}

export type Results = Readonly<Record<string, Result>>;

/** Measures a part and stores it. */
export async function record(part: string, measure: () => Promise<Measured>): Promise<void> {
  const [load = 0] = loadavg();
  const began = performance.now();
  const measured = await measure();
  const result: Result = {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`,
    load,
    seconds: Math.round((performance.now() - began) / 1000),
    ...measured,
  };
  writeFileSync(fileOf(part), `${JSON.stringify(result, null, 2)}\n`);
}

export function readResults(parts: readonly string[]): Results {
  return Object.fromEntries(
    parts
      .filter((part) => existsSync(fileOf(part)))
      .map((part) => [part, JSON.parse(readFileSync(fileOf(part), 'utf8'))]),
  );
}

function fileOf(part: string): URL {
  return new URL(`${part}.json`, FOLDER);
}
