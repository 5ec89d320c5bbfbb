import type { TimelineEntry } from './timeline.ts';

/**
 * Groups entries of the same kind at the same organization whose dates overlap or follow each other,
 * as several roles of one job do. Takes and keeps the order of the list; a group stands where its
 * first entry stands.
 */
export function groupTimeline<E extends TimelineEntry>(entries: readonly E[]): E[][] {
  const groups: E[][] = [];
  for (const entry of entries) {
    const group = groups.find((others) => others.some((other) => belongTogether(other, entry)));
    if (group) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function belongTogether(one: TimelineEntry, other: TimelineEntry): boolean {
  const isSameJob =
    one.organization !== '' &&
    one.kind === other.kind &&
    one.organization.toLowerCase() === other.organization.toLowerCase();
  return isSameJob && startOf(one) <= endOf(other) + 1 && startOf(other) <= endOf(one) + 1;
}

/** In months. Without a month, a year starts in January and ends in December. */
function startOf({ timeline: { from, fromMonth } }: TimelineEntry): number {
  return from * 12 + (fromMonth ?? 1);
}

function endOf({ timeline: { to, toMonth } }: TimelineEntry): number {
  return to === null ? Number.POSITIVE_INFINITY : to * 12 + (toMonth ?? 12);
}
