import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Form } from '../../components/form.tsx';
import { TimelineFields } from './timeline-fields.tsx';

export function TimelineForm() {
  return (
    <Form
      mutation={useApiMutation(routes.timeline.add, { reloads: ['timeline'] })}
      autosave="timeline"
      submit="Add Timeline"
      pending="Adding"
    >
      <TimelineFields />
    </Form>
  );
}
