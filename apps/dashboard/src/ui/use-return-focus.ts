import { useRef } from 'react';

/**
 * For a dialog without a trigger: returns the focus to where it was, or to the page heading. With a
 * selector, the focus goes to that element of the dialog when it opens.
 */
export function useReturnFocus(selector?: string) {
  const focusedBefore = useRef<Element>(null);
  return {
    onOpenAutoFocus(event: Event) {
      focusedBefore.current = document.activeElement;
      if (selector === undefined || !(event.target instanceof Element)) return;
      event.preventDefault();
      event.target.querySelector<HTMLElement>(selector)?.focus();
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
