import { AltTextDialog } from './alt-text-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduledDialog } from './scheduled-dialog.tsx';
import type { ProjectForm } from './use-project-form.ts';

export function EditorDialogs({ editor }: { readonly editor: ProjectForm }) {
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
