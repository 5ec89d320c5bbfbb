import { routes } from '@vitrine/contract/routes';
import { useCall } from '../../api/query-client.ts';
import { Form } from '../../components/form.tsx';
import { ProjectFields } from './project-fields.tsx';

export function AddProjectForm() {
  return (
    <Form
      call={useCall(routes.project.add, { reloads: ['projects'] })}
      submit="Add Project"
      pending="Adding"
    >
      <ProjectFields />
    </Form>
  );
}
