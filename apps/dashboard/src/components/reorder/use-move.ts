import { useMutation } from '@tanstack/react-query';
import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { routes } from '@vitrine/contract/routes';
import { type ApiError, callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Item } from '../collection/collection-query.ts';

/** The collections that the owner orders by hand. */
export type OrderedCollection = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['isOrdered'] extends true ? Name : never;
}[CollectionName];

interface Place {
  readonly id: string;
  /** The item before it in the order. Null at the top. */
  readonly after: string | null;
}

interface Move extends Place {
  readonly name: string;
  /** Called by the toast's Undo. */
  readonly undo: () => Promise<object>;
}

/** Moves an item. The new order shows at once, and is taken back if the call fails. */
export function useMove<T extends Item>(noun: OrderedCollection) {
  const queryKey = [noun] as const;
  const mutationKey = ['move', noun];
  const { mutate } = useMutation<{ readonly message: string }, ApiError, Move, unknown>({
    mutationKey,
    // One after the other: each move starts from the order that the one before it made.
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ name, ...place }) => {
      await save(place);
      return { message: `${name} moved.` };
    },
    onMutate: (move) => {
      // A response from before the move would take it back.
      void queryClient.cancelQueries({ queryKey, exact: true });
      const before = queryClient.getQueryData(queryKey);
      show(move);
      return before;
    },
    onError: (_error, _move, before) => queryClient.setQueryData(queryKey, before),
    onSettled: async () => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      if (isLast) await queryClient.invalidateQueries({ queryKey, exact: true });
    },
    meta: { errorText: () => 'The order was not saved. Try again.' },
  });

  /** The items in the cache, with the moves that are being saved. */
  const items = () => queryClient.getQueryData<readonly T[]>(queryKey) ?? [];
  const show = (place: Place) =>
    queryClient.setQueryData<readonly T[]>(queryKey, (all) => all && withMove(all, place));
  const save = ({ id, after }: Place) =>
    callApi(routes[COLLECTIONS[noun].one].move, { params: { id }, body: { after } });

  function move(id: string, after: string | null, name: string) {
    const before = items().map(({ _id }) => _id);
    const undo = async () => {
      await queryClient.refetchQueries({ queryKey, exact: true });
      const place = { id, after: previousOf(id, before, items()) };
      await save(place);
      show(place);
      return {};
    };
    mutate({ id, after, name, undo });
  }

  return { items, move };
}

/** The item that was before this one, or if it is gone, the nearest one before it. */
function previousOf(id: string, before: readonly string[], now: readonly Item[]): string | null {
  const previous = before.slice(0, before.indexOf(id));
  return previous.findLast((other) => now.some(({ _id }) => _id === other)) ?? null;
}

function withMove<T extends Item>(items: readonly T[], { id, after }: Place): T[] {
  const moved = items.filter(({ _id }) => _id === id);
  const others = items.filter(({ _id }) => _id !== id);
  // Without `after`, findIndex returns -1: the item goes to the top.
  return others.toSpliced(others.findIndex(({ _id }) => _id === after) + 1, 0, ...moved);
}
