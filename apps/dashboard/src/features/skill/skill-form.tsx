import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { useId } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Form } from '../../components/form.tsx';
import { Icon } from '../../components/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { type Skill, skillsQuery } from './skill-queries.ts';

/** Both forms have these fields, so only names that both routes accept compile. */
type SkillRoute = typeof routes.skill.add | typeof routes.skill.update;

interface SkillFormProps {
  /** The skill to edit. Without it, the form adds one. */
  readonly skill?: Skill;
  /** Whether the host stores categories. */
  readonly isOwnService: boolean;
  readonly onDone?: () => void;
}

export function SkillForm({ skill, isOwnService, onDone }: SkillFormProps) {
  const add = useApiMutation(routes.skill.add, { reloads: ['skills'] });
  const update = useApiMutation(routes.skill.update, { reloads: ['skills'] });
  const fields = (
    <>
      <Field<SkillRoute> name="title" label="Title">
        {(control) => <Input {...control} defaultValue={skill?.title} placeholder="React.JS" />}
      </Field>
      <Field<SkillRoute>
        name="proficiency"
        label="Proficiency"
        hint="How well you know it, from 0 to 100."
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            defaultValue={skill?.proficiency}
            placeholder="30"
          />
        )}
      </Field>
      {isOwnService && <CategoryField skill={skill} />}
      <FileField<SkillRoute>
        name="svg"
        label="Skill Svg"
        accept="image/svg+xml,image/*"
        hint="SVG looks best."
        {...(skill && { current: <Icon image={skill.svg} className="mx-auto size-16" /> })}
      />
    </>
  );
  if (!skill)
    return (
      <Form mutation={add} submit="Add Skill" pending="Adding">
        {fields}
      </Form>
    );
  return (
    <Form
      mutation={update}
      params={{ id: skill._id }}
      submit="Save"
      pending="Saving"
      resetOnSuccess={false}
      {...(onDone && { onDone })}
    >
      {fields}
    </Form>
  );
}

/** A text field that suggests the categories of the other skills. */
function CategoryField({ skill }: { readonly skill: Skill | undefined }) {
  const { data: skills = [] } = useQuery(skillsQuery);
  const listId = useId();
  const categories = new Set(skills.map(({ category }) => category).filter(Boolean));
  return (
    <Field<SkillRoute>
      name="category"
      label="Category"
      hint="Optional. Skills with the same category are shown together."
    >
      {(control) => (
        <>
          <Input
            {...control}
            list={listId}
            defaultValue={skill?.category}
            placeholder="Languages"
          />
          <datalist id={listId}>
            {[...categories].map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
