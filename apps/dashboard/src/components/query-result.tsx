import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';

interface QueryResultProps<T> {
  readonly query: Parameters<typeof LoadFailure>[0]['query'] & {
    readonly data: T | undefined;
    readonly isFetched: boolean;
  };
  /** The outline of what comes; of a list in a card unless given. */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** What a page is about: on its way, not to be had, or there. */
export function QueryResult<T>({ query, skeleton, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isFetched)
    return (
      // Its own element, not the content's: what comes is new, and has not moved.
      <div key="skeleton" aria-busy="true">
        {skeleton ?? <CardSkeleton rows={8} />}
      </div>
    );
  return (
    <Card>
      <LoadFailure query={query} />
    </Card>
  );
}
