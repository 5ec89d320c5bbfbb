import { RESUME_SECTIONS, SITE_SECTION_NAMES, VIEW_DAYS } from '@vitrine/contract/options';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { undoButton } from '../../../api/undo.ts';
import { useFieldErrors } from '../../../components/form/field-errors.ts';
import type { View } from '../../../components/view/view-queries.ts';
import { inDays } from '../describe-view.ts';
import type { Settings } from '../view-queries.ts';
import { changesOf, useSaveView } from './use-save-view.ts';
import { isSame, useStoredChanges } from './use-stored-changes.ts';

interface ViewEditorOptions {
  /** Undefined for a new view. */
  readonly view: View | undefined;
  /** Called when a new view was saved. */
  readonly onAdded: (view: View) => void;
}

export type ViewEditor = ReturnType<typeof useViewEditor>;

/** A view as the owner edits it. Readers of an active link see changes once they are published. */
export function useViewEditor({ view, onAdded }: ViewEditorOptions) {
  const stored = useMemo(() => view && settingsOf(view), [view]);
  const [seen, setSeen] = useState(stored);
  const [base, setBase] = useState(() => stored ?? newSettings());
  const [settings, setSettings] = useState(base);
  /** Changes when other settings than those on the screen are shown. */
  const [resets, setResets] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { errors, setErrors, clearError } = useFieldErrors(form);
  const isChanged = !isSame(settings, base);

  // Changed elsewhere. What was changed here and is not saved yet stays.
  if (stored && stored !== seen) {
    setSeen(stored);
    setBase(stored);
    setSettings({ ...stored, ...changesOf(settings, base) });
  }

  function show(next: Settings) {
    setSettings(next);
    setResets((count) => count + 1);
  }

  const autosave = useStoredChanges({ form, id: view?._id, settings, base, onRestore: show });
  const { isPending, hasFailed, saveDraft, publish } = useSaveView({
    ...{ view, settings, base, onAdded },
    onErrors: setErrors,
    onSaved(saved) {
      const next = settingsOf(saved);
      // Rendered before the owner leaves the page of a new view.
      flushSync(() => {
        setBase(next);
        setSettings((now) => ({ ...next, ...changesOf(now, settings) }));
      });
      autosave.remove();
    },
  });

  return {
    ...{ view, form, settings, resets, errors, clearError, isChanged, isPending, hasFailed },
    offer: autosave.offer,
    change: (change: (before: Settings) => Partial<Settings>) =>
      setSettings((before) => ({ ...before, ...change(before) })),
    saveDraft: () => void (!isPending && saveDraft()),
    publish: () => void (!isPending && publish()),
    discard() {
      show(base);
      setErrors({});
      autosave.remove();
      const undo = undoButton(
        async () => show(settings),
        async () => {},
      );
      toast.success('Changes discarded.', undo);
    },
  };
}

function settingsOf(view: View): Settings {
  const { name, headline, note, sections, drafts, resume, expiresAt } = view;
  return { name, headline, note, sections, drafts, resume, expiresAt };
}

function newSettings(): Settings {
  const empty = { shown: true, included: [], excluded: [] };
  return {
    name: '',
    headline: '',
    note: '',
    sections: SITE_SECTION_NAMES.map((name) => ({ name, ...empty })),
    drafts: [],
    resume: {
      template: 'classic',
      sections: RESUME_SECTIONS.map((name) => ({ name, ...empty })),
    },
    expiresAt: inDays(VIEW_DAYS),
  };
}
