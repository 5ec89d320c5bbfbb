import { useState } from 'react';
import type { FormState } from '../../../components/form/use-autosave.ts';
import type { GalleryItem } from '../../gallery/gallery-item.ts';
import { type Snapshot, takeSnapshot } from '../conflict/snapshot.ts';
import type { FullProject, ProjectContent } from '../project-queries.ts';

/** The project as it is stored, and what the form is based on. */
export function useStoredProject(opened: FullProject | undefined) {
  const [project, setProject] = useState(opened);
  const [base, setBase] = useState(() => takeSnapshot(opened));

  /** Continues from what is stored. */
  function show(stored: FullProject) {
    setProject(stored);
    setBase(takeSnapshot(stored));
  }

  /** Shows a change of the state. A form that is based on an older version still is. */
  function accept(changed: FullProject) {
    if (base.version === project?.version) show(changed);
    else setProject(changed);
  }

  return { project, base, setBase, show, accept };
}

export type CaseStudy = ReturnType<typeof useCaseStudy>;

/** The parts of the form that the browser does not hold. */
export function useCaseStudy(
  project: FullProject | undefined,
  base: Snapshot,
  setBase: (base: Snapshot) => void,
) {
  const content: ProjectContent | undefined = project?.draft ?? project;
  const [gallery, setGallery] = useState<readonly GalleryItem[]>(content?.gallery ?? []);
  const state: FormState = {
    values: { gallery: JSON.stringify(gallery) },
    // What the form was opened with: if it was saved elsewhere since, saving it asks.
    context: { base: JSON.stringify(base) },
    restore(values) {
      if (values['gallery']) setGallery(JSON.parse(values['gallery']));
      if (values['base']) setBase(JSON.parse(values['base']));
    },
  };
  return { gallery, setGallery, state };
}
