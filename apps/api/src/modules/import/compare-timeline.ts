import { capitalized } from '@vitrine/contract/collection-field';
import { belongTogether } from '@vitrine/contract/group-timeline';
import { NewTimelineEntry, type TimelineEntry, timeline } from '@vitrine/contract/timeline';
import { formatPeriod, periodOfTimeline } from '@vitrine/resume/period';
import { type Ages, compareItems, findChanges, type Result } from './compare-items.ts';
import { entryKey, foldBreaks, type ImportedItem, normalize } from './imported.ts';

export function compareTimeline(
  imported: readonly ImportedItem<NewTimelineEntry>[],
  current: readonly TimelineEntry[],
  ages: Ages,
): Promise<Result[]> {
  const byOrganization = Map.groupBy(current, ({ organization }) => normalize(organization));
  /** Entries that follow each other at one organization are shown together. */
  function noteGroup(fields: NewTimelineEntry): string {
    const organization = normalize(fields.organization);
    const others = byOrganization.get(organization) ?? [];
    const entry = toEntry(fields);
    const partner = others.find((other) => belongTogether(other, entry));
    byOrganization.set(organization, [...others, entry]);
    return partner ? `Grouped with ${partner.title}` : '';
  }
  const existing = current.map(({ timeline, ...fields }) => ({ ...fields, ...timeline }));
  return compareItems(
    imported,
    existing,
    {
      label: 'Timeline',
      title: entryTitle,
      keys: (fields) => [entryKey(fields)],
      add: (fields) => ({ kind: 'add-timeline', fields }),
      describe: describeEntry,
      note: noteGroup,
      update({ _id: id, ...before }, fields) {
        const merged = mergeEntry(before, fields);
        return {
          item: { kind: 'update-timeline', id, fields: merged },
          changes: findChanges(timeline, toTexts(before), toTexts(merged)),
        };
      },
    },
    ages,
  );
}

function toEntry({ from, to, fromMonth, toMonth, ...fields }: NewTimelineEntry): TimelineEntry {
  return { _id: '', ...fields, timeline: { from, to, fromMonth, toMonth } };
}

function entryTitle({ kind, title, organization }: NewTimelineEntry): string {
  const isJob = kind === 'work' || kind === 'education' || kind === 'volunteering';
  return isJob && organization !== '' && organization !== title
    ? `${title}, ${organization}`
    : title;
}

function describeEntry(fields: NewTimelineEntry): string[] {
  const { kind, organization, title, location } = fields;
  const isInTitle = entryTitle(fields) !== title || organization === title;
  return [
    capitalized(kind),
    isInTitle ? '' : organization,
    formatPeriod(periodOfTimeline(toEntry(fields)), 'en'),
    location,
  ];
}

function mergeEntry(before: NewTimelineEntry, after: NewTimelineEntry): NewTimelineEntry {
  // A month that the source lacks does not replace one, and neither does an end.
  const isSameEnd = after.to === null || (after.to === before.to && after.toMonth === null);
  const { to, toMonth } = isSameEnd ? before : after;
  // The title stands for a description that the source lacks.
  const isSameText =
    after.description === after.title ||
    foldBreaks(before.description) === foldBreaks(after.description);
  const merged = {
    title: before.title,
    organization: before.organization,
    kind: after.kind,
    description: isSameText ? before.description : after.description,
    from: before.from,
    fromMonth: after.fromMonth ?? before.fromMonth,
    to,
    toMonth,
    location: after.location || before.location,
    link: after.link || before.link,
    highlights: after.highlights.length > 0 ? after.highlights : before.highlights,
  };
  const { fromMonth, to: end, toMonth: endMonth } = before;
  // A start in September does not go with an end in March.
  return NewTimelineEntry.safeParse(merged).success
    ? merged
    : { ...merged, fromMonth, to: end, toMonth: endMonth };
}

/** The fields as the history shows them. */
function toTexts({ kind, location, link, description, highlights, ...dates }: NewTimelineEntry) {
  return {
    kind,
    location,
    from: formatMonth(dates.from, dates.fromMonth),
    to: formatMonth(dates.to, dates.toMonth),
    link,
    description,
    highlights: highlights.join('\n'),
  };
}

function formatMonth(year: number | null, month: number | null): string {
  if (year === null) return '';
  const timeline = { from: year, to: year, fromMonth: month, toMonth: month };
  return formatPeriod(periodOfTimeline({ timeline }), 'en');
}
