import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../api/call-api.ts';

/** Loads the library only when it is used, because the login page must stay light. */
const load = () => import('@simplewebauthn/browser');

/** Browsers offer passkeys only over https or on localhost, and not for an IP address. */
export const canUsePasskeys =
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname);

/** Asks for a passkey in the browser's dialog. Returns undefined if the owner dismisses it. */
export async function askForPasskey(
  route: typeof routes.passkey.loginOptions | typeof routes.passkey.confirmOptions,
) {
  const [{ startAuthentication }, { options }] = await Promise.all([load(), callApi(route, {})]);
  return orDismissed(startAuthentication({ optionsJSON: options }));
}

/**
 * Offers passkeys in the autofill of the field with `autocomplete="… webauthn"`, until the signal is
 * aborted. Returns undefined if the browser cannot.
 */
export async function offerPasskeys(signal: AbortSignal) {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } =
    await load();
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const { options } = await callApi(routes.passkey.loginOptions, { signal });
  // Only one request can be open: this one must not end another that began in the meantime.
  if (signal.aborted) return undefined;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  return orDismissed(startAuthentication({ optionsJSON: options, useBrowserAutofill: true }));
}

type CreationOptions = ApiResponse<typeof routes.passkey.registerOptions>['options'];

/** Creates a passkey in the browser's dialog. Returns undefined if the owner dismisses it. */
export async function createPasskey(options: CreationOptions) {
  const { startRegistration } = await load();
  return orDismissed(startRegistration({ optionsJSON: options }));
}

/** This device already has a passkey of this account. */
export function isAlreadyAdded(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

async function orDismissed<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    throw error;
  }
}
