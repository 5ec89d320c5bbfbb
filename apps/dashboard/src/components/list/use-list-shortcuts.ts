import { type RefObject, useEffect } from 'react';
import { areSingleKeysOn } from '../shortcuts/single-keys.ts';

/**
 * Single-key shortcuts for the items of a list, each with its id in `data-id`. They work only while
 * the focus is inside the list and not in a text field, so that they never catch text typed or
 * dictated elsewhere (WCAG 2.1.4). A native listener, because React events also bubble from dialogs
 * opened by an item.
 */
export function useListShortcuts(
  list: RefObject<HTMLElement | null>,
  /**
   * Returns whether it handled the key. Arrow keys come with Shift or Alt, as in `Alt+ArrowUp`.
   * Without an `itemId`, the focus is between the items.
   */
  onKey: (key: string, itemId: string | undefined) => boolean,
): void {
  useEffect(() => {
    const element = list.current;
    const listen = (event: KeyboardEvent) => {
      const { target, shiftKey, altKey } = event;
      if (event.ctrlKey || event.metaKey || event.isComposing) return;
      if (!(target instanceof Element) || target.matches(TEXT_FIELDS)) return;
      const isArrow = event.key.startsWith('Arrow');
      if (isArrow ? shiftKey === altKey : altKey) return;
      const isCharacter = event.key.length === 1;
      if (isCharacter && !areSingleKeysOn()) return;
      const key = isCharacter ? event.key.toLowerCase() : event.key;
      const item = target.closest<HTMLElement>('[data-id]');
      const name = isArrow ? `${altKey ? 'Alt' : 'Shift'}+${key}` : key;
      if (onKey(name, item?.dataset['id'])) event.preventDefault();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [list, onKey]);
}

const TEXT_FIELDS = 'input:not([type=checkbox]), textarea, select';
