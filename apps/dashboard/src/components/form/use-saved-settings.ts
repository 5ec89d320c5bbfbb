import { useCallback, useEffect, useRef, useState } from 'react';
import { useUnsavedChanges } from './unsaved-changes.ts';

/** For the mutations that `send` makes. */
export const SETTINGS_META = {
  quiet: true,
  errorText: () => 'The last change was not saved. Try again.',
};

interface SavedSettingsOptions<T extends object> {
  readonly stored: T;
  readonly send: (settings: T) => Promise<void>;
  /** How long the owner must pause before a change is saved. */
  readonly pauseMs: number;
}

/** Settings as the owner edits them. Each change is saved. */
export function useSavedSettings<T extends object>(options: SavedSettingsOptions<T>) {
  const { stored, send, pauseMs } = options;
  const [settings, setSettings] = useState(stored);
  const [isPending, setIsPending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // A call reads them when it starts and when it ends, between two renders.
  const shown = useRef(stored);
  const saved = useRef(stored);
  const saving = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasChanges = useCallback(() => shown.current !== saved.current, []);
  useUnsavedChanges(hasChanges);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** One call after the other, so that an older save never replaces a newer one. */
  async function saveAll(): Promise<boolean> {
    setIsPending(true);
    try {
      while (hasChanges()) {
        const sent = shown.current;
        await send(sent);
        saved.current = sent;
      }
    } catch {
      // The query client has shown the error. What is not saved counts as a change.
    }
    setHasFailed(hasChanges());
    setIsPending(false);
    return !hasChanges();
  }

  /** Returns whether everything is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer.current);
    if (!hasChanges()) return true;
    saving.current ??= saveAll();
    const isSaved = await saving.current;
    saving.current = undefined;
    return isSaved;
  }

  return {
    settings,
    isPending,
    hasFailed,
    hasChanges,
    save,
    change(change: (before: T) => Partial<T>) {
      shown.current = { ...shown.current, ...change(shown.current) };
      setSettings(shown.current);
      setIsPending(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pauseMs);
    },
    /** Drops the changes that are not sent yet, and waits for the others. */
    async stop() {
      clearTimeout(timer.current);
      await saving.current;
    },
    /** Shows settings that the host has stored. */
    show: useCallback((next: T) => {
      shown.current = next;
      saved.current = next;
      setSettings(next);
      setIsPending(false);
      setHasFailed(false);
    }, []),
  };
}
