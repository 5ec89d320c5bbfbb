import type { PublicProject } from '@vitrine/contract/project';
import { formatMonth, periodOfProject } from '@vitrine/resume/period';
import type { Period as Dates } from '@vitrine/resume/resume';
import { RESUME_WORDS } from '@vitrine/resume/words';
import { usePage } from './page-context.ts';
import type { Words } from './words/words.ts';

/** As in `2017 – 2021`, `Mar 2021 – now`, or `2019` for one year. */
export function Period({ dates: { from, to } }: { readonly dates: Dates }) {
  const { language } = usePage().settings;
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

/** As in `2025–2026`, `since 2024`, or `2024` for one year. Empty if no date is known. */
export function formatYears(
  project: Pick<PublicProject, 'startedOn' | 'endedOn'>,
  words: Pick<Words, 'since'>,
): string {
  const period = periodOfProject(project);
  if (!period) return '';
  const [from, to] = [period.from.slice(0, 4), period.to?.slice(0, 4)];
  if (to === undefined) return words.since(from);
  return to === from ? from : `${from}–${to}`;
}
