import { routes } from '@vitrine/contract/routes';
import { API_URL, callApi } from '../../api/call-api.ts';

/** Only Vitrine's own service can check a link. Without a response, assume that it works. */
export async function isResetLinkExpired(token: string): Promise<boolean> {
  if (API_URL !== '') return false;
  return callApi(routes.user.checkResetLink, { params: { token } }).then(
    ({ valid }) => valid === false,
    () => false,
  );
}
