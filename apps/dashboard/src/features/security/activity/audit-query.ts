import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { AuditGroup } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../../api/call-api.ts';

export type AuditEvent = ApiResponse<typeof routes.audit.list>['events'][number];

/** The audit log, newest first, in pages. */
export function auditQuery(show: AuditGroup | 'everything') {
  return infiniteQueryOptions({
    queryKey: ['audit', show],
    queryFn: ({ pageParam, signal }) =>
      callApi(routes.audit.list, {
        signal,
        query: { ...(show !== 'everything' && { show }), ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Keep showing the last events while others load.
    placeholderData: keepPreviousData,
    select: ({ pages }) => withoutRepeats(pages.flatMap(({ events }) => events)),
    // A sign-in may have failed a moment ago.
    staleTime: 0,
  });
}

/** An event that happens again moves to the first page, while a later page may still show it. */
function withoutRepeats(events: readonly AuditEvent[]): readonly AuditEvent[] {
  return [...new Map(events.toReversed().map((event) => [event._id, event])).values()].reverse();
}
