import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../../api/call-api.ts';
import { EXPECTED } from '../../../api/capabilities.ts';

/** Whether the owner's account still has to be created. */
export const setupQuery = queryOptions({
  queryKey: ['user', 'setup'],
  queryFn: ({ signal }) => callApi(routes.setup.status, { signal }),
  enabled: EXPECTED.setup,
  meta: { quiet: true },
});
