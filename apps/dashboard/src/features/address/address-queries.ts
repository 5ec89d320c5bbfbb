import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../api/call-api.ts';

export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: ({ signal }) => callApi(routes.address.get, { signal }),
});

/** Whether the owner can add addresses. Known from the start, like the address of the site. */
export const hasAddressesQuery = queryOptions({
  queryKey: ['user', 'addresses'],
  queryFn: async ({ signal }) => (await callApi(routes.user.me, { signal })).hasAddresses ?? false,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});
