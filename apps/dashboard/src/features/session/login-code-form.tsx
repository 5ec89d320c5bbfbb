import { routes } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { CodeInput } from '../../components/code-input.tsx';
import { Field } from '../../components/field.tsx';
import { Button } from '../../ui/button.tsx';
import { AuthForm } from './auth-form.tsx';
import { signIn } from './session.ts';

type LoginWithCode = typeof routes.user.loginWithCode;

interface LoginCodeFormProps {
  readonly onDone: (() => void) | undefined;
  /** Returns to the email and the password. */
  readonly onBack: () => void;
}

/** The second step of a login, if the second factor is on. */
export function LoginCodeForm({ onDone, onBack }: LoginCodeFormProps) {
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <AuthForm
        mutation={useApiMutation(routes.user.loginWithCode, {
          quiet: true,
          showsErrorInForm: true,
        })}
        submit="Login"
        pending="Logging in"
        onDone={(response) => {
          signIn(response);
          onDone?.();
        }}
        onFailure={() => input.current?.select()}
      >
        <Field<LoginWithCode>
          key={String(isRecoveryCode)}
          name="code"
          label={isRecoveryCode ? 'Recovery code' : 'Code'}
        >
          {(control) => (
            <CodeInput {...control} ref={input} focusOnMount isRecoveryCode={isRecoveryCode} />
          )}
        </Field>
      </AuthForm>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" className="-ml-2.5" onClick={onBack}>
          Back
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2.5"
          onClick={() => setIsRecoveryCode(!isRecoveryCode)}
        >
          {isRecoveryCode ? 'Use your app instead' : 'Use a recovery code'}
        </Button>
      </div>
    </>
  );
}
