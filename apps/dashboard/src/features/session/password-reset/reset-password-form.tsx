import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../../api/query-client.ts';
import { Field } from '../../../components/field/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { AuthForm } from '../sign-in/auth-form.tsx';

type ResetPassword = typeof routes.user.resetPassword;

interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  return (
    <AuthForm
      mutation={useApiMutation(routes.user.resetPassword, { showsErrorInForm: true })}
      params={{ token }}
      submit="Reset Password"
      pending="Resetting"
      onDone={onDone}
    >
      <Field<ResetPassword> name="password" label="Password">
        {(control) => <PasswordInput {...control} required autoComplete="new-password" />}
      </Field>
      <Field<ResetPassword> name="confirmPassword" label="Confirm Password">
        {(control) => <PasswordInput {...control} required autoComplete="new-password" />}
      </Field>
    </AuthForm>
  );
}
