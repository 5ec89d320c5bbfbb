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

/** An address that shows the draft. It is renewed before it expires. */
export const previewQuery = queryOptions({
  queryKey: ['site-preview'],
  queryFn: ({ signal }) => callApi(routes.site.preview, { signal }),
  staleTime: ({ state }) => timeLeft(state.data),
  refetchInterval: ({ state }) => state.data !== undefined && timeLeft(state.data),
});

const RENEWAL_MS = 5 * 60_000;

/** At least a second, in case the clock of this device is wrong. */
function timeLeft(preview: { readonly expiresAt: string } | undefined): number {
  return preview ? Math.max(1000, Date.parse(preview.expiresAt) - Date.now() - RENEWAL_MS) : 0;
}
