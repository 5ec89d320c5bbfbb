import { useEffect, useState } from 'react';
import { onRestore } from '../../api/undo.ts';

const forms = new Map<() => boolean, (() => void) | undefined>();

/**
 * Registers a check for unsaved changes while the component is mounted. `onDiscard` is called when the
 * owner chooses to lose them.
 */
export function useUnsavedChanges(isChanged: () => boolean, onDiscard?: () => void): void {
  useEffect(() => {
    forms.set(isChanged, onDiscard);
    return () => {
      forms.delete(isChanged);
    };
  }, [isChanged, onDiscard]);
}

export function hasUnsavedChanges(): boolean {
  return [...forms.keys()].some((isChanged) => isChanged());
}

export function discardUnsavedChanges(): void {
  for (const onDiscard of forms.values()) onDiscard?.();
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
