import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Form } from '../../components/form.tsx';
import { TimelineFields } from './timeline-fields.tsx';

interface TimelineFormProps {
  /** Whether the service stores more than the four specified fields. */
  readonly hasDetails: boolean;
}

export function TimelineForm({ hasDetails }: TimelineFormProps) {
  return (
    <Form
      mutation={useApiMutation(routes.timeline.add, { reloads: ['timeline'] })}
      autosave="timeline"
      submit="Add Timeline"
      pending="Adding"
    >
      <TimelineFields hasDetails={hasDetails} />
    </Form>
  );
}
