import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface LoadMoreProps {
  readonly query: UseInfiniteQueryResult<readonly unknown[], ApiError>;
  /** The number of items on the page. */
  readonly shown: number;
  /** Focuses the first new item, because the button may be gone afterwards. */
  readonly onLoaded: () => void;
}

/** Loads the next page of a list. */
export function LoadMore({ query, shown, onLoaded }: LoadMoreProps) {
  const { isFetchingNextPage, fetchNextPage } = query;

  async function load() {
    if (isFetchingNextPage) return;
    // A reload that is already running returns no new page: try again after it.
    for (let tries = 0; tries < 3; tries += 1) {
      const { data, isError } = await fetchNextPage({ cancelRefetch: false });
      if (isError || (data?.length ?? 0) > shown) break;
    }
    // React renders the new items in a later task.
    setTimeout(onLoaded);
  }

  return (
    <div className="mt-5 text-center">
      <Button variant="outline" aria-disabled={isFetchingNextPage} onClick={() => void load()}>
        {isFetchingNextPage ? (
          <>
            <Spinner /> Loading
          </>
        ) : (
          'Load more'
        )}
      </Button>
    </div>
  );
}
