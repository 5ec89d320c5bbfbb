import { routes } from '@vitrine/contract/routes';
import { useCall } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Input } from '../../ui/input.tsx';

export function ForgotPasswordForm() {
  const forgot = useCall(routes.user.forgotPassword);
  return (
    <>
      <Form call={forgot} submit="Request For Reset Password" pending="Requesting" wide>
        <Field name="email" label="Email">
          {(control) => (
            <Input
              {...control}
              type="email"
              required
              autoComplete="username"
              placeholder="m@example.com"
            />
          )}
        </Field>
      </Form>
      {/* The toast goes; the mail may take a while longer. */}
      {forgot.data?.message && (
        <p className="mt-4 rounded-md bg-accent-soft px-3 py-2 text-sm">{forgot.data.message}</p>
      )}
    </>
  );
}
