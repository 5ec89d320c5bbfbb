import { routes } from '@vitrine/contract/routes';
import { useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { SETTINGS_META, useSavedSettings } from '../../components/form/use-saved-settings.ts';
import { type Design, type Site, siteAddressQuery, siteQuery } from './site-queries.ts';

/** The design as the owner edits it. Each change is saved in the draft. */
export function useDesign(site: Site) {
  const [saves, setSaves] = useState(0);
  const saveDraft = useApiMutation(routes.site.saveDraft, SETTINGS_META);
  const dropDraft = useApiMutation(routes.site.discardDraft, SETTINGS_META);
  const publishing = useApiMutation(routes.site.publish);
  const discarding = useApiMutation(routes.site.discardDraft, { reloads: ['site'] });
  const { settings, hasFailed, save, change, stop, show } = useSavedSettings({
    stored: site.draft ?? site.settings,
    pauseMs: 400,
    send: async (design) =>
      accept(
        // While another design is being published, this one is no longer the published one.
        isSame(design, site.settings) && !publishing.isPending
          ? await dropDraft.mutateAsync({})
          : await saveDraft.mutateAsync({ body: design }),
      ),
  });

  function accept({ site: next }: { readonly site: Site }) {
    queryClient.setQueryData(siteQuery.queryKey, (data) => data && { ...data, site: next });
    setSaves((count) => count + 1);
  }

  return {
    design: settings,
    /** How often the draft was saved. The preview loads again after each time. */
    saves,
    hasFailed,
    hasChanges: site.draft !== null || !isSame(settings, site.settings),
    isPublishing: publishing.isPending,
    save,
    change,
    async publish() {
      if (!(await save())) return;
      publishing.mutate(
        {},
        {
          onSuccess(response) {
            accept(response);
            const { queryKey } = siteAddressQuery;
            queryClient.setQueryData(queryKey, (known) => known && { ...known, isPublic: true });
          },
        },
      );
    },
    async discard() {
      await stop();
      const undo = () => callApi(routes.site.saveDraft, { body: settings });
      discarding.mutate(
        { undo },
        {
          onSuccess(response) {
            show(response.site.settings);
            accept(response);
          },
        },
      );
    },
  };
}

export type DesignEditor = ReturnType<typeof useDesign>;

function isSame(one: Design, other: Design): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
