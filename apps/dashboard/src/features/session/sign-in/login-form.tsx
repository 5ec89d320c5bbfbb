import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useApiMutation } from '../../../api/query-client.ts';
import { Field } from '../../../components/field/field.tsx';
import { canUsePasskeys } from '../../../components/passkey.ts';
import { paths } from '../../../paths.ts';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { signIn } from '../session.ts';
import { setupQuery } from '../setup/setup-query.ts';
import { AuthForm } from './auth-form.tsx';
import { InsecureWarning } from './insecure-warning.tsx';
import { LoginCodeForm } from './login-code-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

type Login = typeof routes.user.login;

interface LoginFormProps {
  /** Set when the session has ended and the form is in a dialog. */
  readonly email?: string;
  readonly onDone?: () => void;
  /** Called when another step of the login is shown. */
  readonly onStep?: (step: LoginStep) => void;
}

export type LoginStep = 'password' | 'code' | 'recovery-code';

export function LoginForm({ email, onDone, onStep }: LoginFormProps) {
  const [step, setStep] = useState<LoginStep>('password');
  const [typedEmail, setTypedEmail] = useState(email ?? '');
  // Set after a return from the code: the error, or nothing if the owner went back.
  const [returnedWith, setReturnedWith] = useState<string>();

  function goTo(next: LoginStep) {
    setStep(next);
    onStep?.(next);
  }

  function goBack(error = '') {
    setReturnedWith(error);
    goTo('password');
  }

  if (step === 'password')
    return (
      <LoginPasswordForm
        email={typedEmail}
        returnedWith={returnedWith}
        isInDialog={email !== undefined}
        onEmail={setTypedEmail}
        onDone={onDone}
        onCodeNeeded={() => goTo('code')}
      />
    );
  return (
    <LoginCodeForm
      // The error of one kind of code must not stay with the other.
      key={step}
      isRecoveryCode={step === 'recovery-code'}
      onSwitch={() => goTo(step === 'code' ? 'recovery-code' : 'code')}
      onDone={onDone}
      onBack={goBack}
    />
  );
}

interface LoginPasswordFormProps {
  readonly email: string;
  /** Set after a return from the code: the error, or an empty string. */
  readonly returnedWith: string | undefined;
  readonly isInDialog: boolean;
  readonly onEmail: (email: string) => void;
  readonly onDone: (() => void) | undefined;
  readonly onCodeNeeded: () => void;
}

function LoginPasswordForm(props: LoginPasswordFormProps) {
  const { email, returnedWith, isInDialog, onEmail, onDone, onCodeNeeded } = props;
  const [firstEmail] = useState(email);
  const [isRejected, setIsRejected] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const { data: setup } = useQuery(setupQuery);
  const offersPasskeys = canUsePasskeys && setup?.hasPasskeys === true;
  const isReturn = returnedWith !== undefined;
  useEffect(() => {
    if (isReturn) password.current?.focus();
  }, [isReturn]);
  return (
    <>
      <AuthForm
        initialError={returnedWith ?? ''}
        mutation={useApiMutation(routes.user.login, { quiet: true, showsErrorInForm: true })}
        submit="Login"
        pending="Logging in"
        onDone={(response) => {
          signIn(response);
          onDone?.();
        }}
        onFailure={(error) => {
          if (error.code === 'second-factor') return onCodeNeeded();
          const isWrong = error.isClientError && Object.keys(error.fields).length === 0;
          setIsRejected(isWrong);
          if (!isWrong) return;
          // Select the password, so that it can be corrected or replaced.
          password.current?.focus();
          password.current?.select();
        }}
      >
        {!isInDialog && <InsecureWarning />}
        <Field<Login> name="email" label="Email">
          {(control) => (
            <Input
              {...control}
              type="email"
              required
              autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
              placeholder="m@example.com"
              defaultValue={firstEmail}
              onChange={(event) => onEmail(event.target.value)}
            />
          )}
        </Field>
        <Field<Login>
          name="password"
          label="Password"
          aside={<ForgotLink email={email} isInDialog={isInDialog} />}
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
      {offersPasskeys && <PasskeySignIn onDone={onDone} />}
    </>
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
