import { queryOptions } from '@tanstack/react-query';
import type { VISIT_PERIODS } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type VisitSummary = ApiResponse<typeof routes.visit.get>;
export type VisitSpan = VisitSummary['spans'][number];

export function visitsQuery(period: (typeof VISIT_PERIODS)[number]) {
  return queryOptions({
    queryKey: ['visits', period],
    queryFn: ({ signal }) => callApi(routes.visit.get, { query: { period }, signal }),
  });
}

/** For the line on the dashboard, which is left out if it cannot be loaded. */
export const weekOfVisitsQuery = queryOptions({ ...visitsQuery('week'), meta: { quiet: true } });
