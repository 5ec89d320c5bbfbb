import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Selection, useSelection } from '../../components/list/use-selection.ts';
import { useFocusHeadingOnUnmount } from '../../components/page/use-focus-heading-on-unmount.ts';
import { EmptyState } from '../../components/query/empty-state.tsx';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { LoadMore } from '../../components/query/load-more.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyInbox } from './empty-inbox.tsx';
import { MessageActions } from './message-actions.tsx';
import { type Folder, type Message, messagesQueryOf } from './message-queries.ts';
import { MessageRow } from './message-row.tsx';
import { MessageSelection } from './message-selection.tsx';
import { groupOf, useToday } from './message-time.tsx';
import { focusItem, ScrollAnchor } from './scroll-anchor.tsx';
import { type MessageMutations, useMessageMutations } from './use-message-mutations.ts';
import { useMessageShortcuts } from './use-message-shortcuts.ts';

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
  if (query.isPending) return <RowSkeletons />;
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
      <Rows messages={messages} folder={folder} openFirst={openId} searchField={searchField} />
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

interface RowsProps {
  readonly messages: readonly Message[];
  readonly folder: Folder;
  readonly openFirst: string | undefined;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

function Rows({ messages, folder, openFirst, searchField }: RowsProps) {
  const can = useCan();
  const list = useRef<HTMLDivElement>(null);
  const mutations = useMessageMutations(folder);
  const { markRead, remove } = mutations;
  const selection = useSelection(messages);
  const { selected } = selection;
  const [openId, setOpenId] = useState(openFirst);
  const [toDelete, setToDelete] = useState<Message>();
  useFocusHeadingOnUnmount(list);

  const toggle = useCallback(
    (message: Message) => {
      markRead(message);
      setOpenId((id) => (id === message._id ? undefined : message._id));
    },
    [markRead],
  );
  useOpenFirst({ list, messages, id: openFirst, onOpen: markRead });
  // Ask before a message is deleted that cannot be restored.
  const removeOrAsk = useCallback(
    (message: Message) => (can.trash ? remove([message]) : setToDelete(message)),
    [remove, can.trash],
  );

  /** Moves the focus to the next or previous message. If the current one is open, that one opens. */
  function step(from: Message, by: 1 | -1): Message | undefined {
    const next = messages[messages.indexOf(from) + by];
    if (!next) return undefined;
    if (from._id === openId) toggle(next);
    focusItem(list.current?.querySelector(`li[data-id="${CSS.escape(next._id)}"]`));
    return next;
  }

  const keys = { messages, openId, folder, mutations, selection, searchField };
  useMessageShortcuts(list, { ...keys, onToggle: toggle, onStep: step });

  return (
    <ScrollAnchor list={list} anchorId={openId}>
      <div
        ref={list}
        data-rows=""
        className={selected.length > 0 ? BAR_HEIGHT : '[--bar-height:0px]'}
      >
        <MessageItems
          messages={messages}
          folder={folder}
          openId={openId}
          mutations={mutations}
          selection={selection}
          onToggle={toggle}
          onDelete={removeOrAsk}
          onClose={() => setOpenId(undefined)}
          onStep={step}
        />
        <p role="status" className="sr-only">
          {selected.length > 0 && `${selected.length} selected.`}
        </p>
        {selected.length > 0 && (
          <MessageSelection
            folder={folder}
            messages={selected}
            mutations={mutations}
            onAll={selection.selectAll}
            onClear={selection.clear}
            onDelete={() => remove(selected)}
          />
        )}
        <DeleteDialog
          message={toDelete}
          onClose={() => setToDelete(undefined)}
          onDelete={(message) => remove([message])}
        />
      </div>
    </ScrollAnchor>
  );
}

interface OpenFirst {
  readonly list: RefObject<HTMLElement | null>;
  readonly messages: readonly Message[];
  readonly id: string | undefined;
  readonly onOpen: (message: Message) => void;
}

/** Moves the focus to the message that the URL names. */
function useOpenFirst({ list, messages, id, onOpen }: OpenFirst): void {
  const isDone = useRef(false);
  useEffect(() => {
    const message = messages.find(({ _id }) => _id === id);
    if (!message || isDone.current) return;
    isDone.current = true;
    onOpen(message);
    focusItem(list.current?.querySelector(`li[data-id="${CSS.escape(message._id)}"]`));
  }, [list, messages, id, onOpen]);
}

interface MessageItemsProps {
  readonly messages: readonly Message[];
  readonly folder: Folder;
  readonly openId: string | undefined;
  readonly mutations: MessageMutations;
  readonly selection: Selection<Message>;
  readonly onToggle: (message: Message) => void;
  readonly onDelete: (message: Message) => void;
  readonly onClose: () => void;
  readonly onStep: (from: Message, by: 1 | -1) => void;
}

function MessageItems(props: MessageItemsProps) {
  const { messages, folder, openId, mutations, selection } = props;
  const { onToggle, onDelete, onClose, onStep } = props;
  const today = useToday();
  const can = useCan();
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
            actions={
              message._id === openId ? (
                <MessageActions
                  message={message}
                  folder={folder}
                  mutations={mutations}
                  onDelete={onDelete}
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

interface DeleteDialogProps {
  /** The message to delete. The dialog is closed while there is none. */
  readonly message: Message | undefined;
  readonly onDelete: (message: Message) => void;
  readonly onClose: () => void;
}

function DeleteDialog({ message, onDelete, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      isOpen={message !== undefined}
      title={`Delete the message from ${message?.senderName}?`}
      description="This can't be undone."
      action="Delete"
      onConfirm={() => {
        if (message) onDelete(message);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** Focuses the message at this index. */
function focusRow(index: number): void {
  const row = document.querySelectorAll('[data-rows] li').item(index);
  row?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
}

function RowSkeletons() {
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
/** Keeps the sticky message actions above the selection bar. */
const BAR_HEIGHT = '[--bar-height:4.75rem] max-sm:[--bar-height:3.75rem]';

/** The group heading, if this is the first message of its group. */
function groupAt(messages: readonly Message[], index: number, today: number): string | undefined {
  const group = groupOf(messages[index]?.createdAt, today);
  const before = index > 0 ? groupOf(messages[index - 1]?.createdAt, today) : undefined;
  return group === before ? undefined : group;
}
