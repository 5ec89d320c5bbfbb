import { type RefObject, useEffect } from 'react';

/**
 * Single keys for the rows of a list, each an `li` with its id in `data-id`. They work only while
 * the focus is inside the list, so they never catch what somebody types or dictates elsewhere
 * (WCAG 2.1.4). The listener is the browser's own: a dialog that a row opened is not inside.
 */
export function useListShortcuts(
  list: RefObject<HTMLElement | null>,
  /** Says whether it knew the key. The row is undefined when the focus is beside the rows. */
  onKey: (key: string, rowId: string | undefined) => boolean,
): void {
  useEffect(() => {
    const box = list.current;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const row = event.target instanceof Element && event.target.closest<HTMLElement>('li');
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isArrow = key.startsWith('Arrow');
      if (isArrow && !event.shiftKey) return;
      if (onKey(isArrow ? `Shift+${key}` : key, row ? row.dataset['id'] : undefined))
        event.preventDefault();
    };
    box?.addEventListener('keydown', listen);
    return () => box?.removeEventListener('keydown', listen);
  }, [list, onKey]);
}
