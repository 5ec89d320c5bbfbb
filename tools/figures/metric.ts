import { median } from '@vitrine/testing/statistics';
import { type Measurement, medianRatio, relativeRange } from './interleave.ts';

interface Goal {
  /** The baseline that the ratio is compared with. Without one, the goal is for the value itself. */
  readonly against?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A measured value of Vitrine, with its baselines. */
export interface Metric {
  /** Pages name a figure by it. */
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly goal?: Goal;
  readonly isReached?: boolean;
  /** The range of the rounds as a share of their median. */
  readonly range: number;
  readonly baselines: readonly Baseline[];
}

interface Baseline {
  readonly name: string;
  readonly value: number;
  /** Vitrine's value divided by this one: the median of the rounds. */
  readonly ratio: number;
  readonly range: number;
}

type MetricOptions = Pick<Metric, 'id' | 'name' | 'unit'> & { readonly goal?: Goal };

/** Prints and returns a metric. The first measurement is Vitrine's. */
export function reportMetric(
  { id, name, unit, goal }: MetricOptions,
  [ours, ...others]: readonly Measurement[],
): Metric {
  if (!ours) throw new Error(`Nothing was measured: ${name}`);
  const value = median(ours.values);
  const baselines = others.map((base) => ({
    name: base.name,
    value: median(base.values),
    ratio: medianRatio(ours, base),
    range: relativeRange(base),
  }));
  const judged = goal?.against
    ? (baselines.find((base) => base.name === goal.against)?.ratio ?? Number.NaN)
    : value;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = goal ?? {};
  const metric = {
    id,
    name,
    unit,
    value,
    range: relativeRange(ours),
    baselines,
    ...(goal && { goal, isReached: judged >= atLeast && judged <= atMost }),
  };
  console.log(describe(metric));
  return metric;
}

function describe({ name, unit, value, range, baselines }: Metric): string {
  const others = baselines.map(
    (base) =>
      `\n  ${base.ratio.toFixed(2)} of ${base.name} (${base.value.toFixed(1)} ${unit}, ${plusMinus(base.range)})`,
  );
  return `${name}: ${value.toFixed(1)} ${unit} (${plusMinus(range)})${others.join('')}`;
}

export function plusMinus(range: number): string {
  return `±${(50 * range).toFixed(0)}%`;
}
