import { routes } from '@vitrine/contract/routes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { useUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import { resumeQuery, type Settings } from './resume-queries.ts';

/** How long the owner must pause before a change is saved. */
const PAUSE_MS = 250;

type SaveState = 'saved' | 'saving' | 'failed';

/** The settings of the resume as the owner edits them. Each change is saved. */
export function useResume(stored: Settings) {
  const [settings, setSettings] = useState(stored);
  const [state, setState] = useState<SaveState>('saved');
  // A call reads them when it starts and when it ends, between two renders.
  const shown = useRef(stored);
  const saved = useRef(stored);
  const saving = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { mutateAsync } = useApiMutation(routes.resume.update, {
    quiet: true,
    errorText: () => 'The last change was not saved. Try again.',
  });
  useUnsavedChanges(useCallback(() => shown.current !== saved.current, []));
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another tab has changed them. What was chosen here and is not saved yet stays.
  useEffect(() => {
    if (shown.current !== saved.current) return;
    shown.current = stored;
    saved.current = stored;
    setSettings(stored);
  }, [stored]);

  /** One call after the other, so that an older save never replaces a newer one. */
  async function saveAll(): Promise<boolean> {
    setState('saving');
    // A response that is on its way has the settings from before the save.
    await queryClient.cancelQueries(resumeQuery);
    while (shown.current !== saved.current) {
      const sent = shown.current;
      try {
        await mutateAsync({ body: sent });
      } catch {
        setState('failed');
        return false;
      }
      saved.current = sent;
      queryClient.setQueryData(resumeQuery.queryKey, (data) => data && { ...data, settings: sent });
    }
    setState('saved');
    return true;
  }

  /** Returns whether everything is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer.current);
    if (shown.current === saved.current) return true;
    saving.current ??= saveAll();
    const isSaved = await saving.current;
    saving.current = undefined;
    return isSaved;
  }

  return {
    settings,
    state,
    save,
    change(change: (before: Settings) => Partial<Settings>) {
      shown.current = { ...shown.current, ...change(shown.current) };
      setSettings(shown.current);
      setState('saving');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
  };
}

export type ResumeEditor = ReturnType<typeof useResume>;
