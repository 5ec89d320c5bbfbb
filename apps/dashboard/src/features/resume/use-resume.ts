import { routes } from '@vitrine/contract/routes';
import { useEffect } from 'react';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { SETTINGS_META, useSavedSettings } from '../../components/form/use-saved-settings.ts';
import { resumeQuery, type Settings } from './resume-queries.ts';

/** The settings of the resume as the owner edits them. */
export function useResume(stored: Settings) {
  const { mutateAsync } = useApiMutation(routes.resume.update, SETTINGS_META);
  const editor = useSavedSettings({
    stored,
    pauseMs: 250,
    async send(settings) {
      // A response that is on its way has the settings from before the save.
      await queryClient.cancelQueries(resumeQuery);
      await mutateAsync({ body: settings });
      queryClient.setQueryData(resumeQuery.queryKey, (data) => data && { ...data, settings });
    },
  });
  const { hasChanges, show } = editor;
  // Another tab has changed them. What was chosen here and is not saved yet stays.
  useEffect(() => {
    if (!hasChanges()) show(stored);
  }, [stored, hasChanges, show]);
  return editor;
}

export type ResumeEditor = ReturnType<typeof useResume>;
