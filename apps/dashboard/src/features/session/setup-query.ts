import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { API_URL, callApi } from '../../api/call-api.ts';

/** Whether the service still waits for its owner. Only our own knows of such a thing. */
export const setupQuery = queryOptions({
  queryKey: ['user', 'setup'],
  queryFn: ({ signal }) => callApi(routes.setup.status, { signal }),
  enabled: API_URL === '',
  meta: { quiet: true },
});
