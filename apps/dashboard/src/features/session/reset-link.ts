import { routes } from '@vitrine/contract/routes';
import { API_URL, callApi } from '../../api/call-api.ts';

/** Only our own service can say that a link is dead. Without an answer it may well work. */
export async function isResetLinkExpired(token: string): Promise<boolean> {
  if (API_URL !== '') return false;
  return callApi(routes.user.checkResetLink, { params: { token } }).then(
    ({ valid }) => valid === false,
    () => false,
  );
}
