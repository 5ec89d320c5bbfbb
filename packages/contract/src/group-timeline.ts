import type { TimelineEntry } from './timeline.ts';

/**
 * Groups entries of the same kind at the same organization whose dates overlap or follow each other,
 * as several roles of one job do. Takes and keeps the order of the list; a group stands where its
 * first entry stands.
 */
export function groupTimeline<E extends TimelineEntry>(entries: readonly E[]): E[][] {
  const lastOf = new Map<E, E>();
  for (const job of Map.groupBy(entries, jobOf).values()) {
    // From the end of the time to its start, an entry joins those after it or starts a group.
    let last: E | undefined;
    let start = Number.POSITIVE_INFINITY;
    for (const entry of job.toSorted(byEnd)) {
      if (start > endOf(entry) + 1) last = entry;
      last ??= entry;
      start = Math.min(start, startOf(entry));
      lastOf.set(entry, last);
    }
  }
  return [...Map.groupBy(entries, (entry) => lastOf.get(entry)).values()];
}

/** Whether the dates of two entries at the same organization overlap or follow each other. */
export function belongTogether(one: TimelineEntry, other: TimelineEntry): boolean {
  return (
    startOf(one) <= endOf(other) + 1 &&
    startOf(other) <= endOf(one) + 1 &&
    jobOf(one) === jobOf(other)
  );
}

/** The same for all entries of a kind at an organization. Without one, an entry is alone. */
function jobOf(entry: TimelineEntry): unknown {
  return entry.organization === '' ? entry : `${entry.kind} ${entry.organization.toLowerCase()}`;
}

function byEnd(one: TimelineEntry, other: TimelineEntry): number {
  // Two ongoing entries have no difference.
  return endOf(other) - endOf(one) || 0;
}

/** In months. Without a month, a year starts in January and ends in December. */
function startOf({ timeline: { from, fromMonth } }: TimelineEntry): number {
  return from * 12 + (fromMonth ?? 1);
}

function endOf({ timeline: { to, toMonth } }: TimelineEntry): number {
  return to === null ? Number.POSITIVE_INFINITY : to * 12 + (toMonth ?? 12);
}
