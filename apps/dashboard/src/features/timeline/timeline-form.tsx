import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';

type AddTimeline = typeof routes.timeline.add;

export function TimelineForm() {
  return (
    <Form
      mutation={useApiMutation(routes.timeline.add, { reloads: ['timelines'] })}
      submit="Add Timeline"
      pending="Adding"
    >
      <Field<AddTimeline> name="title" label="Title">
        {(control) => <Input {...control} placeholder="Design Engineer, Loom & Bloom" />}
      </Field>
      <Field<AddTimeline> name="description" label="Description">
        {(control) => <Textarea {...control} placeholder="What you did there" />}
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field<AddTimeline> name="from" label="From" hint="The year it started.">
          {(control) => <Input {...control} type="number" inputMode="numeric" placeholder="2019" />}
        </Field>
        <Field<AddTimeline> name="to" label="To" hint="Leave empty if it is ongoing.">
          {(control) => <Input {...control} type="number" inputMode="numeric" placeholder="2023" />}
        </Field>
      </div>
    </Form>
  );
}
