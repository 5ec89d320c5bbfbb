import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';

interface QueryResultProps<T> {
  readonly query: Parameters<typeof LoadFailure>[0]['query'] & {
    readonly data: T | undefined;
    readonly isFetched: boolean;
  };
  /** Shown while loading. The default is a card with rows. */
  readonly skeleton?: ReactNode;
  /** The caller is a card: an error needs none of its own. */
  readonly isInCard?: boolean;
  readonly children: (data: T) => ReactNode;
}

/** Renders a query: a skeleton, an error with a retry button, or the data. */
export function QueryResult<T>({ query, skeleton, isInCard, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isFetched)
    return (
      // A key of its own, so that React does not reuse the element and shift the layout.
      <div key="skeleton" aria-busy="true">
        {skeleton ?? <CardSkeleton rows={8} />}
      </div>
    );
  const failure = <LoadFailure query={query} />;
  return isInCard ? failure : <Card>{failure}</Card>;
}
