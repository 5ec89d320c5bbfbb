/** The short form is for every change; `RESILIENCE=long` is the size that the figures are stated at. */
export const isLong = process.env['RESILIENCE'] === 'long';

/** How many times, how long: by the form that runs. */
export function size({ short, long }: { short: number; long: number }): number {
  return isLong ? long : short;
}
