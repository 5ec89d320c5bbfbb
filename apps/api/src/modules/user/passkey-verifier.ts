import type { NewCredential, UsedCredential } from '@vitrine/contract/passkey';
import type { Db } from '../../db/client.ts';
import { type ChallengeUse, createChallenge, useChallenge } from './challenge-store.ts';
import { findKey, type NewPasskey, recordUse } from './passkey-store.ts';

/** EdDSA, ES256 and RS256: every passkey supports one of them, and every Node can verify them. */
export const ALGORITHMS = [-8, -7, -257];

export type UseOutcome =
  | { readonly status: 'accepted'; readonly id: string; readonly name: string }
  | { readonly status: 'refused' }
  /** The signature is valid but the counter went backward: the passkey may have been copied. */
  | { readonly status: 'suspicious'; readonly name: string };

interface PasskeyVerifierOptions {
  readonly db: Db;
  /** The origin of the dashboard. */
  readonly publicUrl: string;
}

interface Verifier extends PasskeyVerifierOptions {
  readonly host: string;
}

export type PasskeyVerifier = ReturnType<typeof createPasskeyVerifier>;

/** Checks what browsers return for a passkey. */
export function createPasskeyVerifier({ db, publicUrl }: PasskeyVerifierOptions) {
  const host = new URL(publicUrl).hostname;
  const verifier = { db, publicUrl, host };
  return {
    host,
    createChallenge: (use: ChallengeUse) => createChallenge(db, use),
    verifyNew: (credential: NewCredential, use: ChallengeUse) =>
      verifyNew(verifier, credential, use),
    verifyUse: (credential: UsedCredential, use: ChallengeUse) =>
      verifyUse(verifier, credential, use),
  };
}

/** Returns the passkey to store, or undefined if it is not accepted. */
async function verifyNew(
  { db, host, publicUrl }: Verifier,
  { id, rawId, type, response }: NewCredential,
  use: ChallengeUse,
): Promise<Omit<NewPasskey, 'name'> | undefined> {
  const challenge = await challengeIn(db, response.clientDataJSON, use);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, attestationObject } = response;
  const result = await orUndefined(
    verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  // The library does not compare the two IDs.
  if (!result?.verified || result.registrationInfo.credential.id !== id) return undefined;
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.transports ?? [],
    host,
    isSynced: credentialBackedUp,
  };
}

async function verifyUse(
  { db, host, publicUrl }: Verifier,
  { id, rawId, type, response }: UsedCredential,
  use: ChallengeUse,
): Promise<UseOutcome> {
  const challenge = await challengeIn(db, response.clientDataJSON, use);
  const key = await findKey(db, id, host);
  if (challenge === undefined || !key) return { status: 'refused' };
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await orUndefined(
    verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: host,
      requireUserVerification: true,
      // `recordUse` compares the counter after the signature, and atomically.
      credential: { id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    }),
  );
  if (!result?.verified) return { status: 'refused' };
  const { newCounter: counter, credentialBackedUp: isSynced } = result.authenticationInfo;
  if (await recordUse(db, key.id, { counter, isSynced }))
    return { status: 'accepted', id: key.id, name: key.name };
  // The passkey may also have been removed a moment ago.
  return (await findKey(db, id, host))
    ? { status: 'suspicious', name: key.name }
    : { status: 'refused' };
}

/**
 * Returns the challenge that was signed, or undefined if it is not valid. It is used up even if the
 * signature turns out to be wrong.
 */
async function challengeIn(
  db: Db,
  clientDataJSON: string,
  use: ChallengeUse,
): Promise<string | undefined> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const data = await orUndefined(async () => decodeClientDataJSON(clientDataJSON));
  // The dashboard is never in a frame of another origin.
  if (typeof data?.challenge !== 'string' || data.crossOrigin) return undefined;
  return (await useChallenge(db, data.challenge, use)) ? data.challenge : undefined;
}

/** The library throws for everything that it does not accept. Neither call uses the database. */
async function orUndefined<T>(work: Promise<T> | (() => Promise<T>)): Promise<T | undefined> {
  try {
    return await (typeof work === 'function' ? work() : work);
  } catch {
    return undefined;
  }
}
