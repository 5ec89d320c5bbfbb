import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type Site = ApiResponse<typeof routes.site.get>['site'];

/** What the owner chooses for the public site. */
export type Design = Site['settings'];

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => callApi(routes.site.get, { signal }),
  select: ({ site }) => site,
});

/** Null without a site. Known from the start, so it is loaded only after a login or a change. */
export const siteAddressQuery = queryOptions({
  queryKey: ['site', 'address'],
  queryFn: async ({ signal }) => (await callApi(routes.user.me, { signal })).site ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});
