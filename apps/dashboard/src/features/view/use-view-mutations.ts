import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';

const META = { reloads: ['view', 'audit'] } as const;

/** What can be done with a view, besides changing what it shows. */
export function useViewMutations() {
  return {
    duplicate: useApiMutation(routes.view.duplicate, META),
    extend: useApiMutation(routes.view.extend, META),
    revoke: useApiMutation(routes.view.revoke, META),
    remove: useApiMutation(routes.view.remove, META),
  };
}

/** By how many days the menu extends a link. */
export const EXTENSION_DAYS = 30;
