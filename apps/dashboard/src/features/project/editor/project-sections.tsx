import type { FieldNameOf } from '@vitrine/contract/calls';
import { type ReactNode, Suspense } from 'react';
import { galleryInput } from '../../../components/image/gallery-item.ts';
import { SlugField } from '../../../components/publishing/slug-field.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BodyField } from '../../case-study/body-field.tsx';
import type { FullProject, ProjectContent, UpdateRoute } from '../project-queries.ts';
import { BannerFields } from './banner-fields.tsx';
import { FactFields, TextFields } from './detail-fields.tsx';
import type { CaseStudy } from './use-case-study.ts';

const GALLERY: FieldNameOf<UpdateRoute> = 'gallery';

const GalleryField = lazyPart(
  () => import('../../gallery/gallery-field.tsx').then((file) => file.GalleryField),
  GalleryFailure,
);

/** Without the code, the rest of the form still works, and the gallery stays as it is. */
function GalleryFailure() {
  return <p className="text-ink-2">The gallery did not load. Reload the page to edit it.</p>;
}

export const SECTIONS = [
  { id: 'project', name: 'Project' },
  { id: 'facts', name: 'Facts and links' },
  { id: 'case-study', name: 'Case study' },
  { id: 'gallery', name: 'Gallery' },
] as const;

interface SectionsProps {
  readonly project: FullProject | undefined;
  readonly caseStudy: CaseStudy;
}

export function ProjectSections({ project, caseStudy }: SectionsProps) {
  const content: ProjectContent | undefined = project?.draft ?? project;
  return (
    <>
      <Section section={SECTIONS[0]}>
        <div className="grid gap-x-8 gap-y-[18px] md:grid-cols-[minmax(0,1fr)_300px] lg:grid-cols-[minmax(0,1fr)_400px]">
          <div className="grid grid-cols-1 content-start gap-[18px]">
            <TextFields content={content} />
            <SlugField
              folder="/projects/"
              title={content?.title ?? ''}
              slug={content?.slug ?? ''}
              isPublished={project?.state === 'published'}
            />
          </div>
          <BannerFields content={content} />
        </div>
      </Section>
      <Section section={SECTIONS[1]} note="All optional">
        <FactFields content={content} />
      </Section>
      <BodyField
        id="case-study"
        label="Case study"
        body={content?.body ?? ''}
        images={project?.images}
      />
      <Section section={SECTIONS[3]}>
        <input type="hidden" name={GALLERY} value={galleryInput(caseStudy.gallery)} />
        <Suspense fallback={<Skeleton className="h-60" />}>
          <GalleryField value={caseStudy.gallery} onChange={caseStudy.setGallery} />
        </Suspense>
      </Section>
    </>
  );
}

interface SectionProps {
  readonly section: (typeof SECTIONS)[number];
  readonly note?: string;
  readonly children: ReactNode;
}

function Section({ section, note, children }: SectionProps) {
  return (
    // The navigation moves the focus to it.
    <Card id={section.id} tabIndex={-1} aria-label={section.name} className="outline-none">
      <CardHead title={section.name}>
        {note && <span className="text-xs text-ink-3">{note}</span>}
      </CardHead>
      <div className="border-t border-line px-4 pt-4 pb-6 sm:px-[22px] sm:pt-5">{children}</div>
    </Card>
  );
}
