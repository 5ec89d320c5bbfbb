import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type TimelineEntry = ApiResponse<typeof routes.timeline.list>['timelines'][number];

export const timelinesQuery = queryOptions({
  queryKey: ['timelines'],
  queryFn: ({ signal }) => callApi(routes.timeline.list, { signal }),
  select: ({ timelines }) => timelines,
});
