import { type RefObject, useEffect } from 'react';

/**
 * Single-key shortcuts for the items of a list, each an `li` with its id in `data-id`. They work only
 * while the focus is inside the list, so that they never catch text typed or dictated elsewhere
 * (WCAG 2.1.4). A native listener, because React events also bubble from dialogs opened by an item.
 */
export function useListShortcuts(
  list: RefObject<HTMLElement | null>,
  /** Returns whether it handled the key. Without an `itemId`, the focus is between the items. */
  onKey: (key: string, itemId: string | undefined) => boolean,
): void {
  useEffect(() => {
    const element = list.current;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const item = event.target instanceof Element && event.target.closest<HTMLElement>('li');
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isArrow = key.startsWith('Arrow');
      if (isArrow && !event.shiftKey) return;
      if (onKey(isArrow ? `Shift+${key}` : key, item ? item.dataset['id'] : undefined))
        event.preventDefault();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [list, onKey]);
}
