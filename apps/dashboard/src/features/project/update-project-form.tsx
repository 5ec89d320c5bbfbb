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
  /** Shows the form anew, from what the host has now. */
  readonly onReload: () => void;
}

/** Begins from the project as it was when opened, and says so: whoever saved since is not overwritten. */
export function UpdateProjectForm({ project: opened, onReload }: UpdateProjectFormProps) {
  const [project, setProject] = useState(opened);
  const [conflict, setConflict] = useState<{ readonly overwrite: () => void }>();
  const params = { id: project._id };
  // Where versions are counted, a 409 means a conflict, and the dialog says so instead of a toast.
  const conflicts = project.version === undefined ? [] : [409];

  async function overwriteWith(resend: (extraFields: Version) => void) {
    setConflict(undefined);
    // A failure is told where all are; the form is as it was.
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
        // It was loaded again after the save: the next one begins from there.
        onDone={() => flushSync(() => setProject(savedProject(project)))}
        onFailure={(error, resend) => {
          if (conflicts.includes(error.status))
            setConflict({ overwrite: () => void overwriteWith(resend) });
        }}
      >
        <ProjectFields
          project={project}
          hasFocalPoint={project.projectBanner.focalPoint !== undefined}
        />
      </Form>
      <Dialog open={conflict !== undefined} onOpenChange={() => setConflict(undefined)}>
        <DialogContent
          role="alertdialog"
          title="This project was changed elsewhere"
          description="Somebody saved it after you opened it here, perhaps you in another tab. Your own changes are still in the form. Which ones should stay?"
        >
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">Keep editing</Button>
            </DialogClose>
            <Button variant="outline" onClick={onReload}>
              Load the other changes
            </Button>
            <Button onClick={conflict?.overwrite}>Save mine over them</Button>
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
