import { Suspense, useEffect } from 'react';
import { useCan } from '../../api/capabilities.ts';
import type { Selection } from '../../components/list/use-selection.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MessageActions } from './message-actions.tsx';
import type { Folder, Message } from './message-queries.ts';
import { MessageRow } from './message-row.tsx';
import { groupOf, useToday } from './message-time.tsx';
import type { ReplyThreadProps } from './reply-thread.tsx';
import type { Replying } from './replying.ts';
import type { MessageMutations } from './use-message-mutations.ts';

const loadThread = () => import('./reply-thread.tsx').then((file) => file.ReplyThread);

const ReplyThread = lazyPart<ReplyThreadProps>(loadThread, () => (
  <p role="alert" className="mt-5 text-sm text-danger">
    The replies could not be loaded. Reload the page.
  </p>
));

interface MessageItemsProps {
  readonly messages: readonly Message[];
  readonly folder: Folder;
  readonly openId: string | undefined;
  readonly mutations: MessageMutations;
  readonly selection: Selection<Message>;
  readonly replying: Replying;
  readonly onReply: (message: Message) => void;
  readonly onReplyClosed: (id: string) => void;
  readonly onToggle: (message: Message) => void;
  readonly onDelete: (message: Message) => void;
  readonly onClose: () => void;
  readonly onStep: (from: Message, by: 1 | -1) => void;
}

export function MessageItems(props: MessageItemsProps) {
  const { messages, folder, openId, mutations, selection } = props;
  const { replying, onReply, onReplyClosed, onToggle, onDelete, onClose, onStep } = props;
  const today = useToday();
  const can = useCan();
  useEffect(() => {
    // Until the form is there, typed letters are shortcuts of the list. One of them archives.
    if (openId !== undefined) loadThread().catch(() => {});
  }, [openId]);
  return (
    <Card className={`${LAYOUT} ${can.folders ? CHECK : NO_CHECK}`}>
      {/* Without dates there are no group headings, and the h3 subjects need an h2 above them. */}
      {groupOf(messages[0]?.createdAt, today) === undefined && (
        <h2 className="sr-only">All messages</h2>
      )}
      <ul>
        {messages.map((message, index) => (
          <MessageRow
            key={message._id}
            message={message}
            folder={folder}
            group={groupAt(messages, index, today)}
            isOpen={message._id === openId}
            thread={
              replying.has(message._id) || (message._id === openId && message.replies?.length) ? (
                <Suspense>
                  <ReplyThread
                    message={message}
                    draft={replying.get(message._id)}
                    onClose={() => onReplyClosed(message._id)}
                  />
                </Suspense>
              ) : undefined
            }
            actions={
              message._id === openId && !replying.has(message._id) ? (
                <MessageActions
                  message={message}
                  folder={folder}
                  mutations={mutations}
                  onDelete={onDelete}
                  onReply={onReply}
                  onClose={onClose}
                  onStep={(by) => onStep(message, by)}
                />
              ) : undefined
            }
            isSelected={selection.ids.has(message._id)}
            isDeleting={mutations.deletingId === message._id}
            onToggle={onToggle}
            onSelect={selection.toggle}
            onDelete={onDelete}
          />
        ))}
      </ul>
    </Card>
  );
}

export function MessageSkeletons() {
  return (
    <Card aria-busy="true" className={`delayed ${LAYOUT} ${CHECK}`}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((index) => (
        <div
          key={index}
          className="grid min-h-15 grid-cols-[var(--check)_var(--who)_minmax(0,1fr)_5.5rem_4.75rem] content-center items-center gap-y-3 border-t border-line pl-(--gutter) first:border-t-0 max-sm:min-h-27 max-sm:grid-cols-[var(--check)_minmax(0,1fr)] max-sm:pr-(--gutter)"
        >
          <Skeleton className="size-4 rounded-sm! max-sm:size-6" />
          <div className="mr-6 grid gap-2">
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-2.5" />
          </div>
          <div className="mr-6 grid gap-2 max-sm:col-start-2">
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-2.5 w-5/6" />
          </div>
          <Skeleton className="ml-auto h-2.5 w-10 max-sm:hidden" />
        </div>
      ))}
    </Card>
  );
}

/** Columns shared by closed rows, the open message and the skeletons. */
const LAYOUT =
  '[--gutter:1.375rem] [--who:clamp(8rem,30%,14.5rem)] max-sm:[--gutter:1rem] [--actions-indent:calc(var(--gutter)+var(--check))] lg:[--actions-indent:calc(var(--gutter)+var(--check)+14.5rem)]';

const CHECK = '[--check:2.125rem]';

const NO_CHECK = '[--check:0px]';

/** The group heading, if this is the first message of its group. */
function groupAt(messages: readonly Message[], index: number, today: number): string | undefined {
  const group = groupOf(messages[index]?.createdAt, today);
  const before = index > 0 ? groupOf(messages[index - 1]?.createdAt, today) : undefined;
  return group === before ? undefined : group;
}
