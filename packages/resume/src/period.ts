import type { SiteLanguage } from '@vitrine/contract/options';
import type { PublicProject } from '@vitrine/contract/project';
import type { Publication } from '@vitrine/contract/publication';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import type { Period } from './resume.ts';
import { RESUME_WORDS } from './words.ts';

export function periodOfTimeline({ timeline }: Pick<TimelineEntry, 'timeline'>): Period {
  return {
    from: toMonth(timeline.from, timeline.fromMonth),
    to: timeline.to === null ? undefined : toMonth(timeline.to, timeline.toMonth),
  };
}

/** From the first role at an organization to the end of the last. */
export function periodOfGroup(entries: readonly Pick<TimelineEntry, 'timeline'>[]): Period {
  const periods = entries.map(periodOfTimeline);
  const ends = periods.map(({ to }) => to);
  return {
    from: periods.map(({ from }) => from).toSorted()[0] ?? '',
    to: ends.includes(undefined) ? undefined : ends.toSorted().at(-1),
  };
}

/** A project that started and has no end goes on, as the form says. Without dates, it has no period. */
export function periodOfProject({
  startedOn,
  endedOn,
}: Pick<PublicProject, 'startedOn' | 'endedOn'>): Period | undefined {
  const from = startedOn || endedOn;
  return from === '' ? undefined : { from, to: endedOn || undefined };
}

export function periodOfPublication({ publishedOn }: Pick<Publication, 'publishedOn'>): Period {
  return { from: publishedOn, to: publishedOn };
}

function toMonth(year: number, month: number | null): string {
  return month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
}

/** As in `2017 – 2021`, `Mar 2021 – now`, or `2019` for one year. */
export function formatPeriod(period: Period | undefined, language: SiteLanguage): string {
  if (!period) return '';
  const from = formatMonth(period.from, language);
  if (period.to === undefined) return `${from} – ${RESUME_WORDS[language].now}`;
  return period.to === period.from ? from : `${from} – ${formatMonth(period.to, language)}`;
}

/** As in `Mar 2021`, or `2021` for a year. */
export function formatMonth(month: string, language: SiteLanguage): string {
  const [year = '', number] = month.split('-');
  if (number === undefined) return year;
  return formatterFor(language).format(Date.UTC(Number(year), Number(number) - 1));
}

const formatters = new Map<SiteLanguage, Intl.DateTimeFormat>();

/** Created once: it takes longer than formatting a hundred dates. */
function formatterFor(language: SiteLanguage): Intl.DateTimeFormat {
  const formatter =
    formatters.get(language) ??
    new Intl.DateTimeFormat(language, {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
      numberingSystem: 'latn',
    });
  formatters.set(language, formatter);
  return formatter;
}
