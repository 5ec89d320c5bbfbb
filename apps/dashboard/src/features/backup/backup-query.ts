import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../api/call-api.ts';

export const backupQuery = queryOptions({
  queryKey: ['backup'],
  queryFn: ({ signal }) => callApi(routes.backup.status, { signal }),
});
