import { routes } from '@vitrine/contract/routes';
import { useCall } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Input } from '../../ui/input.tsx';

interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  return (
    <Form
      call={useCall(routes.user.resetPassword)}
      params={{ token }}
      submit="Reset Password"
      pending="Resetting"
      wide
      onDone={onDone}
    >
      <Field name="password" label="Password">
        {(control) => <Input {...control} type="password" required autoComplete="new-password" />}
      </Field>
      <Field name="confirmPassword" label="Confirm Password">
        {(control) => <Input {...control} type="password" required autoComplete="new-password" />}
      </Field>
    </Form>
  );
}
