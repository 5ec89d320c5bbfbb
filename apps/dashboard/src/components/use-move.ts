import { useMutation } from '@tanstack/react-query';
import type { CollectionName } from '@vitrine/contract/collections';
import type { routes } from '@vitrine/contract/routes';
import { type ApiError, callApi } from '../api/call-api.ts';
import { queryClient } from '../api/query-client.ts';

export interface Item {
  readonly _id: string;
}

type MoveRoute = (typeof routes)['project' | 'skill' | 'softwareApplication']['move'];

/** A list in the query cache that the owner orders by hand. */
export interface OrderedList<T extends Item> {
  readonly route: MoveRoute;
  readonly queryKey: readonly [CollectionName];
  /** The items in the cache, with the moves that are being saved. */
  readonly items: () => readonly T[];
  /** Changes the items in the cache. */
  readonly update: (change: (items: readonly T[]) => T[]) => void;
}

/** The list of a collection, whose response has the items under a key. */
export function orderedList<K extends string, T extends Item>(
  route: MoveRoute,
  { queryKey }: { readonly queryKey: readonly [CollectionName] },
  key: K,
): OrderedList<T> {
  type Response = Readonly<Record<K, readonly T[]>>;
  return {
    route,
    queryKey,
    items: () => queryClient.getQueryData<Response>(queryKey)?.[key] ?? [],
    update: (change) =>
      queryClient.setQueryData<Response>(
        queryKey,
        (data) => data && { ...data, [key]: change(data[key]) },
      ),
  };
}

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
export function useMove<T extends Item>({ route, queryKey, items, update }: OrderedList<T>) {
  const mutationKey = ['move', ...queryKey];
  const { mutate } = useMutation<{ readonly message: string }, ApiError, Move, unknown>({
    mutationKey,
    // One after the other: each move starts from the order that the one before it made.
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ id, after, name }) => {
      await callApi(route, { params: { id }, body: { after } });
      return { message: `${name} moved.` };
    },
    onMutate: (move) => {
      // A response from before the move would take it back.
      void queryClient.cancelQueries({ queryKey, exact: true });
      const before = queryClient.getQueryData(queryKey);
      update((items) => withMove(items, move));
      return before;
    },
    onError: (_error, _move, before) => queryClient.setQueryData(queryKey, before),
    onSettled: async () => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      if (isLast) await queryClient.invalidateQueries({ queryKey, exact: true });
    },
    meta: { errorMessage: 'The order was not saved. Try again.' },
  });

  return (id: string, after: string | null, name: string) => {
    const before = items().map(({ _id }) => _id);
    const undo = async () => {
      await queryClient.refetchQueries({ queryKey, exact: true });
      const place = { id, after: previousOf(id, before, items()) };
      await callApi(route, { params: { id }, body: { after: place.after } });
      update((all) => withMove(all, place));
      return {};
    };
    mutate({ id, after, name, undo });
  };
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
