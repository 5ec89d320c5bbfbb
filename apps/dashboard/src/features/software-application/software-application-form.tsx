import { routes } from '@vitrine/contract/routes';
import { addScheme } from '@vitrine/contract/text-format';
import { useCan } from '../../api/capabilities.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { FormattedInput } from '../../components/formatted-input.tsx';
import { IconField } from '../../components/icon-field.tsx';
import { Input } from '../../ui/input.tsx';
import type { SoftwareApplication } from './software-application-queries.ts';

/** Both forms have these fields, so only names that both routes accept compile. */
type SoftwareApplicationRoute =
  | typeof routes.softwareApplication.add
  | typeof routes.softwareApplication.update;

interface SoftwareApplicationFormProps {
  /** The application to edit. Without it, the form adds one. */
  readonly application?: SoftwareApplication;
  readonly onDone?: () => void;
}

export function SoftwareApplicationForm({ application, onDone }: SoftwareApplicationFormProps) {
  const can = useCan();
  const meta = { reloads: ['software-application'] } as const;
  const add = useApiMutation(routes.softwareApplication.add, meta);
  const update = useApiMutation(routes.softwareApplication.update, meta);
  const fields = (
    <>
      <Field<SoftwareApplicationRoute> name="name" label="Application Name">
        {(control) => (
          <Input {...control} defaultValue={application?.name} placeholder="Android Studio" />
        )}
      </Field>
      {can.details && (
        <Field<SoftwareApplicationRoute> name="link" label="Link" hint="Optional.">
          {(control) => (
            <FormattedInput
              {...control}
              format={addScheme}
              inputMode="url"
              defaultValue={application?.link}
              placeholder="https://developer.android.com/studio"
            />
          )}
        </Field>
      )}
      <IconField<SoftwareApplicationRoute>
        name="svg"
        label="Skill Svg"
        titleField="name"
        iconName={can.icons ? 'icon' : undefined}
        current={application?.svg}
      />
    </>
  );
  if (!application)
    return (
      <Form
        mutation={add}
        autosave="application"
        submit="Add Software Application"
        pending="Adding"
      >
        {fields}
      </Form>
    );
  return (
    <Form
      mutation={update}
      autosave="application"
      params={{ id: application._id }}
      submit="Save"
      pending="Saving"
      resetOnSuccess={false}
      {...(onDone && { onDone })}
    >
      {fields}
    </Form>
  );
}
