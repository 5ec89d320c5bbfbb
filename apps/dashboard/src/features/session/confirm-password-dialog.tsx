import { downloads, type Route, routes } from '@vitrine/contract/routes';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, callApi, onPasswordNeeded } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface PendingRequest {
  readonly route: Route;
  readonly resolve: (isConfirmed: boolean) => void;
  readonly reject: (error: ApiError) => void;
}

/** Asks for the password when a request needs it confirmed. The page below stays as it is. */
export function ConfirmPasswordDialog({ email }: { readonly email: string }) {
  const [requests, setRequests] = useState<readonly PendingRequest[]>([]);
  const focusedBefore = useRef<Element>(null);
  useEffect(
    () =>
      onPasswordNeeded(
        (route) =>
          new Promise((resolve, reject) =>
            setRequests((others) => [...others, { route, resolve, reject }]),
          ),
      ),
    [],
  );

  // One confirmation settles every request that is waiting.
  function settle(how: (request: PendingRequest) => void) {
    setRequests([]);
    for (const request of requests) how(request);
  }

  return (
    <Dialog open={requests.length > 0} onOpenChange={() => settle(({ resolve }) => resolve(false))}>
      <DialogContent
        title="Confirm it's you"
        description={`${reasonOf(requests[0]?.route)} You won't be asked again for 10\u00A0minutes.`}
        onOpenAutoFocus={() => {
          focusedBefore.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
        }}
      >
        <PasswordForm
          email={email}
          onConfirmed={() => settle(({ resolve }) => resolve(true))}
          onSignedOut={(error) => settle(({ reject }) => reject(error))}
        />
      </DialogContent>
    </Dialog>
  );
}

function reasonOf(route: Route | undefined): string {
  if (route === routes.user.updateProfile) return 'Enter your password to change your email.';
  if (route === downloads.backup) return 'Enter your password to download a backup.';
  if (route === routes.backup.restore) return 'Enter your password to restore a backup.';
  return 'Enter your password to continue.';
}

interface PasswordFormProps {
  /** Lets password managers recognize the account. */
  readonly email: string;
  readonly onConfirmed: () => void;
  readonly onSignedOut: (error: ApiError) => void;
}

function PasswordForm({ email, onConfirmed, onSignedOut }: PasswordFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState('');

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    setError('');
    try {
      const password = input.current?.value ?? '';
      await callApi(routes.session.confirm, { body: { password } });
      onConfirmed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return onSignedOut(error);
      setError(error.message);
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
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
      />
      <p id={`${id}-error`} role="alert" className="text-sm text-danger empty:-mt-3">
        {error}
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
