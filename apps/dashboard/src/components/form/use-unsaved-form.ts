import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { contentOf } from './form-content.ts';
import { setValue } from './set-value.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';
import { type FormState, useAutosave } from './use-autosave.ts';

interface UnsavedFormOptions {
  readonly form: RefObject<HTMLFormElement | null>;
  /** The kind of content to store in this browser, if any. */
  readonly kind: string | undefined;
  /** The item that the form updates. */
  readonly id: string | undefined;
  readonly state: FormState | undefined;
  /** Whether the form is still to be sent. */
  readonly isWaiting: () => boolean;
}

export type UnsavedForm = ReturnType<typeof useUnsavedForm>;

/** Registers and stores the form's unsaved changes. */
export function useUnsavedForm({ form, kind, id, state, isWaiting }: UnsavedFormOptions) {
  const saved = useRef('');
  const latestState = useRef(state);
  useEffect(() => {
    latestState.current = state;
  });
  const content = useCallback(() => contentOf(form.current, latestState.current?.values), [form]);
  const markSaved = useCallback(() => {
    saved.current = content();
  }, [content]);
  const suggestion = useSuggestion(kind !== undefined && id === undefined);
  useEffect(() => {
    if (suggestion) {
      form.current?.reset();
      setValue(form.current?.elements.namedItem(suggestion.name), suggestion.value);
    }
    markSaved();
  }, [form, markSaved, suggestion]);
  const autosave = useAutosave({
    key: kind && JSON.stringify([kind, id === undefined ? null : { id }]),
    isUpdate: id !== undefined,
    form,
    state,
    content,
    savedContent: () => saved.current,
  });
  useUnsavedChanges(
    useCallback(() => isWaiting() || content() !== saved.current, [isWaiting, content]),
    autosave.remove,
  );
  return { content, markSaved, autosave };
}

/** The name for a new item in the URL, as in `?view=add-skill&title=Rust`. */
function useSuggestion(isNew: boolean): { name: string; value: string } | undefined {
  const [search] = useSearchParams();
  return useMemo(() => {
    const [name, value] = [...search].find(([key]) => key === 'title' || key === 'name') ?? [];
    return isNew && name && value ? { name, value } : undefined;
  }, [isNew, search]);
}
