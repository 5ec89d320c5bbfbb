import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Form } from '../../components/form.tsx';
import { Input } from '../../ui/input.tsx';

type AddSoftwareApplication = typeof routes.softwareApplication.add;

export function SoftwareApplicationForm() {
  return (
    <Form
      mutation={useApiMutation(routes.softwareApplication.add, {
        reloads: ['software-applications'],
      })}
      submit="Add Software Application"
      pending="Adding"
    >
      <Field<AddSoftwareApplication> name="name" label="Application Name">
        {(control) => <Input {...control} placeholder="Android Studio" />}
      </Field>
      <FileField<AddSoftwareApplication>
        name="svg"
        label="Skill Svg"
        accept="image/svg+xml,image/*"
        hint="SVG looks best."
      />
    </Form>
  );
}
