import { useRef } from 'react';

/** For a dialog without a trigger: returns the focus to where it was, or to the page heading. */
export function useReturnFocus() {
  const focusedBefore = useRef<Element>(null);
  return {
    onOpenAutoFocus() {
      focusedBefore.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const before = focusedBefore.current;
      const isThere = before instanceof HTMLElement && before.isConnected;
      // Without a focused element, the active one is the body.
      if (isThere && before !== document.body) before.focus();
      else document.querySelector('h1')?.focus({ preventScroll: true });
    },
  };
}
