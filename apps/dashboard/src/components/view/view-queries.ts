import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type View = ApiResponse<typeof routes.view.get>['view'];

/** What a view can show. */
export type Choices = ApiResponse<typeof routes.view.choices>;

export const viewsQuery = queryOptions({
  queryKey: ['view'],
  queryFn: ({ signal }) => callApi(routes.view.list, { signal }),
  // Readers open views at any time.
  staleTime: 0,
});

export function viewQuery(id: string) {
  return queryOptions({
    queryKey: ['view', id],
    queryFn: async ({ signal }) =>
      (await callApi(routes.view.get, { params: { id }, signal })).view,
  });
}

export const choicesQuery = queryOptions({
  queryKey: ['view', 'choices'],
  queryFn: ({ signal }) => callApi(routes.view.choices, { signal }),
  // The content can have changed in any other view.
  staleTime: 0,
});
