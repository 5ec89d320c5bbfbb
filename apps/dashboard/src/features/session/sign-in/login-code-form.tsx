import { routes } from '@vitrine/contract/routes';
import { useRef } from 'react';
import { useApiMutation } from '../../../api/query-client.ts';
import { CodeInput } from '../../../components/field/code-input.tsx';
import { Field } from '../../../components/field/field.tsx';
import { Button } from '../../../ui/button.tsx';
import { signIn } from '../session.ts';
import { AuthForm } from './auth-form.tsx';

type LoginWithCode = typeof routes.user.loginWithCode;

interface LoginCodeFormProps {
  readonly isRecoveryCode: boolean;
  /** Changes between the code of the app and a recovery code. */
  readonly onSwitch: () => void;
  readonly onDone: (() => void) | undefined;
  /** Returns to the email and the password, with an error if this step ended. */
  readonly onBack: (error?: string) => void;
}

/** The second step of a login, if the second factor is on. */
export function LoginCodeForm({ isRecoveryCode, onSwitch, onDone, onBack }: LoginCodeFormProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <AuthForm
        mutation={useApiMutation(routes.user.loginWithCode, {
          quiet: true,
          errorText: () => undefined,
        })}
        submit="Login"
        pending="Logging in"
        onDone={(response) => {
          signIn(response);
          onDone?.();
        }}
        onFailure={(error) => {
          // The step expired, or had too many attempts: no code works any more.
          if (error.status === 401) onBack(error.message);
          else input.current?.select();
        }}
      >
        <Field<LoginWithCode> name="code" label={isRecoveryCode ? 'Recovery code' : 'Code'}>
          {(control) => (
            <CodeInput {...control} ref={input} focusOnMount isRecoveryCode={isRecoveryCode} />
          )}
        </Field>
      </AuthForm>
      <div className="-mx-2.5 mt-4 flex flex-wrap justify-between gap-2 max-sm:[&>button]:h-10">
        <Button variant="ghost" size="sm" onClick={() => onBack()}>
          Back
        </Button>
        <Button variant="ghost" size="sm" onClick={onSwitch}>
          {isRecoveryCode ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
    </>
  );
}
