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

/** Asks before unsaved changes are lost by closing the tab, or by dropping a file beside a drop zone. */
export function useAskBeforeUnload(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    // A file that is dropped outside a drop zone would replace the page.
    const ignore = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
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

/** The latest version of an item, but not while there are unsaved changes to an older one. */
export function useEditedVersion<T>(item: T): T {
  const [shown, setShown] = useState(item);
  useEffect(() => {
    if (!hasUnsavedChanges()) setShown(item);
  }, [item]);
  return shown;
}
