import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { API_URL, callApi } from '../../api/call-api.ts';

/** Whether the owner's account still has to be created. Only Vitrine's own service has a setup. */
export const setupQuery = queryOptions({
  queryKey: ['user', 'setup'],
  queryFn: ({ signal }) => callApi(routes.setup.status, { signal }),
  enabled: API_URL === '',
  meta: { quiet: true },
});
