import { median } from '@vitrine/testing/statistics';

/** What is measured, or what it is measured against. */
export interface Contender {
  readonly name: string;
  /** What it needs for a turn; gives the end of it. */
  start?(): Promise<() => Promise<void>>;
  measure(): Promise<number>;
}

/** One of them, with what it came to in each turn. */
export interface Result {
  readonly name: string;
  readonly values: readonly number[];
}

interface TurnOptions {
  readonly turns?: number;
  /** How often each is measured in a turn, one after the other; the turn is the mean of it. */
  readonly goes?: number;
}

/**
 * All of them in turns, so that whatever else the machine does happens to each; every turn begins
 * with another. The first turn only warms up.
 */
export async function takeTurns(
  contenders: readonly Contender[],
  { turns = 3, goes = 1 }: TurnOptions = {},
): Promise<Result[]> {
  const values = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let turn = 0; turn <= turns; turn += 1) {
    const shift = turn % contenders.length;
    const order = [...contenders.slice(shift), ...contenders.slice(0, shift)];
    const means = await measureTogether(order, goes);
    if (turn > 0) for (const [name, mean] of means) values.get(name)?.push(mean);
  }
  return contenders.map(({ name }) => ({ name, values: values.get(name) ?? [] }));
}

async function measureTogether(
  contenders: readonly Contender[],
  goes: number,
): Promise<Map<string, number>> {
  const means = new Map(contenders.map(({ name }) => [name, 0]));
  const ends: (() => Promise<void>)[] = [];
  try {
    for (const { start } of contenders) if (start) ends.push(await start());
    for (let go = 0; go < goes; go += 1)
      for (const { name, measure } of contenders)
        means.set(name, (means.get(name) ?? 0) + (await measure()) / goes);
  } finally {
    for (const end of ends) await end();
  }
  return means;
}

/** Of the shares in each turn, the one in the middle. */
export function ratioOf(ours: Result, base: Result): number {
  return median(ours.values.map((value, turn) => value / (base.values[turn] ?? Number.NaN)));
}

/** How far the turns lie apart, as a share of the one in the middle: how noisy the machine was. */
export function spreadOf({ values }: Result): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}
