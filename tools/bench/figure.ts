import { median } from '@vitrine/testing/statistics';
import { type Result, ratioOf, spreadOf } from './turns.ts';

interface Goal {
  /** The baseline that counts. Without one, the value itself. */
  readonly against?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** One measured thing, beside what it was measured against. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly goal?: Goal;
  readonly isReached?: boolean;
  readonly noise: number;
  readonly baselines: readonly Baseline[];
}

interface Baseline {
  readonly name: string;
  readonly value: number;
  /** Vitrine's as a share of this one's: the middle of the turns. */
  readonly ratio: number;
  readonly noise: number;
}

interface About {
  readonly name: string;
  readonly unit: string;
  readonly goal?: Goal;
}

/** The first result is ours. */
export function figure({ name, unit, goal }: About, results: readonly Result[]): Figure {
  const [ours, ...others] = results;
  if (!ours) throw new Error(`Nothing was measured: ${name}`);
  const value = median(ours.values);
  const baselines = others.map((base) => ({
    name: base.name,
    value: median(base.values),
    ratio: ratioOf(ours, base),
    noise: spreadOf(base),
  }));
  const judged = goal?.against
    ? (baselines.find((base) => base.name === goal.against)?.ratio ?? Number.NaN)
    : value;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = goal ?? {};
  const made = {
    name,
    unit,
    value,
    noise: spreadOf(ours),
    baselines,
    ...(goal && { goal, isReached: judged >= atLeast && judged <= atMost }),
  };
  console.log(lineOf(made));
  return made;
}

function lineOf({ name, unit, value, noise, baselines }: Figure): string {
  const others = baselines.map(
    (base) =>
      `\n  ${base.ratio.toFixed(2)} of ${base.name} (${base.value.toFixed(1)} ${unit}, ±${percent(base.noise)})`,
  );
  return `${name}: ${value.toFixed(1)} ${unit} (±${percent(noise)})${others.join('')}`;
}

/** Half of how far the turns lie apart. */
export function percent(spread: number): string {
  return `${(50 * spread).toFixed(0)} %`;
}
