import type { RefObject } from 'react';
import { focusItem } from '../../components/keep-place.tsx';
import { useRowKeys } from '../../components/row-keys.ts';
import type { Folder, Message } from './message-queries.ts';
import { openReply } from './reply.ts';
import type { MessageCalls } from './use-message-calls.ts';
import type { Selection } from './use-selection.ts';

interface MessageKeys {
  readonly messages: readonly Message[];
  readonly openId: string | undefined;
  readonly folder: Folder;
  readonly calls: MessageCalls;
  readonly selection: Selection;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onToggle: (message: Message) => void;
  readonly onStep: (from: Message, by: 1 | -1) => Message | undefined;
}

/** J, K, R, E, U, X, / and Escape on the rows. Enter and Space are the browser's own. */
export function useMessageKeys(list: RefObject<HTMLElement | null>, keys: MessageKeys): void {
  const { messages, openId, folder, calls, selection, searchField, onToggle, onStep } = keys;
  useRowKeys(list, (key, id) => {
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
        openReply(message);
        return true;
    }
    // A host that knows the specified calls alone has no folders, and nothing to select for.
    return message.unread !== undefined && pressInInbox(key, message, isOpen);
  });

  function pressInInbox(key: string, message: Message, isOpen: boolean): boolean {
    switch (key) {
      case 'e':
        if (folder === 'inbox') calls.change([message._id], { folder: 'archived' });
        return folder === 'inbox';
      case 'u':
        calls.change([message._id], { unread: true });
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
