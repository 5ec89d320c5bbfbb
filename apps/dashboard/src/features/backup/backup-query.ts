import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../api/call-api.ts';

export const backupQuery = queryOptions({
  queryKey: ['backup'],
  queryFn: ({ signal }) => callApi(routes.backup.status, { signal }),
});

/** The first problem, if any. `user/me` also returns it, so it is loaded after a login only. */
export const backupProblemQuery = queryOptions({
  queryKey: ['backup', 'problem'],
  queryFn: async ({ signal }) => {
    const { problems } = await callApi(routes.backup.status, { signal });
    return problems[0] ?? null;
  },
  meta: { quiet: true },
});
