/** The dates of a timeline entry. */
export interface Dates {
  readonly from: number;
  readonly fromMonth: number | null;
  readonly to: number | null;
  readonly toMonth: number | null;
}

interface Month {
  readonly year: number;
  readonly month: number | null;
}

/** Reads `2021-03-14`, `2021-03`, `2021`, `Mar 2021`, `March 14, 2021` and `3/14/2021`. */
export function readMonth(text: string): Month | undefined {
  const value = text.trim();
  const [, isoYear, isoMonth] = /^(\d{4})(?:-(\d{1,2})(?!\d).*)?$/.exec(value) ?? [];
  if (isoYear !== undefined) return toMonth(isoYear, Number(isoMonth));
  const [, slashMonth, slashYear] = /^(\d{1,2})\/\d{1,2}\/(\d{4})$/.exec(value) ?? [];
  if (slashYear !== undefined) return toMonth(slashYear, Number(slashMonth));
  const [, name = '', year] = /^(?:(\p{L}+)\.?,?\s+)?(?:\d{1,2},?\s+)?(\d{4})$/u.exec(value) ?? [];
  if (year === undefined) return undefined;
  return toMonth(year, MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

function toMonth(year: string, month: number): Month {
  return { year: Number(year), month: month >= 1 && month <= 12 ? month : null };
}

/** The dates of something that lasts. Without an end, it is ongoing. */
export function readDates(start: string, end: string): Dates | undefined {
  const to = readMonth(end);
  const from = readMonth(start) ?? to;
  if (!from) return undefined;
  return {
    from: from.year,
    fromMonth: from.month,
    to: to?.year ?? null,
    toMonth: to?.month ?? null,
  };
}

/** The dates of something that happens once. */
export function readDay(day: string): Dates | undefined {
  return readDates(day, day);
}

/** As in `2021-03` or `2021`. Empty for none. */
export function readYearMonth(text: string): string {
  const date = readMonth(text);
  if (!date) return '';
  return date.month === null
    ? String(date.year)
    : `${date.year}-${String(date.month).padStart(2, '0')}`;
}
