import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Form } from '../../components/form.tsx';
import { PlainProjectFields } from './project-fields.tsx';
import type { Project } from './project-queries.ts';

/** The form on a host that knows only the specified fields. */
export function PlainProjectForm({ project }: { readonly project?: Project }) {
  return project ? <UpdateForm project={project} /> : <AddForm />;
}

function AddForm() {
  return (
    <Form
      mutation={useApiMutation(routes.project.add, { reloads: ['project'] })}
      autosave="project"
      submit="Add Project"
      pending="Adding"
    >
      <PlainProjectFields />
    </Form>
  );
}

function UpdateForm({ project }: { readonly project: Project }) {
  return (
    <Form
      mutation={useApiMutation(routes.project.update, { reloads: ['project'] })}
      autosave="project"
      params={{ id: project._id }}
      submit="Update Project"
      pending="Updating"
      resetOnSuccess={false}
    >
      <PlainProjectFields project={project} />
    </Form>
  );
}
