import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { useId } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { IconField } from '../../components/icon-field.tsx';
import { Input } from '../../ui/input.tsx';
import { type Skill, skillsQuery } from './skill-queries.ts';

/** Both forms have these fields, so only names that both routes accept compile. */
type SkillRoute = typeof routes.skill.add | typeof routes.skill.update;

interface SkillFormProps {
  /** The skill to edit. Without it, the form adds one. */
  readonly skill?: Skill;
  readonly onDone?: () => void;
}

export function SkillForm({ skill, onDone }: SkillFormProps) {
  const can = useCan();
  const add = useApiMutation(routes.skill.add, { reloads: ['skill'] });
  const update = useApiMutation(routes.skill.update, { reloads: ['skill'] });
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
      {can.details && <CategoryField skill={skill} />}
      <IconField<SkillRoute>
        name="svg"
        label="Skill Svg"
        titleField="title"
        iconName={can.icons ? 'icon' : undefined}
        current={skill?.svg}
      />
    </>
  );
  if (!skill)
    return (
      <Form mutation={add} autosave="skill" submit="Add Skill" pending="Adding">
        {fields}
      </Form>
    );
  return (
    <Form
      mutation={update}
      autosave="skill"
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
