import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Form } from '../../components/form.tsx';
import { ProjectFields } from './project-fields.tsx';

interface AddProjectFormProps {
  /** Whether the host supports focal points and the fields beyond the specified ones. */
  readonly isOwnService: boolean;
}

export function AddProjectForm({ isOwnService }: AddProjectFormProps) {
  return (
    <Form
      mutation={useApiMutation(routes.project.add, { reloads: ['projects'] })}
      submit="Add Project"
      pending="Adding"
    >
      <ProjectFields isOwnService={isOwnService} />
    </Form>
  );
}
