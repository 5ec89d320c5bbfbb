import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { HistoryCollection } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type Version = ApiResponse<typeof routes.history.list>['versions'][number];
export type Comparison = ApiResponse<typeof routes.history.get>;

/** The versions of an item, newest first. */
export function versionsQuery(noun: HistoryCollection, id: string) {
  return infiniteQueryOptions({
    queryKey: ['history', noun, id],
    queryFn: ({ pageParam, signal }) =>
      callApi(routes.history.list, {
        signal,
        params: { noun, id },
        ...(pageParam && { query: { before: pageParam } }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ versions }) => versions),
    // The item may have been saved a moment ago.
    staleTime: 0,
  });
}

/** What changed in a version, and since. */
export function comparisonQuery(id: string) {
  return queryOptions({
    queryKey: ['history', 'version', id],
    queryFn: ({ signal }) => callApi(routes.history.get, { signal, params: { id } }),
    staleTime: 0,
  });
}
