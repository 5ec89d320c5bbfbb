import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import type { TrashItem } from './trash-queries.ts';

/** Every list that an item can return to. */
const LISTS = [...namesOf(COLLECTIONS), 'messages', 'view', 'trash', 'history'] as const;

export function useTrashMutations() {
  const restore = useApiMutation(routes.trash.restore, { reloads: LISTS });
  const remove = useApiMutation(routes.trash.remove, { reloads: ['trash', 'audit'] });
  const pending = [restore, remove].flatMap(({ isPending, variables }) =>
    isPending ? variables.body : [],
  );
  return {
    restore: (items: readonly TrashItem[]) => restore.mutate({ body: bodyOf(items) }),
    remove: (items: readonly TrashItem[]) => remove.mutate({ body: bodyOf(items) }),
    pendingIds: new Set(
      pending.flatMap((body) => (body instanceof FormData ? [] : body.items.map(({ id }) => id))),
    ),
  };
}

function bodyOf(items: readonly TrashItem[]) {
  return { items: items.map(({ _id: id, noun }) => ({ id, noun })) };
}

export type TrashMutations = ReturnType<typeof useTrashMutations>;
