import { routes } from '@vitrine/contract/routes';
import { useCallback } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { type Folder, type Message, showAsRead } from './message-queries.ts';

interface Change {
  readonly unread?: boolean;
  readonly folder?: Folder;
}

/** Created once for the whole list, because a list can have thousands of rows. */
export function useMessageMutations(folder: Folder) {
  const { mutate: update } = useApiMutation(routes.message.update, { reloads: ['messages'] });
  const { mutate: updateQuietly } = useApiMutation(routes.message.update, { quiet: true });
  const one = useApiMutation(routes.message.remove, { reloads: ['messages'] });
  const several = useApiMutation(routes.message.removeSeveral, {
    reloads: ['messages'],
    successMessage: 'Messages deleted.',
  });

  const markRead = useCallback(
    ({ _id: id, unread }: Message) => {
      if (!unread) return;
      showAsRead(id, folder);
      updateQuietly({ body: { ids: [id], unread: false } });
    },
    [folder, updateQuietly],
  );

  return {
    markRead,
    change: (ids: readonly string[], change: Change, onSuccess?: () => void) =>
      update({ body: { ids, ...change } }, { ...(onSuccess && { onSuccess }) }),
    remove(ids: readonly string[], onSuccess?: () => void) {
      const [id = ''] = ids;
      if (ids.length === 1) one.mutate({ params: { id } }, { ...(onSuccess && { onSuccess }) });
      else several.mutate({ body: { ids } }, { ...(onSuccess && { onSuccess }) });
    },
    deletingId: one.isPending ? one.variables.params.id : undefined,
    isDeletingSeveral: several.isPending,
  };
}

export type MessageMutations = ReturnType<typeof useMessageMutations>;
