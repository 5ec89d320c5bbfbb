import { routes } from '@vitrine/contract/routes';
import { Mail } from 'lucide-react';
import { useApiMutation } from '../../../api/query-client.ts';
import { Field } from '../../../components/field/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { AuthForm } from '../sign-in/auth-form.tsx';

type ForgotPassword = typeof routes.user.forgotPassword;

/** Prefilled with the email from the login form. */
export function ForgotPasswordForm({ email }: { readonly email: string }) {
  const forgot = useApiMutation(routes.user.forgotPassword, { showsErrorInForm: true });
  return (
    <>
      <AuthForm mutation={forgot} submit="Request For Reset Password" pending="Requesting">
        <Field<ForgotPassword> name="email" label="Email">
          {(control) => (
            <Input
              {...control}
              type="email"
              required
              autoComplete="username"
              placeholder="m@example.com"
              defaultValue={email}
            />
          )}
        </Field>
      </AuthForm>
      {/* The toast disappears, but the email can take a while. */}
      {forgot.data?.message && (
        <p className="mt-4 flex gap-2.5 rounded-md bg-accent-soft px-3 py-2.5 text-sm">
          <Mail aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">{forgot.data.message}</span>
        </p>
      )}
    </>
  );
}
