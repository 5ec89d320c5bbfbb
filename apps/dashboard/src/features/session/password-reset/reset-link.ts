import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../../api/call-api.ts';
import { EXPECTED } from '../../../api/capabilities.ts';

/** Without a response, assume that the link works. */
export async function isResetLinkExpired(token: string): Promise<boolean> {
  if (!EXPECTED.resetLinks) return false;
  return callApi(routes.user.checkResetLink, { params: { token } }).then(
    ({ valid }) => valid === false,
    () => false,
  );
}
