import type { ApiError } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';

interface Loading {
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/** Shown in place of data that did not load, with a button to retry. */
export function LoadFailure({ query }: { readonly query: Loading }) {
  return (
    <div className="flex flex-col items-center gap-3 border-t border-line px-6 py-9 text-center first:border-t-0">
      <p className="text-ink-2">{query.error?.message ?? 'Loading…'}</p>
      {/* A retry does not help if the item does not exist, or if its content has to change first. */}
      {query.error?.status !== 404 && query.error?.status !== 422 && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={query.isFetching}
          onClick={() => {
            if (!query.isFetching) void query.refetch();
          }}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
