import { useQuery } from '@tanstack/react-query';
import type { routes } from '@vitrine/contract/routes';
import { useId } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { CollectionForm } from '../../components/collection/collection-form.tsx';
import {
  type CollectionItem,
  collectionQuery,
} from '../../components/collection/collection-query.ts';
import { Field } from '../../components/field/field.tsx';
import { IconField } from '../../components/icon-picker/icon-field.tsx';
import { Input } from '../../ui/input.tsx';

/** Both forms have these fields, so only names that both routes accept compile. */
type SkillRoute = typeof routes.skill.add | typeof routes.skill.update;

interface SkillFormProps {
  /** The skill to edit. Without it, the form adds one. */
  readonly skill?: CollectionItem<'skill'>;
  readonly onDone?: () => void;
}

export function SkillForm({ skill, onDone }: SkillFormProps) {
  const can = useCan();
  return (
    <CollectionForm
      noun="skill"
      item={skill}
      submit={skill ? 'Save' : 'Add Skill'}
      pending={skill ? 'Saving' : 'Adding'}
      onDone={onDone}
    >
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
      {can.details && <CategoryField {...(skill && { skill })} />}
      <IconField<SkillRoute>
        name="svg"
        label="Skill Svg"
        titleField="title"
        iconName={can.icons ? 'icon' : undefined}
        current={skill?.svg}
        title={skill?.title}
      />
    </CollectionForm>
  );
}

/** What owners with different professions often use. */
const CATEGORIES = [
  'Programming',
  'Frameworks',
  'Data',
  'Design',
  'Writing',
  'Research',
  'Teaching',
  'Languages',
  'Tools',
];

/** A text field that suggests the categories of the other skills, and a few common ones. */
function CategoryField({ skill }: Pick<SkillFormProps, 'skill'>) {
  const { data: skills = [] } = useQuery(collectionQuery('skill'));
  const listId = useId();
  const own = new Set(skills.flatMap(({ category }) => category || []));
  const used = new Set([...own].map((name) => name.toLowerCase()));
  const others = CATEGORIES.filter((name) => !used.has(name.toLowerCase()));
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
            {[...own, ...others].map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
