import { type RefObject, useLayoutEffect } from 'react';

/** Moves the focus to the page heading when the element that contains it unmounts. */
export function useFocusHeadingOnUnmount(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement))
        document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, [ref]);
}
