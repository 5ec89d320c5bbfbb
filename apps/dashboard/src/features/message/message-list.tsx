import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { EmptyState } from '../../components/query/empty-state.tsx';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { LoadMore } from '../../components/query/load-more.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyInbox } from './empty-inbox.tsx';
import { MessageSkeletons } from './message-items.tsx';
import { type Folder, messagesQueryOf } from './message-queries.ts';
import { MessageRows } from './message-rows.tsx';

interface MessageListProps {
  readonly folder: Folder;
  readonly search: string;
  /** The message to open at first. */
  readonly openId: string | undefined;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** The messages in a folder, or those that match a search. */
export function MessageList({ folder, search, openId, searchField }: MessageListProps) {
  const query = useInfiniteQuery(messagesQueryOf(folder, search));
  const { data: messages, hasNextPage } = query;
  if (query.isPending) return <MessageSkeletons />;
  if (messages === undefined)
    return (
      <Card>
        <LoadFailure query={query} />
      </Card>
    );
  if (messages.length === 0)
    return (
      <Card>
        {folder === 'inbox' && search === '' ? (
          <EmptyInbox />
        ) : (
          <EmptyState
            text={search === '' ? 'No Messages Found!' : 'No messages match your search.'}
          />
        )}
      </Card>
    );
  return (
    <>
      <p role="status" className="sr-only">
        {search !== '' && `${messages.length}${hasNextPage ? ' or more' : ''} found.`}
      </p>
      <MessageRows
        messages={messages}
        folder={folder}
        openFirst={openId}
        searchField={searchField}
      />
      {hasNextPage && (
        <LoadMore
          query={query}
          shown={messages.length}
          onLoaded={() => focusRow(messages.length)}
        />
      )}
    </>
  );
}

/** Focuses the message at this index. */
function focusRow(index: number): void {
  const row = document.querySelectorAll('[data-rows] li').item(index);
  row?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
}
