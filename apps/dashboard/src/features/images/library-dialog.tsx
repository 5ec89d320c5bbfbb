import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type KeyboardEvent, useRef } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Picture } from '../../components/image/picture.tsx';
import { LoadMore } from '../../components/query/load-more.tsx';
import { QueryResult } from '../../components/query/query-result.tsx';
import { formatShortDay } from '../../components/text/day.ts';
import { Sheet, SheetContent } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LibraryImage } from './uploads.ts';

interface LibraryDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onChoose: (image: LibraryImage) => void;
  /** Called when the dialog has closed, to focus what comes next. */
  readonly onClosed?: () => void;
}

const imagesQuery = infiniteQueryOptions({
  queryKey: ['images'],
  queryFn: ({ pageParam, signal }) =>
    callApi(routes.image.list, { signal, ...(pageParam && { query: { before: pageParam } }) }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => pages.flatMap(({ images }) => images),
  // Uploads on this page are newer than what was loaded.
  staleTime: 0,
});

/** Chooses one of the images that are already uploaded. */
export function LibraryDialog({ open, onOpenChange, onChoose, onClosed }: LibraryDialogProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        size="wide"
        title="Choose an image"
        onCloseAutoFocus={(event) => {
          if (!onClosed) return;
          event.preventDefault();
          onClosed();
        }}
      >
        <Library
          onChoose={(image) => {
            onChoose(image);
            onOpenChange(false);
          }}
        />
      </SheetContent>
    </Sheet>
  );
}

function Library({ onChoose }: Pick<LibraryDialogProps, 'onChoose'>) {
  const query = useInfiniteQuery(imagesQuery);
  const grid = useRef<HTMLUListElement>(null);
  return (
    <QueryResult query={query} skeleton={<LibrarySkeleton />}>
      {(images) =>
        images.length === 0 ? (
          <p className="py-9 text-center text-ink-2">No images yet. Upload one first.</p>
        ) : (
          <>
            <ul ref={grid} className={GRID} onKeyDown={moveFocus}>
              {images.map((image) => (
                <li key={image.name}>
                  <button
                    type="button"
                    aria-label={nameOf(image)}
                    title={nameOf(image)}
                    className="block w-full overflow-hidden rounded-md border border-line hover:border-edge"
                    onClick={() => onChoose(image)}
                  >
                    <Picture
                      image={image.image}
                      alt=""
                      sizes="(min-width: 40rem) 170px, 50vw"
                      className="aspect-4/3 w-full"
                    />
                  </button>
                </li>
              ))}
            </ul>
            {query.hasNextPage && (
              <LoadMore
                query={query}
                shown={images.length}
                onLoaded={() => grid.current?.querySelectorAll('button')[images.length]?.focus()}
              />
            )}
          </>
        )
      }
    </QueryResult>
  );
}

const GRID = 'grid grid-cols-2 gap-3 pt-2 sm:grid-cols-3';

function LibrarySkeleton() {
  return (
    <div className={GRID}>
      {[...Array(9).keys()].map((index) => (
        <Skeleton key={index} className="aspect-4/3" />
      ))}
    </div>
  );
}

function nameOf({ alt, uploadedAt }: LibraryImage): string {
  return alt || `Image without alt text, uploaded ${formatShortDay(uploadedAt)}`;
}

/** Moves the focus in the grid with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const { target: button } = event;
  const index = button instanceof HTMLButtonElement ? buttons.indexOf(button) : -1;
  const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const step = steps[event.key];
  if (index === -1 || step === undefined) return;
  event.preventDefault();
  buttons[index + step]?.focus();
}
