import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../../api/call-api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callApi(routes.secondFactor.get, { signal }),
  // Another browser may have used a recovery code a moment ago.
  staleTime: 0,
});
