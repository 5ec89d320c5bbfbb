import { queryOptions } from '@tanstack/react-query';
import { groupTimeline } from '@vitrine/contract/group-timeline';
import { routes } from '@vitrine/contract/routes';
import type { TimelineEntry as EditableEntry } from '@vitrine/contract/timeline';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type TimelineEntry = ApiResponse<typeof routes.timeline.list>['timelines'][number];
export type { EditableEntry };

export const timelinesQuery = queryOptions({
  queryKey: ['timeline'],
  queryFn: ({ signal }) => callApi(routes.timeline.list, { signal }),
  select: ({ timelines }) => timelines,
});

/** Only Vitrine's own service returns a kind, and only it can update and restore entries. */
export function isEditable(entry: TimelineEntry): entry is EditableEntry {
  return entry.kind !== undefined;
}

/** Roles at the same organization together, in the order of the list. */
export function groupsOf(entries: readonly TimelineEntry[]): readonly (readonly TimelineEntry[])[] {
  return entries.every(isEditable) ? groupTimeline(entries) : entries.map((entry) => [entry]);
}
