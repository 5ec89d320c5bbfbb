import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Eye, Reply, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { viewsQuery } from '../../components/view/view-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { mailtoUrl } from './mailto.ts';
import { QUIET_DELETE } from './message-actions.tsx';
import type { Folder, Message } from './message-queries.ts';
import { fullDate, LongTime, ShortTime } from './message-time.tsx';

interface MessageRowProps {
  readonly message: Message;
  readonly folder: Folder;
  /** The group heading, if this message is the first of its group. */
  readonly group: string | undefined;
  readonly isOpen: boolean;
  /** The replies and their form. The form is also there while the message is closed. */
  readonly thread: ReactNode | undefined;
  /** The actions of the open message. */
  readonly actions: ReactNode | undefined;
  readonly isSelected: boolean;
  readonly isDeleting: boolean;
  readonly onToggle: (message: Message) => void;
  readonly onSelect: (id: string, isRange: boolean) => void;
  readonly onDelete: (message: Message) => void;
}

/** Memoized, because a list can have thousands of rows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, folder, group, isOpen, thread, actions, isSelected, onSelect } = props;
  const can = useCan();
  return (
    <li
      data-id={message._id}
      data-selected={isSelected ? '' : undefined}
      className="scroll-mt-20 scroll-mb-28 border-t border-line first:border-t-0"
    >
      {group && (
        <h2 className="border-b border-line bg-sunk px-(--gutter) py-1.5 font-sans text-xs font-medium tracking-normal text-ink-3">
          {group}
        </h2>
      )}
      <article
        aria-label={`Message from ${message.senderName}`}
        className={`relative grid pl-(--gutter) ${isOpen ? OPEN : CLOSED} ${backgroundOf(isOpen, isSelected)}`}
      >
        {message.unread && <span aria-hidden="true" className={DOT} />}
        {can.folders && (
          <Checkbox
            aria-label={`Select message from ${message.senderName}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(message._id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            className={`relative z-1 self-start ${isOpen ? 'sm:mt-1' : 'sm:mt-[3px]'}`}
          />
        )}
        <Sender message={message} isOpen={isOpen} />
        <div
          className={`min-w-0 sm:col-start-3 ${isOpen ? 'pr-(--gutter) max-sm:col-span-full' : 'pr-6 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:pr-12'}`}
        >
          <Subject {...props} />
          {isOpen ? (
            <p
              className={`appear mt-2.5 max-w-[66ch] text-lg leading-[1.65] wrap-anywhere whitespace-pre-line ${LONG_RUN.test(message.message) ? '[font-kerning:none]' : ''}`}
            >
              {message.message}
            </p>
          ) : (
            <p className="truncate text-sm text-ink-2">{message.message.slice(0, PREVIEW)}</p>
          )}
          {isOpen && folder === 'spam' && <SpamReasons reasons={message.spamReasons} />}
          {/* In its place also while it is closed, so that the text of the form stays. */}
          {thread && (
            <div hidden={!isOpen} className={actions ? '' : 'pb-4'}>
              {thread}
            </div>
          )}
        </div>
        {!isOpen && <DeleteMessageButton {...props} />}
        {actions}
      </article>
    </li>
  );
});

function backgroundOf(isOpen: boolean, isSelected: boolean): string {
  if (isOpen) return '';
  return isSelected ? 'bg-accent-soft/55' : 'hover:bg-hover';
}

/** Characters of the message in a closed row: more than fit on one line. */
const PREVIEW = 240;

/** With kerning, browsers take seconds to wrap 10,000 characters without a space. */
const LONG_RUN = /\S{500}/;

/** Closed rows have a fixed height, so the browser can skip rendering those outside the viewport. */
const CLOSED =
  '[content-visibility:auto] min-h-[calc(3.75rem-1px)] grid-cols-[var(--check)_var(--who)_minmax(0,1fr)_5.5rem_2.125rem_2.625rem] content-center items-center max-sm:min-h-[calc(6.75rem-1px)] max-sm:grid-cols-[var(--check)_minmax(0,1fr)_auto] max-sm:gap-y-1 max-sm:pr-2';
const OPEN =
  'grid-cols-[var(--check)_var(--who)_minmax(0,1fr)] pt-3.5 max-sm:grid-cols-[var(--check)_minmax(0,1fr)] before:absolute before:inset-y-0 before:left-0 before:z-3 before:w-[3px] before:bg-accent';
const DOT =
  'absolute top-4 left-2 size-[7px] rounded-full bg-accent max-sm:top-[1.125rem] max-sm:left-[5px]';

