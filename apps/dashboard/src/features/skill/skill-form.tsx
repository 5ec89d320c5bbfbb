import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Form } from '../../components/form.tsx';
import { Input } from '../../ui/input.tsx';

type AddSkill = typeof routes.skill.add;

export function SkillForm() {
  return (
    <Form
      mutation={useApiMutation(routes.skill.add, { reloads: ['skills'] })}
      submit="Add Skill"
      pending="Adding"
    >
      <Field<AddSkill> name="title" label="Title">
        {(control) => <Input {...control} placeholder="React.JS" />}
      </Field>
      <Field<AddSkill>
        name="proficiency"
        label="Proficiency"
        hint="How well you know it, from 0 to 100."
      >
        {(control) => <Input {...control} type="number" inputMode="numeric" placeholder="30" />}
      </Field>
      <FileField<AddSkill>
        name="svg"
        label="Skill Svg"
        accept="image/svg+xml,image/*"
        hint="SVG looks best."
      />
    </Form>
  );
}
