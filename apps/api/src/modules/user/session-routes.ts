import type { UsedCredential } from '@vitrine/contract/passkey';
import { sessionCalls } from '@vitrine/contract/session';
import type { FastifyRequest } from 'fastify';
import { recordEvent, recordFailure, sourceOf } from '../../auth/audit-store.ts';
import { requireSession } from '../../auth/auth-guard.ts';
import { deleteOtherDevices } from '../../auth/device-store.ts';
import {
  confirmSession,
  deleteOtherSessions,
  deleteSession,
  listSessions,
} from '../../auth/session-store.ts';
import { ExpectedError, validationError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import { limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { AccountTools } from './account-tools.ts';
import { notAccepted, recordRefusal } from './passkey-routes.ts';
import { hasPasskeys } from './passkey-store.ts';
import { verifyPassword } from './password.ts';
import { wrongCode } from './second-factor-routes.ts';
import { isSecondFactorOn, useCode } from './second-factor-store.ts';
import { findLogin } from './user-store.ts';

export function sessionRoutes(
  registerRoute: RegisterRoute,
  { db, cookie, clientOf }: AccountTools,
): void {
  registerRoute(sessionCalls.list, async ({ request }) => {
    const { id, ownerId } = requireSession(request);
    const sessions = await listSessions(db, ownerId);
    return {
      sessions: sessions.map((session) => ({
        _id: session.id,
        userAgent: session.user_agent,
        address: session.address,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        isThis: session.id === id,
        method: session.method,
      })),
    };
  });

  registerRoute(sessionCalls.remove, async ({ params, request, reply }) => {
    await db.transaction().execute(async (trx) => {
      const ended = await deleteSession(trx, params.id);
      if (!ended) throw notFound('session');
      await recordEvent(trx, 'session-removed', sourceOf(request), ended.userAgent);
    });
    if (params.id === requireSession(request).id) cookie.clear(reply);
    return { message: 'Session signed out.' };
  });

  registerRoute(sessionCalls.removeOthers, async ({ request }) => {
    const session = requireSession(request);
    const { device } = await clientOf(request);
    const count = await db.transaction().execute(async (trx) => {
      // A stolen session in another browser must not end the limits of the owner's browsers.
      if (device !== undefined) await deleteOtherDevices(trx, session.ownerId, device);
      await recordEvent(trx, 'signed-out-others', sourceOf(request));
      return deleteOtherSessions(trx, session);
    });
    return {
      message: count === 0 ? 'You are not signed in anywhere else.' : 'Signed out everywhere else.',
    };
  });
}

/** The owner signs in again before a change of the account. */
export function confirmationRoutes(
  registerRoute: RegisterRoute,
  { db, cookie, clientOf, limits, verifier }: AccountTools,
): void {
  registerRoute(sessionCalls.confirm, async ({ input, request, reply }) => {
    const { id } = requireSession(request);
    if (input.credential !== undefined) await confirmPasskey(input.credential, request);
    else if (input.code !== undefined) await confirmCode(input.code, request);
    else await confirmPassword(input.password ?? '', request);
    const token = await confirmSession(db, id);
    if (token === undefined) throw new ExpectedError(401, 'Please log in.');
    cookie.write(reply, token);
    return { message: 'Confirmed.' };
  });

  registerRoute(sessionCalls.confirmOptions, async () => ({
    hasPasskey: await hasPasskeys(db, verifier.host),
    hasSecondFactor: await isSecondFactorOn(db),
  }));

  registerRoute(sessionCalls.isConfirmed, async () => ({ message: 'Confirmed.' }));

  async function confirmPassword(password: string, request: FastifyRequest): Promise<void> {
    const account = requireSession(request).ownerId;
    const client = { ...(await clientOf(request)), account };
    const forgive = await limitAttempts(db, limits, 'password', client);
    const login = await findLogin(db);
    if (!login || !(await verifyPassword(password, login.passwordHash, 'known'))) {
      await recordFailure(db, 'confirmation-failed', sourceOf(request), 'wrong password');
      throw validationError({ password: 'The password is incorrect.' });
    }
    await forgive();
  }

  async function confirmCode(code: string, request: FastifyRequest): Promise<void> {
    const account = requireSession(request).ownerId;
    const client = { ...(await clientOf(request)), account };
    const forgive = await limitAttempts(db, limits, 'code', client);
    const used = await db.transaction().execute(async (trx) => {
      const kind = await useCode(trx, code);
      if (kind === 'recovery-code') await recordEvent(trx, 'recovery-code-used', sourceOf(request));
      return kind;
    });
    if (!used) {
      await recordFailure(db, 'confirmation-failed', sourceOf(request), 'wrong code');
      throw wrongCode();
    }
    await forgive();
  }

  async function confirmPasskey(credential: UsedCredential, request: FastifyRequest) {
    const forgive = await limitAttempts(db, limits, 'passkey', await clientOf(request));
    const sessionId = requireSession(request).id;
    const outcome = await verifier.verifyUse(credential, { purpose: 'confirm', sessionId });
    if (outcome.status !== 'accepted') {
      await recordRefusal(db, request, 'confirmation-failed', outcome);
      throw notAccepted('Enter your password.');
    }
    await forgive();
  }
}