function Sender({ message, isOpen }: { readonly message: Message; readonly isOpen: boolean }) {
  const { senderName, email, createdAt, unread } = message;
  if (!isOpen)
    return (
      <div className="col-start-2 min-w-0 pr-6 max-sm:col-span-2 max-sm:pr-3">
        <p className={`truncate max-sm:pr-24 ${unread ? 'font-semibold' : ''}`}>
          {unread && <span className="sr-only">Unread. </span>}
          {senderName}
        </p>
        <p className="truncate text-xs text-ink-3">{email}</p>
      </div>
    );
  return (
    <div className="col-start-2 min-w-0 pr-6 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:pr-4">
      <p className="font-semibold wrap-anywhere">{senderName}</p>
      <a
        href={mailtoUrl(email)}
        className="inline-block py-0.5 text-sm wrap-anywhere text-accent hover:underline max-sm:col-span-full"
      >
        {email}
      </a>
      {createdAt && (
        <p className="mt-1.5 max-sm:col-start-2 max-sm:row-start-1 max-sm:mt-0 max-sm:mr-7">
          <LongTime date={createdAt} />
        </p>
      )}
    </div>
  );
}

/** The button that opens and closes the message. While closed, it covers the whole row. */
function Subject({ message, isOpen, onToggle }: MessageRowProps) {
  const { subject, createdAt, unread, replies = [] } = message;
  const dateId = useId();
  const date = isOpen ? undefined : createdAt;
  return (
    <>
      <h3 className={isOpen ? 'pr-10 font-display text-xl max-sm:mt-3 max-sm:pr-0' : ''}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-describedby={date && dateId}
          aria-keyshortcuts="Enter"
          onClick={() => onToggle(message)}
          className={`block max-w-full text-left max-sm:min-h-6 ${isOpen ? 'wrap-anywhere' : SUBJECT_CLOSED} ${unread ? 'font-semibold' : ''}`}
        >
          <span className={isOpen ? '' : 'block truncate'}>{subject}</span>
          {date && (
            // Inside the button, so that it can have a tooltip and still opens the message.
            <span aria-hidden="true" className={`${WHEN} ${unread ? WHEN_UNREAD : WHEN_READ}`}>
              <ShortTime date={date} />
              {replies.length > 0 && <AnswerMark replies={replies} />}
            </span>
          )}
          <ChevronDown
            aria-hidden="true"
            className={`absolute right-3.5 size-4 text-ink-3 transition-transform max-sm:top-4 max-sm:right-3.5 ${isOpen ? 'top-4.5 rotate-180' : 'sm:top-1/2 sm:-mt-2'}`}
          />
        </button>
      </h3>
      {date && (
        <span id={dateId} className="sr-only">
          {fullDate(date)}
          {replies.length > 0 && '. Answered.'}
        </span>
      )}
    </>
  );
}

function AnswerMark({ replies }: { readonly replies: Replies }) {
  const opens = useOpens(replies);
  if (replies.some(({ state }) => state === 'failed'))
    return (
      <span className={`${MARK} text-danger`}>
        <Reply className="size-3.5" /> Not delivered
      </span>
    );
  return (
    <span className={`${MARK} text-ink-3`}>
      {opens > 0 ? <Eye className="size-3.5" /> : <Reply className="size-3.5" />}
      {opens > 0 ? `About ${opens.toLocaleString()}` : 'Answered'}
    </span>
  );
}

type Replies = NonNullable<Message['replies']>;

/** About how often the view of the latest reply with one was opened. */
function useOpens(replies: Replies): number {
  const id = replies.findLast(({ view }) => view)?.view;
  const { data } = useQuery({
    ...viewsQuery,
    enabled: id !== undefined,
    // One request serves all rows.
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return data?.views.find(({ _id }) => _id === id)?.opens.about ?? 0;
}

const MARK = 'flex items-center gap-1 font-normal';
const WHEN =
  'absolute top-0 right-21.5 z-1 flex h-full flex-col items-end justify-center gap-0.5 text-xs tabular-nums max-sm:top-3.5 max-sm:right-9 max-sm:h-auto';
const WHEN_UNREAD = 'font-medium text-accent';
const WHEN_READ = 'font-normal text-ink-3';

const SUBJECT_CLOSED =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

function SpamReasons({ reasons = [] }: { readonly reasons?: Message['spamReasons'] }) {
  if (reasons.length === 0) return null;
  return (
    <div className="mt-4 text-sm text-ink-2">
      <p className="font-medium">Why this was marked as spam</p>
      <p>{reasons.join(' ')}</p>
    </div>
  );
}

function DeleteMessageButton({ message, isDeleting, onDelete }: MessageRowProps) {
  const label = isDeleting ? 'Deleting' : 'Delete';
  return (
    <Button
      variant="ghost"
      size="icon"
      title={label}
      aria-label={`${label} message from ${message.senderName}`}
      icon={Trash2}
      isPending={isDeleting}
      className={`relative z-1 size-8.5 max-sm:col-start-3 max-sm:row-start-2 max-sm:size-10 max-sm:justify-self-end sm:col-start-5 text-ink-3! ${QUIET_DELETE}`}
      onClick={() => onDelete(message)}
    >
      <span className="sr-only">{label}</span>
    </Button>
  );
}
