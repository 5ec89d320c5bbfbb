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

/** The address of the site, or empty. `user/me` also returns it, so it is loaded after a login only. */
export const siteUrlQuery = queryOptions({
  queryKey: ['site-url'],
  queryFn: async ({ signal }) => (await callApi(routes.site.get, { signal })).site.url,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});
