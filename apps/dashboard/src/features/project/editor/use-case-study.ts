import { useState } from 'react';
import type { FormState } from '../../../components/form/use-autosave.ts';
import type { GalleryItem } from '../../../components/image/gallery-item.ts';
import type { FullProject, ProjectContent } from '../project-queries.ts';

export type CaseStudy = ReturnType<typeof useCaseStudy>;

/** The parts of the form that the browser does not hold. `stored` is the state of all forms. */
export function useCaseStudy(project: FullProject | undefined, stored: FormState) {
  const content: ProjectContent | undefined = project?.draft ?? project;
  const [gallery, setGallery] = useState<readonly GalleryItem[]>(content?.gallery ?? []);
  const state: FormState = {
    ...stored,
    values: { gallery: JSON.stringify(gallery) },
    restore(values) {
      if (values['gallery']) setGallery(JSON.parse(values['gallery']));
      stored.restore(values);
    },
  };
  return { gallery, setGallery, state };
}
