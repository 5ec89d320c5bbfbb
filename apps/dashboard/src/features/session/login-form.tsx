import { routes } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { paths } from '../../paths.ts';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { AuthForm } from './auth-form.tsx';
import { signIn } from './session.ts';

type Login = typeof routes.user.login;

interface LoginFormProps {
  /** Set when the session has ended and the form is in a dialog. */
  readonly email?: string;
  readonly onDone?: () => void;
}

export function LoginForm({ email, onDone }: LoginFormProps) {
  const [typedEmail, setTypedEmail] = useState(email ?? '');
  const [isRejected, setIsRejected] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  return (
    <AuthForm
      mutation={useApiMutation(routes.user.login, { quiet: true, showsErrorInForm: true })}
      submit="Login"
      pending="Logging in"
      onDone={(response) => {
        signIn(response);
        onDone?.();
      }}
      onFailure={(error) => {
        const isWrong = error.isClientError && Object.keys(error.fields).length === 0;
        setIsRejected(isWrong);
        if (!isWrong) return;
        // Select the password, so that it can be corrected or replaced.
        password.current?.focus();
        password.current?.select();
      }}
    >
      <Field<Login> name="email" label="Email">
        {(control) => (
          <Input
            {...control}
            type="email"
            required
            autoComplete="username"
            placeholder="m@example.com"
            defaultValue={email}
            onChange={(event) => setTypedEmail(event.target.value)}
          />
        )}
      </Field>
      <Field<Login>
        name="password"
        label="Password"
        aside={<ForgotLink email={typedEmail} isInDialog={email !== undefined} />}
      >
        {(control) => (
          <PasswordInput
            {...control}
            ref={password}
            aria-invalid={control['aria-invalid'] || isRejected}
            autoComplete="current-password"
            onInput={() => setIsRejected(false)}
          />
        )}
      </Field>
    </AuthForm>
  );
}

interface ForgotLinkProps {
  readonly email: string;
  /** Opens a new tab, so that the page below the dialog stays open. */
  readonly isInDialog: boolean;
}

/** Passes the typed email on. A new tab has no history state, so it gets the email in the hash. */
function ForgotLink({ email, isInDialog }: ForgotLinkProps) {
  const to = isInDialog
    ? { pathname: paths.forgotPassword, hash: `email=${encodeURIComponent(email)}` }
    : paths.forgotPassword;
  return (
    <Link
      to={to}
      state={{ email }}
      {...(isInDialog && { target: '_blank' })}
      className="-my-1 py-1 text-sm text-ink-2 underline underline-offset-3 hover:text-ink"
    >
      Forgot your password?
    </Link>
  );
}
