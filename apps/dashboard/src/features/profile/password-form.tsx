import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

type UpdatePassword = typeof routes.user.updatePassword;

interface PasswordFormProps {
  /** Lets password managers recognize the account. */
  readonly email: string;
}

export function PasswordForm({ email }: PasswordFormProps) {
  return (
    <Form
      mutation={useApiMutation(routes.user.updatePassword)}
      submit="Update Password"
      pending="Updating"
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field<UpdatePassword> name="currentPassword" label="Current Password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </Field>
      <Field<UpdatePassword> name="newPassword" label="New Password" hint="At least 8 characters.">
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
      <Field<UpdatePassword> name="confirmNewPassword" label="Confirm New Password">
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
    </Form>
  );
}
