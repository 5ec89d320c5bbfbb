import { RESUME_WORDS } from '@vitrine/resume/words';
import { usePage } from './page-context.ts';

interface PeriodProps {
  readonly from: number;
  readonly to: number | null;
  readonly fromMonth: number | null;
  readonly toMonth: number | null;
}

/** As in `2017 – 2021`, `Mar 2021 – now`, or `2019` for one year. */
export function Period({ from, to, fromMonth, toMonth }: PeriodProps) {
  const { settings, formatMonth } = usePage();
  const start = <time dateTime={dateTimeOf(from, fromMonth)}>{formatMonth(from, fromMonth)}</time>;
  if (to === null)
    return (
      <>
        {start} – {RESUME_WORDS[settings.language].now}
      </>
    );
  if (to === from && fromMonth === toMonth) return start;
  return (
    <>
      {start} – <time dateTime={dateTimeOf(to, toMonth)}>{formatMonth(to, toMonth)}</time>
    </>
  );
}

function dateTimeOf(year: number, month: number | null): string {
  return month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
}
