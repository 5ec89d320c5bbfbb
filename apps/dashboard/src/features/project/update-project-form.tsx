import { routes } from '@vitrine/contract/routes';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { Form } from '../../components/form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { ProjectFields } from './project-fields.tsx';
import { type Project, projectQuery } from './project-queries.ts';

interface UpdateProjectFormProps {
  readonly project: Project;
  /** Remounts the form with the latest version from the host. */
  readonly onReload: () => void;
}

/** Sends the version that was opened, so that a save from elsewhere is never overwritten unnoticed. */
export function UpdateProjectForm({ project: opened, onReload }: UpdateProjectFormProps) {
  const [project, setProject] = useState(opened);
  const [conflict, setConflict] = useState<{ readonly overwrite: () => void }>();
  const params = { id: project._id };
  // A host with versions responds with 409 on a conflict: show the dialog instead of a toast.
  const conflicts = project.version === undefined ? [] : [409];

  async function overwriteWith(resend: (extraFields: Version) => void) {
    setConflict(undefined);
    // The query client shows a failure; the form stays as it is.
    const latest = await queryClient
      .fetchQuery({ ...projectQuery(project._id), staleTime: 0 })
      .catch(() => undefined);
    if (latest) resend(versionOf(latest.project));
  }

  return (
    <>
      <Form
        mutation={useApiMutation(routes.project.update, {
          reloads: ['projects'],
          handledStatuses: conflicts,
        })}
        params={params}
        extraFields={versionOf(project)}
        submit="Update Project"
        pending="Updating"
        resetOnSuccess={false}
        // The project was reloaded after the save: the next save starts from that version.
        onDone={() => flushSync(() => setProject(savedProject(project)))}
        onFailure={(error, resend) => {
          if (conflicts.includes(error.status))
            setConflict({ overwrite: () => void overwriteWith(resend) });
        }}
      >
        <ProjectFields project={project} isOwnService={project.summary !== undefined} />
      </Form>
      <Dialog open={conflict !== undefined} onOpenChange={() => setConflict(undefined)}>
        <DialogContent
          role="alertdialog"
          title="This project was changed elsewhere"
          description="It was saved in another tab or browser after you opened it here. Your changes are still in the form. Which version do you want to keep?"
        >
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">Keep editing</Button>
            </DialogClose>
            <Button variant="outline" onClick={onReload}>
              Load the other version
            </Button>
            <Button onClick={conflict?.overwrite}>Overwrite with mine</Button>
          </DialogActions>
        </DialogContent>
      </Dialog>
    </>
  );
}

function savedProject(project: Project): Project {
  return queryClient.getQueryData(projectQuery(project._id).queryKey)?.project ?? project;
}

interface Version {
  readonly version?: string;
}

/** Other hosts have no versions. */
function versionOf({ version }: Project): Version {
  return version === undefined ? {} : { version: String(version) };
}
