import type { GalleryItem } from '../../../components/image/gallery-item.ts';
import type { SaveWay } from '../../../components/publishing/use-save-keys.ts';
import type { FullProject } from '../project-queries.ts';

/** What the editor asks before it publishes. */
export const QUESTIONS = ['scheduled', 'alt-text'] as const;

export type Question = (typeof QUESTIONS)[number];

/** The questions that have to be answered before the form is saved in this way. */
export function questionsFor(
  way: SaveWay,
  project: FullProject | undefined,
  gallery: readonly GalleryItem[],
): Question[] {
  const isAsked = {
    scheduled: way === 'publish' && Boolean(project?.publishAt),
    'alt-text': way !== 'draft' && gallery.some(lacksAltText),
  };
  return QUESTIONS.filter((question) => isAsked[question]);
}

export function lacksAltText({ alt, decorative }: GalleryItem): boolean {
  return alt.trim() === '' && !decorative;
}
