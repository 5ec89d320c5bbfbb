import { routes } from '@vitrine/contract/routes';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../../api/call-api.ts';
import { useApiMutation } from '../../../api/query-client.ts';
import { FormError } from '../../../components/form/form-error.tsx';
import { askForPasskey, offerPasskeys } from '../../../components/passkey.ts';
import { Button } from '../../../ui/button.tsx';
import { signIn } from '../session.ts';
import { OrDivider } from './or-divider.tsx';

/** A request for a passkey expires after five minutes. */
const RENEW_MS = 4 * 60 * 1000;

type UsedPasskey = Awaited<ReturnType<typeof askForPasskey>>;

/**
 * Signs in with a passkey: with the button, or in the autofill of the email field, which needs
 * `autocomplete="username webauthn"`.
 */
export function PasskeySignIn({ onDone }: { readonly onDone?: (() => void) | undefined }) {
  const { mutateAsync: login } = useApiMutation(routes.passkey.login, {
    quiet: true,
    errorText: () => undefined,
  });
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState('');
  const [offers, setOffers] = useState(0);
  const renewOffer = () => setOffers((count) => count + 1);

  /** Says nothing if the owner dismisses the browser's dialog. */
  async function signInWith(credential: UsedPasskey): Promise<void> {
    if (!credential) return;
    setFailure('');
    try {
      signIn(await login({ body: { credential } }));
      onDone?.();
    } catch (error) {
      setFailure(messageOf(error));
    }
  }

  async function askAndSignIn(): Promise<void> {
    setIsPending(true);
    try {
      await signInWith(await askForPasskey(routes.passkey.loginOptions));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <>
      {!isPending && <PasskeyOffer key={offers} onUse={signInWith} onExpire={renewOffer} />}
      <OrDivider />
      <Button
        variant="ghost"
        size="lg"
        className="w-full"
        icon={KeyRound}
        isPending={isPending}
        onClick={() => void askAndSignIn()}
      >
        Sign in with a passkey
      </Button>
      {failure && (
        <div className="mt-4">
          <FormError>{failure}</FormError>
        </div>
      )}
    </>
  );
}

interface PasskeyOfferProps {
  readonly onUse: (credential: UsedPasskey) => Promise<void>;
  readonly onExpire: () => void;
}

/** Offers the passkeys in the autofill of the email field while it is mounted. */
function PasskeyOffer({ onUse, onExpire }: PasskeyOfferProps) {
  const use = useEffectEvent(onUse);
  const expire = useEffectEvent(onExpire);
  useEffect(() => {
    const offer = new AbortController();
    // Without the autofill there is still the button, so a failure is not shown.
    offerPasskeys(offer.signal).then(
      (credential) => use(credential),
      () => {},
    );
    const timer = setTimeout(() => expire(), RENEW_MS);
    return () => {
      clearTimeout(timer);
      offer.abort();
    };
  }, []);
  return null;
}

function messageOf(error: unknown): string {
  return error instanceof ApiError
    ? error.message
    : 'Your browser could not use a passkey. Log in with your password.';
}
