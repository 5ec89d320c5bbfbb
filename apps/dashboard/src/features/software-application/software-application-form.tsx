import type { routes } from '@vitrine/contract/routes';
import { useCan } from '../../api/capabilities.ts';
import { CollectionForm } from '../../components/collection/collection-form.tsx';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { Field } from '../../components/field/field.tsx';
import { UrlInput } from '../../components/field/url-input.tsx';
import { IconField } from '../../components/icon-picker/icon-field.tsx';
import { Input } from '../../ui/input.tsx';

/** Both forms have these fields, so only names that both routes accept compile. */
type SoftwareApplicationRoute =
  | typeof routes.softwareApplication.add
  | typeof routes.softwareApplication.update;

interface SoftwareApplicationFormProps {
  /** The application to edit. Without it, the form adds one. */
  readonly application?: CollectionItem<'software-application'>;
  readonly onDone?: () => void;
}

export function SoftwareApplicationForm({ application, onDone }: SoftwareApplicationFormProps) {
  const can = useCan();
  return (
    <CollectionForm
      noun="software-application"
      item={application}
      submit={application ? 'Save' : 'Add Software Application'}
      pending={application ? 'Saving' : 'Adding'}
      onDone={onDone}
    >
      <Field<SoftwareApplicationRoute> name="name" label="Application Name">
        {(control) => (
          <Input {...control} defaultValue={application?.name} placeholder="Android Studio" />
        )}
      </Field>
      {can.details && (
        <Field<SoftwareApplicationRoute> name="link" label="Link" hint="Optional.">
          {(control) => (
            <UrlInput
              {...control}
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
        title={application?.name}
      />
    </CollectionForm>
  );
}
