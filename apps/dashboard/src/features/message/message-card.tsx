import { routes } from '@vitrine/contract/routes';
import { memo, useId, useRef } from 'react';
import { useCall } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { useFocusAfterwards } from '../../components/focus-afterwards.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Folder, type Message, showRead } from './message-queries.ts';

interface MessageCardProps {
  readonly message: Message;
  readonly folder: Folder;
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

/** Drawn again only when something of it has changed: there may be hundreds. */
export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { message, folder, isOpen, onToggle, isSelected, onSelect } = props;
  const { _id: id, senderName, subject, email, message: text, createdAt, unread } = message;
  const remove = useCall(routes.message.remove, { reloads: ['messages'] });
  const markRead = useCall(routes.message.update, { quiet: true });
  const textId = useId();
  // A host that knows nothing of reading shows everything at once.
  const hasInbox = unread !== undefined;

  function toggle() {
    if (!isOpen && unread) {
      showRead(id);
      markRead.mutate({ body: { ids: [id], unread: false } });
    }
    onToggle(id);
  }

  return (
    <Card className={`p-4 sm:px-[22px] sm:py-5 ${isSelected ? 'border-accent!' : ''}`}>
      <div className="flex items-start gap-3">
        {hasInbox && (
          <input
            type="checkbox"
            aria-label={`Select the message of ${senderName}`}
            checked={isSelected}
            onChange={() => onSelect(id)}
            className="mt-[3px] size-4 shrink-0 accent-accent max-sm:mt-0 max-sm:size-6"
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="text-ink-2">
            {unread && (
              <span className="mr-2 inline-block size-2 rounded-full bg-accent align-[1px]">
                <span className="sr-only">Unread. </span>
              </span>
            )}
            <span className={`${unread ? 'font-semibold' : 'font-medium'} text-ink`}>
              {senderName}
            </span>
            {createdAt && (
              <>
                {' · '}
                <time dateTime={createdAt}>{dayOf(createdAt)}</time>
              </>
            )}
          </p>
          <a
            href={mailTo(email)}
            className="inline-block py-0.5 break-all text-accent hover:underline"
          >
            {email}
          </a>
        </div>
        <div className="-mt-1">
          <DeleteButton
            name={`the message of ${senderName}`}
            isPending={remove.isPending}
            onDelete={() => remove.mutate({ params: { id } })}
          />
        </div>
      </div>
      <h2 className="mt-3 text-xl">
        {hasInbox ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={textId}
            onClick={toggle}
            className="text-left hover:text-accent"
          >
            {subject}
          </button>
        ) : (
          subject
        )}
      </h2>
      <p
        id={textId}
        className={`mt-1.5 max-w-[72ch] whitespace-pre-line text-ink-2 ${hasInbox && !isOpen ? 'line-clamp-3' : ''}`}
      >
        {text}
      </p>
      {folder === 'spam' && message.suspicions && message.suspicions.length > 0 && (
        <p className="mt-3 text-sm text-ink-3">Why it is here: {message.suspicions.join(' ')}</p>
      )}
      {hasInbox && isOpen && (
        <Actions message={message} folder={folder} onDone={() => onToggle(id)} />
      )}
    </Card>
  );
});

interface ActionsProps {
  readonly message: Message;
  readonly folder: Folder;
  readonly onDone: () => void;
}

function Actions({ message, folder, onDone }: ActionsProps) {
  const update = useCall(routes.message.update, { reloads: ['messages'] });
  const box = useRef<HTMLDivElement>(null);
  useFocusAfterwards(box);
  const change = (body: Readonly<Record<string, unknown>>) =>
    update.mutate({ body: { ids: [message._id], ...body } });
  return (
    <div ref={box} className="mt-4 flex flex-wrap gap-2">
      <Button asChild size="sm">
        <a href={replyTo(message)}>Reply</a>
      </Button>
      {moves(folder).map(([name, to]) => (
        <Button key={to} size="sm" variant="outline" onClick={() => change({ folder: to })}>
          {name}
        </Button>
      ))}
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          change({ unread: true });
          onDone();
        }}
      >
        Mark as unread
      </Button>
    </div>
  );
}

/** Where a message of this folder may go, and what that is called there. */
export function moves(folder: Folder): readonly (readonly [name: string, to: Folder])[] {
  switch (folder) {
    case 'inbox':
      return [
        ['Archive', 'archived'],
        ['Spam', 'spam'],
      ];
    case 'spam':
      return [['Not spam', 'inbox']];
    case 'archived':
      return [['Move to inbox', 'inbox']];
  }
}

/** For the owner's own mail program, with the quote. Some take no more than two thousand characters. */
function replyTo({ email, subject, message, senderName }: Message): string {
  const text = message.length > 1000 ? `${message.slice(0, 1000).toWellFormed()} …` : message;
  const quote = text.replace(/^/gm, '> ');
  const words = new URLSearchParams({
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    body: `\n\n${senderName} wrote:\n${quote}`,
  });
  // A plus sign would stand in the mail as it is.
  return `${mailTo(email)}?${words.toString().replaceAll('+', '%20')}`;
}

/** An address alone: what else a visitor may have put into it is not for the mail program. */
function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

function dayOf(date: string): string {
  const day = new Date(date);
  return Number.isNaN(day.getTime())
    ? date
    : day.toLocaleDateString(undefined, { dateStyle: 'medium' });
}
