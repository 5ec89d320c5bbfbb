import { downloads, type Route, routes } from '@vitrine/contract/routes';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, callApi, onPasswordNeeded } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface Question {
  readonly route: Route;
  readonly answer: (isConfirmed: boolean) => void;
  readonly fail: (error: ApiError) => void;
}

/** Asks for the password before a call that needs it, over whatever is being typed. */
export function ConfirmPasswordDialog({ email }: { readonly email: string }) {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const before = useRef<Element>(null);
  useEffect(
    () =>
      onPasswordNeeded(
        (route) =>
          new Promise((answer, fail) =>
            setQuestions((others) => [...others, { route, answer, fail }]),
          ),
      ),
    [],
  );

  // Calls that were made together are answered together.
  function settle(how: (question: Question) => void) {
    setQuestions([]);
    for (const question of questions) how(question);
  }

  return (
    <Dialog open={questions.length > 0} onOpenChange={() => settle(({ answer }) => answer(false))}>
      <DialogContent
        title="Confirm it’s you"
        description={`${reasonOf(questions[0]?.route)} You won’t be asked again for 10\u00A0minutes.`}
        onOpenAutoFocus={() => {
          before.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (before.current instanceof HTMLElement) before.current.focus();
        }}
      >
        <PasswordForm
          email={email}
          onConfirmed={() => settle(({ answer }) => answer(true))}
          onSignedOut={(error) => settle(({ fail }) => fail(error))}
        />
      </DialogContent>
    </Dialog>
  );
}

function reasonOf(route: Route | undefined): string {
  if (route === routes.user.updateProfile) return 'Changing your email needs your password.';
  if (route === downloads.backup) return 'Downloading a backup needs your password.';
  if (route === routes.backup.restore) return 'Restoring a backup needs your password.';
  return 'This needs your password.';
}

interface PasswordFormProps {
  /** So that a password manager knows whose password it is. */
  readonly email: string;
  readonly onConfirmed: () => void;
  readonly onSignedOut: (error: ApiError) => void;
}

function PasswordForm({ email, onConfirmed, onSignedOut }: PasswordFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState('');

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    setFailure('');
    try {
      const password = input.current?.value ?? '';
      await callApi(routes.session.confirm, { body: { password } });
      onConfirmed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return onSignedOut(error);
      setFailure(error.message);
      setIsPending(false);
      input.current?.select();
    }
  }

  return (
    <form className="mt-5 flex flex-col gap-1.5" onSubmit={confirm}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <label htmlFor={id} className="text-sm font-medium">
        Password
      </label>
      <PasswordInput
        ref={input}
        id={id}
        name="password"
        required
        autoComplete="current-password"
        aria-invalid={failure !== ''}
        aria-describedby={`${id}-failure`}
      />
      <p id={`${id}-failure`} role="alert" className="text-sm text-danger empty:-mt-3">
        {failure}
      </p>
      <DialogActions>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" aria-disabled={isPending}>
          {isPending && <Spinner />}
          Confirm
        </Button>
      </DialogActions>
    </form>
  );
}
