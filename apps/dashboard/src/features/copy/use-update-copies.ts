import { routes } from '@vitrine/contract/routes';
import { useCallback, useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { useApiMutation } from '../../api/query-client.ts';
import { type Destination, isBusy } from './copy-queries.ts';
import { countChanges, countOf } from './describe-copy.ts';

/** Starts updates, and says in a toast how they ended. */
export function useUpdateCopies(destinations: readonly Destination[]) {
  const start = useApiMutation(routes.copy.start, { reloads: ['copies'] });
  /** The last run of each destination before its update. */
  const watched = useRef<ReadonlyMap<string, string | undefined>>(new Map());

  useEffect(() => {
    const before = watched.current;
    const shown = destinations.filter(({ _id: id }) => before.has(id));
    const isDone = (one: Destination) => !isBusy(one) && one.runs[0]?._id !== before.get(one._id);
    if (shown.length === 0 || !shown.every(isDone)) return;
    watched.current = new Map();
    showResult(shown);
  }, [destinations]);

  const watch = useCallback((updated: readonly Destination[]) => {
    watched.current = new Map(updated.map(({ _id: id, runs }) => [id, runs[0]?._id]));
  }, []);

  return {
    isStarting: start.isPending,
    /** For an update that something else has started. */
    watch,
    updateAll() {
      watch(destinations);
      start.mutate({ body: {} });
    },
    update(destination: Destination, everything = false) {
      watch([destination]);
      start.mutate({ body: { id: destination._id, everything } });
    },
  };
}

function showResult(destinations: readonly Destination[]): void {
  const updated = destinations.filter(({ failure }) => failure === null);
  const { length: all } = destinations;
  if (updated.length < all) {
    toast.error(all === 1 ? 'The copy was not updated.' : `${updated.length} of ${all} updated.`);
    return;
  }
  const changes = Math.max(...updated.map(({ runs: [run] }) => (run ? countChanges(run) : 0)));
  const files = changes === 0 ? 'No file changed.' : `${countOf(changes, 'file')} changed.`;
  toast.success(`${countOf(all, 'copy')} updated. ${files}`);
}
