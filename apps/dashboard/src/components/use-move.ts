import { useMutation } from '@tanstack/react-query';
import type { routes } from '@vitrine/contract/routes';
import { type ApiError, type ApiResponse, callApi } from '../api/call-api.ts';
import { queryClient } from '../api/query-client.ts';

export interface Item {
  readonly _id: string;
}

type MoveRoute = (typeof routes)['project' | 'skill' | 'softwareApplication']['move'];

/** A list in the query cache that the owner orders by hand. */
export interface OrderedList<T extends Item> {
  readonly route: MoveRoute;
  readonly queryKey: readonly ['projects' | 'skills' | 'software-applications'];
  /** The items in the cache, with the moves that are being saved. */
  readonly items: () => readonly T[];
  /** Changes the items in the cache. */
  readonly update: (change: (items: readonly T[]) => T[]) => void;
}

interface Move {
  readonly id: string;
  /** The item before it in the new order. Null at the top. */
  readonly after: string | null;
}

/** Moves an item. The new order shows at once, and is taken back if the call fails. */
export function useMove<T extends Item>({ route, queryKey, update }: OrderedList<T>) {
  const mutationKey = ['move', ...queryKey];
  return useMutation<ApiResponse<MoveRoute>, ApiError, Move, unknown>({
    mutationKey,
    // One after the other: each move starts from the order that the one before it made.
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ id, after }) => callApi(route, { params: { id }, body: { after } }),
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
    meta: { quiet: true, errorMessage: 'The order was not saved. Try again.' },
  });
}

function withMove<T extends Item>(items: readonly T[], { id, after }: Move): T[] {
  const moved = items.filter(({ _id }) => _id === id);
  const others = items.filter(({ _id }) => _id !== id);
  // Without `after`, findIndex returns -1: the item goes to the top.
  return others.toSpliced(others.findIndex(({ _id }) => _id === after) + 1, 0, ...moved);
}
