import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type { TimelineEntry };

export const timelinesQuery = queryOptions({
  queryKey: ['timeline'],
  queryFn: ({ signal }) => callApi(routes.timeline.list, { signal }),
  select: ({ timelines }) => timelines.map(withDetails),
});

/** Fills in what a host with only the specified fields leaves out. */
function withDetails(
  entry: ApiResponse<typeof routes.timeline.list>['timelines'][number],
): TimelineEntry {
  const timeline = { fromMonth: null, toMonth: null, ...entry.timeline };
  const details = { organization: '', location: '', link: '', highlights: [] };
  return { kind: 'other', ...details, ...entry, timeline };
}
