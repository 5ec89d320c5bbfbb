import { routes } from '@vitrine/contract/routes';
import { useCallback } from 'react';
import { callApi } from '../../api/call-api.ts';
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

  const { mutate: removeOne } = one;
  const { mutate: removeSeveral } = several;
  const remove = useCallback(
    (messages: readonly Message[]) => {
      const ids = messages.map(({ _id }) => _id);
      const [id = ''] = ids;
      if (ids.length === 1) removeOne({ params: { id } });
      else removeSeveral({ body: { ids } });
    },
    [removeOne, removeSeveral],
  );

  return {
    markRead,
    change(messages: readonly Message[], change: Change, onSuccess?: () => void) {
      const ids = messages.map(({ _id }) => _id);
      update(
        { body: { ids, ...change }, ...undoOf(messages, change, folder) },
        { ...(onSuccess && { onSuccess }) },
      );
    },
    remove,
    deletingId: one.isPending ? one.variables.params.id : undefined,
    isDeletingSeveral: several.isPending,
  };
}

/** Marks the messages or moves them as they were before. */
function undoOf(messages: readonly Message[], change: Change, folder: Folder) {
  const changed = messages.filter(({ unread }) => change.folder || unread !== change.unread);
  if (changed.length === 0) return {};
  const ids = changed.map(({ _id }) => _id);
  const body = change.folder ? { ids, folder } : { ids, unread: !change.unread };
  return { undo: () => callApi(routes.message.update, { body }) };
}

export type MessageMutations = ReturnType<typeof useMessageMutations>;
