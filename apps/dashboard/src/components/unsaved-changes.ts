import { useEffect, useState } from 'react';
import { onRestore } from '../api/query-client.ts';

const forms = new Set<() => boolean>();

/** Registers a check for unsaved changes while the component is mounted. */
export function useUnsavedChanges(isChanged: () => boolean): void {
  useEffect(() => {
    forms.add(isChanged);
    return () => {
      forms.delete(isChanged);
    };
  }, [isChanged]);
}

export function hasUnsavedChanges(): boolean {
  return [...forms].some((isChanged) => isChanged());
}

/**
 * A key for a form with stored values. It changes after an older version was restored, so that the form
 * shows its values. Undo never discards what was typed since.
 */
export function useFormKey(): number {
  const [key, setKey] = useState(0);
  useEffect(
    () =>
      onRestore((isChosen) => {
        if (isChosen || !hasUnsavedChanges()) setKey((last) => last + 1);
      }),
    [],
  );
  return key;
}
