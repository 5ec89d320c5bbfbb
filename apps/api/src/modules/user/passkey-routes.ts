import { passkeyCalls, type UsedCredential } from '@vitrine/contract/passkey';
import type { FastifyRequest } from 'fastify';
import { recordEvent, recordFailure, sourceOf } from '../../auth/audit-store.ts';
import { lockAccount, requireSession } from '../../auth/auth-guard.ts';
import { lockOwner } from '../../auth/session-store.ts';
import type { Db } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import { limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { AccountTools } from './account-tools.ts';
import { CHALLENGE_MINUTES } from './challenge-store.ts';
import {
  addPasskey,
  findKey,
  findPasskey,
  listDescriptors,
  listPasskeys,
  removePasskey,
  renamePasskey,
  setSessionPasskey,
} from './passkey-store.ts';
import { ALGORITHMS, type PasskeyVerifier, type UseOutcome } from './passkey-verifier.ts';
import { findLogin, findUser } from './user-store.ts';

const timeout = CHALLENGE_MINUTES * 60 * 1000;

export function passkeyRoutes(
  registerRoute: RegisterRoute,
  { db, clientOf, limits, signIn, verifier }: AccountTools,
): void {
  const { host } = verifier;

  registerRoute(passkeyCalls.loginOptions, async ({ request }) => {
    const client = await clientOf(request);
    await limitAttempts(db, limits, 'passkey', client);
    // Any passkey of this host: the response names none, so that a visitor learns nothing.
    return { options: await requestOptions({ purpose: 'login', device: client.device }, []) };
  });

  registerRoute(passkeyCalls.login, async ({ input, request, reply }) => {
    const forgive = await limitAttempts(db, limits, 'passkey', await clientOf(request));
    const outcome = await verifier.verifyUse(input.credential, { purpose: 'login' });
    const login = await findLogin(db);
    if (outcome.status !== 'accepted' || !login) {
      await recordRefusal(db, request, 'sign-in-failed', outcome);
      throw loginRefused();
    }
    const { id, name } = outcome;
    const passkeyId = localId(input.credential, id);
    const way = { method: 'passkey', subject: `passkey “${name}”`, passkeyId } as const;
    // A passkey is two factors: the device has the key, and it checked who uses it.
    const account = { ...login, hasPassedSecondFactor: true };
    await db.transaction().execute(async (trx) => {
      await lockOwner(trx);
      // It may have been removed since, and then the other sessions signed out.
      if (!(await findKey(trx, input.credential.id, host))) throw loginRefused();
      await signIn.logIn(trx, account, way, { request, reply });
    });
    await forgive();
    return { message: 'Logged in.', user: await findUser(db) };
  });

  registerRoute(passkeyCalls.confirmOptions, async ({ request }) => {
    const { id: sessionId } = requireSession(request);
    const descriptors = await listDescriptors(db, host);
    return { options: await requestOptions({ purpose: 'confirm', sessionId }, descriptors) };
  });

  async function requestOptions(
    use: Parameters<PasskeyVerifier['createChallenge']>[0],
    allowCredentials: Awaited<ReturnType<typeof listDescriptors>>,
  ) {
    const challenge = await verifier.createChallenge(use);
    const userVerification = 'required' as const;
    return { challenge, rpId: host, timeout, userVerification, allowCredentials };
  }
}

/** The list of passkeys and its changes. */
export function passkeyListRoutes(
  registerRoute: RegisterRoute,
  { db, jobs, verifier }: AccountTools,
): void {
  const { host } = verifier;

  registerRoute(passkeyCalls.list, async ({ request }) => ({
    passkeys: await listPasskeys(db, requireSession(request).id),
    host,
  }));

  registerRoute(passkeyCalls.registerOptions, async ({ request }) => {
    const { id: sessionId, ownerId } = requireSession(request);
    const { email, fullName } = await findUser(db);
    return {
      options: {
        challenge: await verifier.createChallenge({ purpose: 'register', sessionId }),
        rp: { id: host, name: 'Vitrine' },
        // The same for every passkey, so that a new one replaces an old one on the same device.
        user: {
          id: Buffer.from(ownerId).toString('base64url'),
          name: email,
          displayName: fullName,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout,
        excludeCredentials: await listDescriptors(db, host),
        // A resident key can sign in without an email address.
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      },
    };
  });

  registerRoute(passkeyCalls.register, async ({ input, request }) => {
    const { id: sessionId } = requireSession(request);
    const { name, credential } = input;
    const added = await verifier.verifyNew(credential, { purpose: 'register', sessionId });
    if (!added) throw notAccepted('Try to add it again.');
    return db.transaction().execute(async (trx) => {
      await lockAccount(trx, request);
      const id = await addPasskey(trx, { ...added, name });
      if (id === undefined) throw new ExpectedError(409, 'You have already added this passkey.');
      if (localId(credential, id)) await setSessionPasskey(trx, sessionId, id);
      await jobs.sendMail(trx, { kind: 'passkey-added', name });
      await recordEvent(trx, 'passkey-added', sourceOf(request), name);
      return { message: 'Passkey added.', passkey: await requirePasskey(trx, id, sessionId) };
    });
  });

  registerRoute(passkeyCalls.rename, async ({ params: { id }, input: { name }, request }) =>
    db.transaction().execute(async (trx) => {
      if (!(await renamePasskey(trx, id, name))) throw notFound('passkey');
      await recordEvent(trx, 'passkey-renamed', sourceOf(request), name);
      const passkey = await requirePasskey(trx, id, requireSession(request).id);
      return { message: 'Passkey renamed.', passkey };
    }),
  );

  registerRoute(passkeyCalls.remove, async ({ params, request }) =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, request);
      const name = await removePasskey(trx, params.id);
      if (name === undefined) throw notFound('passkey');
      await jobs.sendMail(trx, { kind: 'passkey-removed', name });
      await recordEvent(trx, 'passkey-removed', sourceOf(request), name);
      return { message: 'Passkey removed.' };
    }),
  );
}

async function requirePasskey(...args: Parameters<typeof findPasskey>) {
  const passkey = await findPasskey(...args);
  if (!passkey) throw notFound('passkey');
  return passkey;
}

/** The ID, unless the passkey is on another device, such as a phone that scanned a code. */
function localId(
  { authenticatorAttachment }: Pick<UsedCredential, 'authenticatorAttachment'>,
  id: string,
): string | undefined {
  return authenticatorAttachment === 'platform' ? id : undefined;
}

/** Records why a passkey was not accepted. A counter that went backward is an event of its own. */
export async function recordRefusal(
  db: Db,
  request: FastifyRequest,
  kind: 'sign-in-failed' | 'confirmation-failed',
  outcome: UseOutcome,
): Promise<void> {
  if (outcome.status === 'suspicious')
    await recordEvent(db, 'passkey-suspicious', sourceOf(request), outcome.name);
  else await recordFailure(db, kind, sourceOf(request), 'passkey not accepted');
}

function loginRefused(): ExpectedError {
  return new ExpectedError(401, 'This passkey was not accepted. Log in with your password.');
}

export function notAccepted(advice: string): ExpectedError {
  return new ExpectedError(400, `This passkey was not accepted. ${advice}`);
}
