import { type RefObject, useEffect, useRef } from 'react';

/** Runs when the form of a field is reset, for what the browser does not reset itself. */
export function useFormReset(
  field: RefObject<HTMLInputElement | HTMLButtonElement | HTMLSelectElement | null>,
  onReset: () => void,
): void {
  const latest = useRef(onReset);
  useEffect(() => {
    latest.current = onReset;
  });
  useEffect(() => {
    const form = field.current?.form;
    const reset = () => latest.current();
    form?.addEventListener('reset', reset);
    return () => form?.removeEventListener('reset', reset);
  }, [field]);
}
