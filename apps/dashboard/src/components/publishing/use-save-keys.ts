import { type RefObject, useEffect, useRef } from 'react';

/** The ways to save a form: the main button, Save draft, and Schedule. */
export type SaveWay = 'publish' | 'draft' | 'schedule';

/** Ctrl+S or ⌘S saves a draft, and Ctrl+Enter or ⌘Enter presses the main button. */
export function useSaveKeys(
  form: RefObject<HTMLFormElement | null>,
  submit: (way: SaveWay) => void,
): void {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const way = { s: 'draft', Enter: 'publish' } as const;
      if (!isShortcut || !(event.key in way)) return;
      event.preventDefault();
      // The editor of the case study has other uses for these keys.
      event.stopPropagation();
      const isCovered =
        document.querySelector('[role=dialog]:not([data-docked]), [role=alertdialog]') !== null;
      if (!event.repeat && !isCovered && form.current)
        latest.current(event.key === 's' ? way.s : way.Enter);
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [form]);
}
