import { CalendarClock, ChevronUp, Eye } from 'lucide-react';
import { useRef, useState } from 'react';
import { Form } from '../../../components/form/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ProjectPreview } from '../preview/project-preview.tsx';
import type { UpdateRoute } from '../project-queries.ts';
import { EditorDialogs } from './editor-dialogs.tsx';
import { ProjectSections, SECTIONS } from './project-sections.tsx';
import { SectionNav } from './section-nav.tsx';
import { StateNote } from './state-note.tsx';
import { type ProjectFormOptions, useProjectForm } from './use-project-form.ts';

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
        <ProjectSections project={project} caseStudy={editor.caseStudy} />
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
