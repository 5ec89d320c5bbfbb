import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';

interface LoadedProps<T> {
  readonly query: Parameters<typeof LoadFailure>[0]['query'] & {
    readonly data: T | undefined;
    readonly isFetched: boolean;
  };
  readonly children: (data: T) => ReactNode;
}

/** What a page is about: on its way, not to be had, or there. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isFetched) return <Skeleton className="h-96" />;
  return (
    <Card>
      <LoadFailure query={query} />
    </Card>
  );
}
