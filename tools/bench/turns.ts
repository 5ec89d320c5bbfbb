import { median } from '../statistics.ts';

/** What is measured, or what it is measured against. */
export interface Contender {
  readonly name: string;
  measure(): Promise<number>;
}

/** One of them, with what it came to in each turn. */
export interface Result {
  readonly name: string;
  readonly values: readonly number[];
}

const TURNS = 3;

/**
 * All of them in turns, so that whatever else the machine does happens to each; every turn begins
 * with another. The first turn only warms up.
 */
export async function takeTurns(
  contenders: readonly Contender[],
  turns = TURNS,
): Promise<Result[]> {
  const values = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let turn = 0; turn <= turns; turn += 1) {
    const shift = turn % contenders.length;
    const order = [...contenders.slice(shift), ...contenders.slice(0, shift)];
    for (const { name, measure } of order) {
      const value = await measure();
      if (turn > 0) values.get(name)?.push(value);
    }
  }
  return contenders.map(({ name }) => ({ name, values: values.get(name) ?? [] }));
}

/** Of the shares in each turn, the one in the middle. */
export function ratioOf(ours: Result, base: Result): number {
  return median(ours.values.map((value, turn) => value / (base.values[turn] ?? Number.NaN)));
}

/** How far the turns lie apart, as a share of the one in the middle: how noisy the machine was. */
export function spreadOf({ values }: Result): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}
