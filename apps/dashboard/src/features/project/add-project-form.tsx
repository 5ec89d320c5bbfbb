import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Form } from '../../components/form.tsx';
import { ProjectFields } from './project-fields.tsx';

interface AddProjectFormProps {
  /** Whether the host supports focal points. */
  readonly hasFocalPoint: boolean;
}

export function AddProjectForm({ hasFocalPoint }: AddProjectFormProps) {
  return (
    <Form
      mutation={useApiMutation(routes.project.add, { reloads: ['projects'] })}
      submit="Add Project"
      pending="Adding"
    >
      <ProjectFields hasFocalPoint={hasFocalPoint} />
    </Form>
  );
}
