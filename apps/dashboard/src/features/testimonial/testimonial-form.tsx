import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { CollectionForm } from '../../components/collection/collection-form.tsx';
import {
  type CollectionItem,
  collectionQuery,
} from '../../components/collection/collection-query.ts';
import { CheckboxField } from '../../components/field/checkbox-field.tsx';
import { Field } from '../../components/field/field.tsx';
import { Form } from '../../components/form/form.tsx';
import { useRestorer } from '../../components/form/use-autosave.ts';
import { useFormReset } from '../../components/form/use-form-reset.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { useAuthorLink } from './link-dialog.tsx';

type AddTestimonial = typeof routes.testimonial.add;
type Testimonial = CollectionItem<'testimonial'>;

/** Asks somebody for a testimonial, and shows the link to send. */
export function TestimonialForm() {
  const add = useApiMutation(routes.testimonial.add, { reloads: ['testimonial'], quiet: true });
  const link = useAuthorLink();
  return (
    <>
      <Form
        mutation={add}
        autosave="testimonial"
        submit="Create link"
        pending="Creating link"
        onDone={({ testimonial }) => link.create(testimonial._id)}
      >
        <Fields />
      </Form>
      {link.dialog}
    </>
  );
}

interface UpdateTestimonialFormProps {
  readonly testimonial: Testimonial;
  readonly onDone: () => void;
}

/** Changes where a testimonial is shown. Only its author changes the words. */
export function UpdateTestimonialForm({ testimonial, onDone }: UpdateTestimonialFormProps) {
  return (
    <CollectionForm
      noun="testimonial"
      item={testimonial}
      submit="Save"
      pending="Saving"
      onDone={onDone}
    >
      <Fields testimonial={testimonial} />
    </CollectionForm>
  );
}

interface FieldsProps {
  readonly testimonial?: Testimonial;
}

function Fields({ testimonial }: FieldsProps) {
  return (
    <>
      <Field<AddTestimonial> name="person" label="Name" isOptional hint="Only you see it here.">
        {(control) => <Input {...control} maxLength={100} defaultValue={testimonial?.person} />}
      </Field>
      <Field<AddTestimonial>
        name="note"
        label="What you did together"
        isOptional
        hint="The page behind the link shows it as a reminder."
      >
        {(control) => <Input {...control} maxLength={300} defaultValue={testimonial?.note} />}
      </Field>
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-sm font-medium">Show it on</legend>
        <CheckboxField<AddTestimonial>
          name="onHome"
          label="The home page"
          defaultChecked={testimonial?.onHome ?? true}
        />
        <ProjectBoxes chosen={testimonial?.projects ?? []} />
      </fieldset>
    </>
  );
}

/** A checkbox for each project. A hidden input sends their IDs. */
function ProjectBoxes({ chosen }: { readonly chosen: readonly string[] }) {
  const { data: projects = [] } = useQuery(collectionQuery('project'));
  const [ids, setIds] = useState(chosen);
  const input = useRef<HTMLInputElement>(null);
  useRestorer('projects', (value) => setIds(value.split('\n').filter(Boolean)));
  useFormReset(input, () => setIds(chosen));
  return (
    <>
      <input ref={input} type="hidden" name="projects" value={ids.join('\n')} />
      {projects.map(({ _id: id, title }) => (
        <label
          key={id}
          htmlFor={`on-${id}`}
          className="flex items-center gap-2 text-sm wrap-anywhere text-ink-2"
        >
          <Checkbox
            id={`on-${id}`}
            checked={ids.includes(id)}
            onChange={({ target }) =>
              setIds(target.checked ? [...ids, id] : ids.filter((one) => one !== id))
            }
          />
          {title}
        </label>
      ))}
    </>
  );
}
