/** Every change gets a short run. `RESILIENCE=long` runs with more faults, more input and for longer. */
export const isLong = process.env['RESILIENCE'] === 'long';

/** A count or a duration for the current run. */
export function size({ short, long }: { short: number; long: number }): number {
  return isLong ? long : short;
}
