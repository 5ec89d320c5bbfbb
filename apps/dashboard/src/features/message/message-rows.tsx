import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useSelection } from '../../components/list/use-selection.ts';
import { useFocusHeadingOnUnmount } from '../../components/page/use-focus-heading-on-unmount.ts';
import { openReply } from './mailto.ts';
import { MessageItems } from './message-items.tsx';
import { type Folder, type Message, useCanReply } from './message-queries.ts';
import { MessageSelection } from './message-selection.tsx';
import { useReplying } from './replying.ts';
import { focusItem, ScrollAnchor } from './scroll-anchor.tsx';
import { useMessageMutations } from './use-message-mutations.ts';
import { useMessageShortcuts } from './use-message-shortcuts.ts';

interface RowsProps {
  readonly messages: readonly Message[];
  readonly folder: Folder;
  readonly openFirst: string | undefined;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

export function MessageRows({ messages, folder, openFirst, searchField }: RowsProps) {
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
  const open = useCallback(
    (id: string) => {
      const isShown = messages.some(({ _id }) => _id === id);
      if (isShown) setOpenId(id);
      return isShown;
    },
    [messages],
  );
  const { replying, start, stop } = useReplying(open);
  const canReply = useCanReply();
  function reply(message: Message) {
    if (!canReply) return openReply(message);
    if (message._id !== openId) toggle(message);
    start(message._id);
  }
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
  useMessageShortcuts(list, { ...keys, onReply: reply, onToggle: toggle, onStep: step });

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
          replying={replying}
          onReply={reply}
          onReplyClosed={stop}
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

/** Keeps the sticky message actions above the selection bar. */
const BAR_HEIGHT = '[--bar-height:4.75rem] max-sm:[--bar-height:3.75rem]';
