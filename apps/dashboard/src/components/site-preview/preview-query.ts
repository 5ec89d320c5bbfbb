import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../api/call-api.ts';

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
