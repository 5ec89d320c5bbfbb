import { median } from '@vitrine/testing/statistics';

/** Something to measure: Vitrine, or a baseline. */
export interface Subject {
  readonly name: string;
  /** Runs before each round. Returns a function that runs after it. */
  start?(): Promise<() => Promise<void>>;
  measure(): Promise<number>;
}

/** One value for each round. */
export interface Measurement {
  readonly name: string;
  readonly values: readonly number[];
}

interface InterleaveOptions {
  readonly rounds?: number;
  /** How often each subject is measured per round. The round's value is the mean. */
  readonly samples?: number;
}

/**
 * Measures all subjects in each round, so that load from other programs affects all of them. Each
 * round begins with another subject. The first round is a warm-up.
 */
export async function measureInterleaved(
  subjects: readonly Subject[],
  { rounds = 3, samples = 1 }: InterleaveOptions = {},
): Promise<Measurement[]> {
  const values = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    const shift = round % subjects.length;
    const order = [...subjects.slice(shift), ...subjects.slice(0, shift)];
    const means = await measureRound(order, samples);
    if (round > 0) for (const [name, mean] of means) values.get(name)?.push(mean);
  }
  return subjects.map(({ name }) => ({ name, values: values.get(name) ?? [] }));
}

async function measureRound(
  subjects: readonly Subject[],
  samples: number,
): Promise<Map<string, number>> {
  const means = new Map(subjects.map(({ name }) => [name, 0]));
  const stops: (() => Promise<void>)[] = [];
  try {
    for (const { start } of subjects) if (start) stops.push(await start());
    for (let sample = 0; sample < samples; sample += 1)
      for (const { name, measure } of subjects)
        means.set(name, (means.get(name) ?? 0) + (await measure()) / samples);
  } finally {
    for (const stop of stops) await stop();
  }
  return means;
}

/** The median of the ratios in each round. */
export function medianRatio(ours: Measurement, base: Measurement): number {
  return median(ours.values.map((value, round) => value / (base.values[round] ?? Number.NaN)));
}

/** The range of the rounds as a share of their median: how noisy the machine was. */
export function relativeRange({ values }: Measurement): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}
