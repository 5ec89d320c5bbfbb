import type { TimelineEntry } from '@vitrine/contract/timeline';
import { formatMonth, periodOfTimeline } from '@vitrine/resume/period';
import { RESUME_WORDS } from '@vitrine/resume/words';
import { usePage } from './page-context.ts';

/** As in `2017 – 2021`, `Mar 2021 – now`, or `2019` for one year. */
export function Period({ entry }: { readonly entry: TimelineEntry }) {
  const { language } = usePage().settings;
  const { from, to } = periodOfTimeline(entry);
  const start = <time dateTime={from}>{formatMonth(from, language)}</time>;
  if (to === from) return start;
  return (
    <>
      {start} –{' '}
      {to === undefined ? (
        RESUME_WORDS[language].now
      ) : (
        <time dateTime={to}>{formatMonth(to, language)}</time>
      )}
    </>
  );
}
