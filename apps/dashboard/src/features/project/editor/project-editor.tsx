import type { FieldNameOf } from '@vitrine/contract/calls';
import { CalendarClock, ChevronUp, Eye } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Form } from '../../../components/form/form.tsx';
import { galleryInput } from '../../../components/image/gallery-item.ts';
import { SlugField } from '../../../components/publishing/slug-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { BodyField } from '../../case-study/body-field.tsx';
import { ProjectPreview } from '../preview/project-preview.tsx';
import type { FullProject, ProjectContent } from '../project-queries.ts';
import { AltTextDialog } from './alt-text-dialog.tsx';
import { BannerFields } from './banner-fields.tsx';
import { FactFields, TextFields } from './project-fields.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduledDialog } from './scheduled-dialog.tsx';
import { SectionNav } from './section-nav.tsx';
import { StateNote } from './state-note.tsx';
import type { CaseStudy } from './use-case-study.ts';
import { type ProjectForm, type ProjectFormOptions, useProjectForm } from './use-project-form.ts';
import type { UpdateRoute } from './use-save-project.ts';

interface ProjectEditorProps extends ProjectFormOptions {
  /** Whether there is a public site, which the preview shows. */
  readonly hasSite: boolean;
}

/** The form of a project. The main button publishes, and the others save a draft. */
export function ProjectEditor({ hasSite, ...options }: ProjectEditorProps) {
  const editor = useProjectForm(options);
  const [preview, setPreview] = useState<'open' | 'closed'>();
  const previewButton = useRef<HTMLButtonElement>(null);
  const { project, formProps, submit, isSavingDraft } = editor;
  return (
    <div className="grid grid-cols-1 gap-4">
      {project && (
        <StateNote
          project={project}
          onPublish={() => submit('publish')}
          onChange={editor.accept}
          onReload={editor.reload}
        />
      )}
      <Form<UpdateRoute>
        {...formProps}
        layout="bar"
        actions={
          <>
            <Button
              variant="outline"
              className="max-sm:flex-1"
              title="Save draft (Ctrl+S or ⌘S)"
              // Not `disabled`, which would drop the focus. The form ignores a second click.
              aria-disabled={isSavingDraft}
              onClick={() => submit('draft')}
            >
              {isSavingDraft && <Spinner />}
              {isSavingDraft ? 'Saving' : 'Save draft'}
            </Button>
            {hasSite && (
              <Button
                ref={previewButton}
                variant="outline"
                // The narrowest phones have room for an icon.
                className="max-sm:flex-1 max-[22.5rem]:flex-none"
                aria-expanded={preview === 'open'}
                onClick={() => setPreview('open')}
              >
                <Eye aria-hidden="true" className="min-[22.5rem]:max-sm:hidden" />
                <span className="max-[22.5rem]:sr-only">Preview</span>
              </Button>
            )}
          </>
        }
        menu={<PublishMenu onSchedule={() => editor.openDialog('schedule')} />}
      >
        <SectionNav sections={SECTIONS} />
        <Sections project={project} caseStudy={editor.caseStudy} />
      </Form>
      <EditorDialogs editor={editor} />
      {preview && (
        <ProjectPreview
          noun="project"
          picture={['projectBanner', 'banner']}
          form={formProps.ref}
          id={formProps.params.id}
          extraFields={formProps.extraFields}
          state={editor.caseStudy.gallery}
          isOpen={preview === 'open'}
          onClose={() => setPreview('closed')}
          onRestoreFocus={() => previewButton.current?.focus()}
        />
      )}
    </div>
  );
}

const GALLERY: FieldNameOf<UpdateRoute> = 'gallery';

const GalleryField = lazyPart(
  () => import('../../gallery/gallery-field.tsx').then((file) => file.GalleryField),
  GalleryFailure,
);

/** Without the code, the rest of the form still works, and the gallery stays as it is. */
function GalleryFailure() {
  return <p className="text-ink-2">The gallery did not load. Reload the page to edit it.</p>;
}

const SECTIONS = [
  { id: 'project', name: 'Project' },
  { id: 'facts', name: 'Facts and links' },
  { id: 'case-study', name: 'Case study' },
  { id: 'gallery', name: 'Gallery' },
] as const;

interface SectionsProps {
  readonly project: FullProject | undefined;
  readonly caseStudy: CaseStudy;
}

function Sections({ project, caseStudy }: SectionsProps) {
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

function PublishMenu({ onSchedule }: { readonly onSchedule: () => void }) {
  return (
    <Menu
      title="Publish"
      trigger={
        <Button
          className="w-9 rounded-l-none border-l border-paper/35 px-0! max-sm:w-10"
          aria-label="More ways to publish"
          title="More ways to publish"
        >
          <ChevronUp aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={onSchedule}>
        <CalendarClock aria-hidden="true" /> Schedule…
      </MenuItem>
    </Menu>
  );
}

function EditorDialogs({ editor }: { readonly editor: ProjectForm }) {
  const { project, dialog, closeDialog: close, submit, caseStudy } = editor;
  const { conflict, resolve, close: closeConflict } = editor.conflicts;
  return (
    <>
      {dialog === 'schedule' && (
        <ScheduleDialog project={project} onClose={close} onSchedule={editor.schedule} />
      )}
      {dialog === 'scheduled' && project?.publishAt && (
        <ScheduledDialog
          publishAt={project.publishAt}
          onClose={close}
          onKeep={() => submit('draft')}
          onPublish={() => editor.publishAnyway('scheduled')}
        />
      )}
      {dialog === 'alt-text' && (
        <AltTextDialog
          gallery={caseStudy.gallery}
          onChange={caseStudy.setGallery}
          onClose={close}
          onPublish={() => editor.publishAnyway('alt-text')}
        />
      )}
      {conflict && (
        <conflict.Dialog
          conflict={conflict}
          title={project?.title ?? ''}
          onSave={resolve}
          onClose={closeConflict}
        />
      )}
    </>
  );
}
