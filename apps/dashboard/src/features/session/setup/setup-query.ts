import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../../api/call-api.ts';
import { EXPECTED } from '../../../api/capabilities.ts';

/** Whether the owner's account still has to be created. The first browser in a home network claims that. */
export const setupQuery = queryOptions({
  queryKey: ['user', 'setup'],
  async queryFn({ signal }) {
    const setup = await callApi(routes.setup.status, { signal });
    if (!setup.needed || setup.way !== 'open') return setup;
    return { ...setup, ...(await callApi(routes.setup.claim, { signal })) };
  },
  enabled: EXPECTED.setup,
  meta: { quiet: true },
});
