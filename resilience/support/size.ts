/** Every change gets a short run. `RESILIENCE=long` runs at the size of the published results. */
export const isLong = process.env['RESILIENCE'] === 'long';

/** A count or a duration for the current run. */
export function size({ short, long }: { short: number; long: number }): number {
  return isLong ? long : short;
}
