import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useUnsavedChanges } from '../../../components/form/unsaved-changes.ts';
import { useAutosave } from '../../../components/form/use-autosave.ts';
import type { Settings } from '../view-queries.ts';

interface StoredChangesOptions {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Undefined for a new view. */
  readonly id: string | undefined;
  readonly settings: Settings;
  /** The saved settings. */
  readonly base: Settings;
  readonly onRestore: (settings: Settings) => void;
}

/** Keeps changes in this browser until they are saved, and asks before the owner leaves them. */
export function useStoredChanges(options: StoredChangesOptions) {
  const { form, id, settings, base, onRestore } = options;
  const latest = useRef({ settings, base });
  useLayoutEffect(() => {
    latest.current = { settings, base };
  });
  const content = () => JSON.stringify(latest.current.settings);
  const savedContent = () => JSON.stringify(latest.current.base);
  const autosave = useAutosave({
    key: JSON.stringify(['view', id === undefined ? null : { id }]),
    isUpdate: id !== undefined,
    form,
    state: {
      values: { view: JSON.stringify(settings) },
      restore({ view = '{}' }) {
        const restored: Settings = JSON.parse(view);
        onRestore(restored);
      },
    },
    content,
    savedContent,
  });
  const isChanged = useCallback(() => !isSame(latest.current.settings, latest.current.base), []);
  useUnsavedChanges(isChanged, autosave.remove);
  return autosave;
}

export function isSame(one: Settings, other: Settings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
