export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** As in 'Mar 2023', or the year alone. */
export function dateText(year: number, month: number | null | undefined): string {
  const name = MONTHS[(month ?? 0) - 1];
  return name ? `${name.slice(0, 3)} ${year}` : String(year);
}
