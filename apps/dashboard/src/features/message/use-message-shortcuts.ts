import type { RefObject } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { useListShortcuts } from '../../components/list/use-list-shortcuts.ts';
import type { Selection } from '../../components/list/use-selection.ts';
import type { Folder, Message } from './message-queries.ts';
import { focusItem } from './scroll-anchor.tsx';
import type { MessageMutations } from './use-message-mutations.ts';

interface MessageShortcuts {
  readonly messages: readonly Message[];
  readonly openId: string | undefined;
  readonly folder: Folder;
  readonly mutations: MessageMutations;
  readonly selection: Selection<Message>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onReply: (message: Message) => void;
  readonly onToggle: (message: Message) => void;
  readonly onStep: (from: Message, by: 1 | -1) => Message | undefined;
}

/** J, K, R, V, E, U, X, / and Escape in the list. Enter and Space are native. */
export function useMessageShortcuts(
  list: RefObject<HTMLElement | null>,
  keys: MessageShortcuts,
): void {
  const can = useCan();
  const { messages, openId, folder, mutations, selection, searchField, onReply, onToggle, onStep } =
    keys;
  useListShortcuts(list, (key, id) => {
    const message = messages.find(({ _id }) => _id === id);
    const isOpen = message !== undefined && id === openId;
    if (key === 'Escape') {
      if (isOpen) {
        focusItem(list.current?.querySelector('li:has([aria-expanded="true"])'));
        onToggle(message);
      } else selection.clear();
      return true;
    }
    if (key === '/') {
      searchField.current?.focus();
      return searchField.current !== null;
    }
    if (!message) return false;
    switch (key) {
      case 'j':
        onStep(message, 1);
        return true;
      case 'k':
        onStep(message, -1);
        return true;
      case 'r':
        onReply(message);
        return true;
      case 'v':
        return pressAttach(list.current);
    }
    return can.folders && handleFolderKey(key, message, isOpen);
  });

  function handleFolderKey(key: string, message: Message, isOpen: boolean): boolean {
    switch (key) {
      case 'e':
        if (folder === 'inbox') mutations.change([message], { folder: 'archived' });
        return folder === 'inbox';
      case 'u':
        mutations.change([message], { unread: true });
        if (isOpen) onToggle(message);
        return true;
      case 'x':
        selection.toggle(message._id, false);
        return true;
      case 'Shift+ArrowDown':
      case 'Shift+ArrowUp': {
        const next = onStep(message, key === 'Shift+ArrowDown' ? 1 : -1);
        selection.select(next ? [message, next] : [message]);
        return true;
      }
      default:
        return false;
    }
  }
}

/** Opens the views of the reply that is being written. */
function pressAttach(list: HTMLElement | null): boolean {
  const button = list?.querySelector<HTMLElement>(
    'li:has([aria-expanded=true]) [aria-keyshortcuts=V]',
  );
  button?.click();
  return button != null;
}
