import { type RefObject, useLayoutEffect } from 'react';

/** When something goes, and the focus with it, the heading takes it: it is never nowhere. */
export function useFocusHeadingOnUnmount(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement))
        document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, [place]);
}
