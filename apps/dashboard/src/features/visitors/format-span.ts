export type Unit = 'day' | 'month';

/** 'Fri, Nov 6' or 'November 2026', and shorter 'Nov 6' or 'Nov 2026'. Days are in UTC. */
export function formatSpan(from: string, unit: Unit, length: 'long' | 'short' = 'long'): string {
  const month = unit === 'month' && length === 'long' ? 'long' : 'short';
  return new Date(from).toLocaleDateString(undefined, {
    timeZone: 'UTC',
    month,
    ...(unit === 'month' && { year: 'numeric' }),
    ...(unit === 'day' && { day: 'numeric' }),
    ...(unit === 'day' && length === 'long' && { weekday: 'short' }),
  });
}
