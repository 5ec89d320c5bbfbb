import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { TrashCollection } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type TrashItem = ApiResponse<typeof routes.trash.list>['items'][number];

/** The deleted items of one collection or of all, newest first. */
export function trashQuery(noun: TrashCollection | 'all', search: string) {
  const query = {
    ...(noun !== 'all' && { noun }),
    ...(search !== '' && { search }),
  };
  return infiniteQueryOptions({
    queryKey: ['trash', noun, search],
    queryFn: ({ pageParam, signal }) =>
      callApi(routes.trash.list, {
        signal,
        query: { ...query, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Keep showing the last results while a new search loads.
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    // An item may have been deleted a moment ago.
    staleTime: 0,
  });
}
