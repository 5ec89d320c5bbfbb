import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { MessageCard } from './message-card.tsx';
import { type Folder, type Message, queryOf } from './message-queries.ts';
import { SelectionBar } from './selection-bar.tsx';

interface MessageListProps {
  readonly folder: Folder;
  readonly search: string;
}

export function MessageList({ folder, search }: MessageListProps) {
  const query = useInfiniteQuery(queryOf(folder, search));
  const { data: messages, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const toggle = useCallback((id: string) => setOpened((ids) => toggled(ids, id)), []);
  const select = useCallback((id: string) => setSelected((ids) => toggled(ids, id)), []);

  /** The focus goes to the first of the new ones: the button may be gone then. */
  async function loadMore(shown: number) {
    if (isFetchingNextPage) return;
    // When the list is being loaded anew, that comes first, and one tries again.
    for (let tries = 0; tries < 3; tries += 1) {
      const { data, isError } = await fetchNextPage({ cancelRefetch: false });
      if (isError || (data?.length ?? 0) > shown) break;
    }
    const next = list.current?.querySelectorAll('li').item(shown);
    next?.focus({ preventScroll: true });
  }

  if (query.isPending)
    return (
      <div className="grid gap-4">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} className="h-40" />
        ))}
      </div>
    );
  if (messages === undefined)
    return (
      <Card>
        <LoadFailure query={query} />
      </Card>
    );
  if (messages.length === 0)
    return (
      <Card>
        <EmptyState text={search === '' ? 'No Messages Found!' : 'No message has these words.'} />
      </Card>
    );
  const chosen = messages.filter(({ _id }) => selected.has(_id));
  return (
    <>
      <p role="status" className="sr-only">
        {chosen.length > 0 && `${chosen.length} selected. `}
        {search !== '' && `${messages.length}${hasNextPage ? ' or more' : ''} found.`}
      </p>
      {chosen.length > 0 && (
        <SelectionBar
          folder={folder}
          ids={chosen.map(({ _id }) => _id)}
          onAll={() => setSelected(new Set(messages.slice(0, MOST_AT_ONCE).map(({ _id }) => _id)))}
          onClear={() => setSelected(new Set())}
        />
      )}
      <div ref={list} className="grid gap-4">
        {chunksOf(messages).map((chunk) => (
          // By its place: what comes on top moves on through the chunks, and is not made anew.
          <Near key={chunk.place}>
            {chunk.messages.map((message) => (
              <li key={message._id} tabIndex={-1}>
                <MessageCard
                  message={message}
                  folder={folder}
                  isOpen={opened.has(message._id)}
                  onToggle={toggle}
                  isSelected={selected.has(message._id)}
                  onSelect={select}
                />
              </li>
            ))}
          </Near>
        ))}
      </div>
      {hasNextPage && (
        <div className="mt-6 text-center">
          <Button
            variant="outline"
            aria-disabled={isFetchingNextPage}
            onClick={() => void loadMore(messages.length)}
          >
            {isFetchingNextPage ? (
              <>
                <Spinner /> Loading
              </>
            ) : (
              'Load more'
            )}
          </Button>
        </div>
      )}
    </>
  );
}

/** As many as the service changes at once. */
const MOST_AT_ONCE = 200;

const CHUNK = 50;

interface Chunk {
  readonly place: number;
  readonly messages: readonly Message[];
}

function chunksOf(messages: readonly Message[]): Chunk[] {
  return Array.from({ length: Math.ceil(messages.length / CHUNK) }, (_, place) => ({
    place,
    messages: messages.slice(place * CHUNK, (place + 1) * CHUNK),
  }));
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const without = new Set(ids);
  return without.delete(id) ? without : without.add(id);
}

/**
 * A part of a long list. Far away from what is seen it is an empty box of the same height: however
 * much was loaded, the page stays as light as its first screens.
 */
function Near({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLUListElement>(null);
  const [heightFarAway, setHeightFarAway] = useState<number>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry)
          setHeightFarAway(entry.isIntersecting ? undefined : entry.boundingClientRect.height);
      },
      { rootMargin: '25000px 0px' },
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const isFar = heightFarAway !== undefined;
  return (
    <ul ref={box} className="grid gap-4" style={isFar ? { height: heightFarAway } : undefined}>
      {!isFar && children}
    </ul>
  );
}
