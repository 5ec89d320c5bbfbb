import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../api/call-api.ts';
import type { Choices, View } from '../../components/view/view-queries.ts';

export type Choice = Choices['sections'][number];
export type Entry = Choice['entries'][number];

/** What the owner edits of a view. */
export type Settings = Pick<
  View,
  'name' | 'headline' | 'note' | 'sections' | 'drafts' | 'resume' | 'expiresAt'
>;

const PREVIEW_RENEWAL_MS = 50 * 60_000;

/** An address that shows a view with settings that need not be saved. Stays the same after a change. */
export function previewQuery(settings: Settings, base: () => string | undefined) {
  const { headline, note, sections, drafts, resume } = settings;
  const shown = { headline, note, sections, drafts, resume };
  return queryOptions({
    queryKey: ['view-preview', JSON.stringify(shown)],
    queryFn: ({ signal }) => {
      const earlier = base();
      const body = { ...shown, ...(earlier && { base: earlier }) };
      return callApi(routes.view.preview, { body, signal });
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_RENEWAL_MS,
    meta: { quiet: true },
  });
}
