import { downloads, type Route, routes } from '@vitrine/contract/routes';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, type ApiResponse, callApi, onPasswordNeeded } from '../../api/call-api.ts';
import { CodeInput } from '../../components/field/code-input.tsx';
import { askForPasskey, canUsePasskeys } from '../../components/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { OrDivider } from './sign-in/or-divider.tsx';

/** How the owner can confirm, besides with the password. */
type ConfirmWays = Pick<
  ApiResponse<typeof routes.session.confirmOptions>,
  'hasPasskey' | 'hasSecondFactor'
>;

interface PendingRequest {
  readonly route: Route;
  readonly ways: ConfirmWays;
  readonly resolve: (isConfirmed: boolean) => void;
  readonly reject: (error: ApiError) => void;
}

/** Asks for a passkey or the password when a request needs it. The page below stays as it is. */
export function ConfirmPasswordDialog({ email }: { readonly email: string }) {
  const [requests, setRequests] = useState<readonly PendingRequest[]>([]);
  const [isByCode, setIsByCode] = useState(false);
  useEffect(
    () =>
      onPasswordNeeded(async (route) => {
        const ways = await findWays();
        return new Promise((resolve, reject) =>
          setRequests((others) => [...others, { route, ways, resolve, reject }]),
        );
      }),
    [],
  );

  const [first] = requests;
  const hasPasskey = first?.ways.hasPasskey ?? false;

  // One confirmation settles every request that is waiting.
  function settle(how: (request: PendingRequest) => void) {
    setRequests([]);
    setIsByCode(false);
    for (const request of requests) how(request);
  }

  return (
    <Dialog open={requests.length > 0} onOpenChange={() => settle(({ resolve }) => resolve(false))}>
      <DialogContent
        title="Confirm it's you"
        description={`${reasonOf(first, isByCode)} You won't be asked again for 10\u00A0minutes.`}
        {...useReturnFocus()}
      >
        {hasPasskey && (
          <PasskeyButton
            onConfirmed={() => settle(({ resolve }) => resolve(true))}
            onSignedOut={(error) => settle(({ reject }) => reject(error))}
          />
        )}
        <ConfirmForm
          key={String(isByCode)}
          email={email}
          isSecond={hasPasskey}
          isByCode={isByCode}
          onSwitch={first?.ways.hasSecondFactor ? () => setIsByCode(!isByCode) : undefined}
          onConfirmed={() => settle(({ resolve }) => resolve(true))}
          onSignedOut={(error) => settle(({ reject }) => reject(error))}
        />
      </DialogContent>
    </Dialog>
  );
}

/** Asked before the dialog opens, so that nothing in it moves. */
async function findWays(): Promise<ConfirmWays> {
  return callApi(routes.session.confirmOptions, {}).then(
    ({ hasPasskey, hasSecondFactor }) => ({
      hasPasskey: hasPasskey && canUsePasskeys,
      hasSecondFactor,
    }),
    () => ({ hasPasskey: false, hasSecondFactor: false }),
  );
}

function reasonOf(request: PendingRequest | undefined, isByCode: boolean): string {
  const what = isByCode ? 'a code' : 'your password';
  const how = request?.ways.hasPasskey ? `Use your passkey or enter ${what}` : `Enter ${what}`;
  return `${how} to ${ACTIONS.get(request?.route) ?? 'continue'}.`;
}

const ACTIONS: ReadonlyMap<Route | undefined, string> = new Map<Route, string>([
  [routes.user.updateProfile, 'change your email'],
  [downloads.backup, 'download a backup'],
  [routes.backup.restore, 'restore a backup'],
  [routes.token.add, 'create a token'],
  [routes.copy.add, 'connect a destination'],
  [routes.copy.test, 'test a destination'],
  [routes.copy.update, 'change a destination'],
  [routes.copy.remove, 'remove a destination'],
  [routes.trash.remove, 'delete forever'],
  [routes.trash.empty, 'empty the trash'],
  [routes.passkey.registerOptions, 'add a passkey'],
  [routes.passkey.remove, 'remove a passkey'],
  [routes.secondFactor.setUp, 'set up the second factor'],
  [routes.secondFactor.turnOn, 'set up the second factor'],
  [routes.secondFactor.turnOff, 'turn off the second factor'],
  [routes.secondFactor.renewCodes, 'create new recovery codes'],
]);

interface PasskeyButtonProps {
  readonly onConfirmed: () => void;
  readonly onSignedOut: (error: ApiError) => void;
}

function PasskeyButton({ onConfirmed, onSignedOut }: PasskeyButtonProps) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState('');

  async function confirm() {
    setIsPending(true);
    setError('');
    try {
      const credential = await askForPasskey(routes.passkey.confirmOptions);
      // The owner dismissed the browser's dialog.
      if (!credential) return;
      await callApi(routes.session.confirm, { body: { credential } });
      onConfirmed();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return onSignedOut(error);
      const isRefused = error instanceof ApiError;
      setError(isRefused ? error.message : 'Your browser could not use a passkey.');
    } finally {
      setIsPending(false);
    }
  }

  return (
    <div className="mt-5">
      <Button
        size="lg"
        className="w-full"
        icon={KeyRound}
        isPending={isPending}
        onClick={() => void confirm()}
      >
        Use your passkey
      </Button>
      <p role="alert" className="mt-2 text-sm text-danger empty:mt-0">
        {error}
      </p>
      <OrDivider />
    </div>
  );
}

interface ConfirmFormProps {
  /** Lets password managers recognize the account. */
  readonly email: string;
  /** Whether there is another way above it. */
  readonly isSecond: boolean;
  readonly isByCode: boolean;
  /** Changes between the password and the code, if there is a second factor. */
  readonly onSwitch: (() => void) | undefined;
  readonly onConfirmed: () => void;
  readonly onSignedOut: (error: ApiError) => void;
}

function ConfirmForm(props: ConfirmFormProps) {
  const { email, isSecond, isByCode, onSwitch, onConfirmed, onSignedOut } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState('');

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setIsPending(true);
    setError('');
    try {
      const value = input.current?.value ?? '';
      const body = isByCode ? { code: value } : { password: value };
      await callApi(routes.session.confirm, { body });
      onConfirmed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return onSignedOut(error);
      setError(error.message);
      setIsPending(false);
      input.current?.select();
    }
  }

  const control = {
    ref: input,
    id,
    required: true,
    'aria-invalid': error !== '',
    'aria-describedby': `${id}-error`,
  };
  return (
    <form className={`flex flex-col gap-1.5 ${isSecond ? '' : 'mt-5'}`} onSubmit={confirm}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <label htmlFor={id} className="text-sm font-medium">
        {isByCode ? 'Code from your authenticator app' : 'Password'}
      </label>
      {isByCode ? (
        <CodeInput {...control} name="code" focusOnMount />
      ) : (
        <PasswordInput {...control} name="password" autoComplete="current-password" />
      )}
      <p id={`${id}-error`} role="alert" className="text-sm text-danger empty:-mt-3">
        {error}
      </p>
      <DialogActions>
        {onSwitch && (
          <Button
            variant="link"
            className="mr-auto -ml-3.5 underline max-sm:w-full max-sm:justify-start"
            onClick={onSwitch}
          >
            {isByCode ? 'Use your password instead' : 'Use a code instead'}
          </Button>
        )}
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant={isSecond ? 'outline' : 'default'} isPending={isPending}>
          Confirm
        </Button>
      </DialogActions>
    </form>
  );
}
