import { useInfiniteQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { useRef } from 'react';
import { useCall } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Message, messagesQuery } from './message-queries.ts';

export function MessageList() {
  const query = useInfiniteQuery(messagesQuery);
  const { data: messages, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const list = useRef<HTMLUListElement>(null);

  /** The focus goes to the first of the new ones: the button may be gone then. */
  async function loadMore(shown: number) {
    if (isFetchingNextPage) return;
    await fetchNextPage();
    const next = list.current?.children.item(shown);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  if (!query.isFetched)
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
        <EmptyState text="No Messages Found!" />
      </Card>
    );
  return (
    <>
      <ul ref={list} className="grid gap-4">
        {messages.map((message) => (
          <li key={message._id} tabIndex={-1}>
            <MessageCard message={message} />
          </li>
        ))}
      </ul>
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

function MessageCard({ message }: { readonly message: Message }) {
  const { _id: id, senderName, subject, email, message: text, createdAt } = message;
  const remove = useCall(routes.message.remove, { reloads: ['messages'] });
  return (
    <Card className="p-4 sm:px-[22px] sm:py-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-ink-2">
            <span className="font-medium text-ink">{senderName}</span>
            {createdAt && (
              <>
                {' · '}
                <time dateTime={createdAt}>{dayOf(createdAt)}</time>
              </>
            )}
          </p>
          <a
            href={`mailto:${email}`}
            className="inline-block py-0.5 break-all text-accent hover:underline"
          >
            {email}
          </a>
        </div>
        <DeleteButton
          name={`the message of ${senderName}`}
          isPending={remove.isPending}
          onDelete={() => remove.mutate({ params: { id } })}
        />
      </div>
      <h2 className="mt-3 text-xl">{subject}</h2>
      <p className="mt-1.5 max-w-[72ch] whitespace-pre-line text-ink-2">{text}</p>
    </Card>
  );
}

function dayOf(date: string): string {
  const day = new Date(date);
  return Number.isNaN(day.getTime())
    ? date
    : day.toLocaleDateString(undefined, { dateStyle: 'medium' });
}
