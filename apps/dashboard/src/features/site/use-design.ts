import { routes } from '@vitrine/contract/routes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { useUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import { type Design, type Site, siteQuery } from './site-queries.ts';

/** How long the owner must pause before a change is saved. */
const PAUSE_MS = 400;

const QUIET = { quiet: true, errorText: () => 'The last change was not saved. Try again.' };

/** The design as the owner edits it. Each change is saved in the draft. */
export function useDesign(site: Site) {
  const [design, setDesign] = useState(site.draft ?? site.settings);
  const [hasFailed, setHasFailed] = useState(false);
  const [saves, setSaves] = useState(0);
  // A call reads them when it starts and when it ends, between two renders.
  const shown = useRef(design);
  const saved = useRef(design);
  const saving = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saveDraft = useApiMutation(routes.site.saveDraft, QUIET);
  const dropDraft = useApiMutation(routes.site.discardDraft, QUIET);
  const publishing = useApiMutation(routes.site.publish);
  const discarding = useApiMutation(routes.site.discardDraft, { reloads: ['site'] });
  useUnsavedChanges(useCallback(() => shown.current !== saved.current, []));
  useEffect(() => () => clearTimeout(timer.current), []);

  function accept(next: Site, stored: Design) {
    queryClient.setQueryData(siteQuery.queryKey, (data) => data && { ...data, site: next });
    saved.current = stored;
    setSaves((count) => count + 1);
  }

  function show(next: Design) {
    shown.current = next;
    setDesign(next);
  }

  /** One call after the other, so that an older save never replaces a newer one. */
  async function saveAll(): Promise<boolean> {
    while (shown.current !== saved.current) {
      const sent = shown.current;
      try {
        const { site: next } = isSame(sent, site.settings)
          ? await dropDraft.mutateAsync({})
          : await saveDraft.mutateAsync({ body: sent });
        accept(next, sent);
      } catch {
        setHasFailed(true);
        return false;
      }
    }
    setHasFailed(false);
    return true;
  }

  /** Returns whether everything is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer.current);
    saving.current ??= saveAll();
    const isSaved = await saving.current;
    saving.current = undefined;
    return isSaved;
  }

  return {
    design,
    /** How often the draft was saved. The preview loads again after each time. */
    saves,
    hasFailed,
    hasChanges: site.draft !== null || !isSame(design, site.settings),
    isPublishing: publishing.isPending,
    save,
    change(change: (before: Design) => Partial<Design>) {
      show({ ...shown.current, ...change(shown.current) });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
    async publish() {
      if (!(await save())) return;
      publishing.mutate({}, { onSuccess: (response) => accept(response.site, shown.current) });
    },
    async discard() {
      clearTimeout(timer.current);
      await saving.current;
      const before = shown.current;
      const undo = () => callApi(routes.site.saveDraft, { body: before });
      const onSuccess = (response: { readonly site: Site }) => {
        show(response.site.settings);
        accept(response.site, shown.current);
        setHasFailed(false);
      };
      discarding.mutate({ undo }, { onSuccess });
    },
  };
}

export type DesignEditor = ReturnType<typeof useDesign>;

function isSame(one: Design, other: Design): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
