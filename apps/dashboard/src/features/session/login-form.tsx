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
  /** Of the owner whose session has just ended. */
  readonly email?: string;
  readonly onDone?: () => void;
}

export function LoginForm({ email, onDone }: LoginFormProps) {
  const [typedEmail, setTypedEmail] = useState(email ?? '');
  const [isRefused, setIsRefused] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  return (
    <AuthForm
      mutation={useApiMutation(routes.user.login, { quiet: true, showsErrorInForm: true })}
      submit="Login"
      pending="Logging in"
      onDone={(answer) => {
        signIn(answer);
        onDone?.();
      }}
      onFailure={(error) => {
        const isWrong = error.isClientError && Object.keys(error.fields).length === 0;
        setIsRefused(isWrong);
        if (!isWrong) return;
        // What was typed stays, ready to be corrected or typed over.
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
        aside={<ForgotLink email={typedEmail} isOverPage={email !== undefined} />}
      >
        {(control) => (
          <PasswordInput
            {...control}
            ref={password}
            aria-invalid={control['aria-invalid'] || isRefused}
            autoComplete="current-password"
            onInput={() => setIsRefused(false)}
          />
        )}
      </Field>
    </AuthForm>
  );
}

interface ForgotLinkProps {
  readonly email: string;
  /** Over another page: that one stays as it is. */
  readonly isOverPage: boolean;
}

/** Takes the typed address along; a new tab, which has no history, gets it behind the #. */
function ForgotLink({ email, isOverPage }: ForgotLinkProps) {
  const to = isOverPage
    ? { pathname: paths.forgotPassword, hash: `email=${encodeURIComponent(email)}` }
    : paths.forgotPassword;
  return (
    <Link
      to={to}
      state={{ email }}
      {...(isOverPage && { target: '_blank' })}
      className="-my-1 py-1 text-sm text-ink-2 underline underline-offset-3 hover:text-ink"
    >
      Forgot your password?
    </Link>
  );
}
