import { userCalls } from '@vitrine/contract/user';
import type { FastifyRequest } from 'fastify';
import { deleteAllTokens } from '../../auth/api-token-store.ts';
import { recordEvent, recordFailure, sourceOf } from '../../auth/audit-store.ts';
import { requireSession } from '../../auth/auth-guard.ts';
import { lockOwner } from '../../auth/session-store.ts';
import type { Trx } from '../../db/client.ts';
import { ExpectedError, validationError } from '../../expected-error.ts';
import { isWithinLimit, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { AccountTools } from './account-tools.ts';
import { endAccess } from './end-access.ts';
import { removeAllPasskeys } from './passkey-store.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { requireStrongPassword } from './password-policy.ts';
import { isResetValid, useReset } from './password-reset-store.ts';
import {
  findLogin,
  findLoginByEmail,
  findUser,
  normalizeEmail,
  setPassword,
} from './user-store.ts';

export function passwordRoutes(
  registerRoute: RegisterRoute,
  { db, jobs, clientOf, limits, signIn: { signIn, rememberBrowser } }: AccountTools,
): void {
  registerRoute(userCalls.updatePassword, async ({ input, request, reply }) => {
    const { ownerId } = requireSession(request);
    const client = { ...(await clientOf(request)), account: ownerId };
    const forgive = await limitAttempts(db, limits, 'password', client);
    const login = await findLogin(db);
    const isCorrect = await verifyPassword(input.currentPassword, login?.passwordHash, 'known');
    if (!login || !isCorrect) {
      await recordFailure(db, 'confirmation-failed', sourceOf(request), 'wrong password');
      throw wrongPassword();
    }
    await forgive();
    await requireStrongPassword('newPassword', input.newPassword, await findUser(db));
    const passwordHash = await hashPassword(input.newPassword);
    await db.transaction().execute(async (trx) => {
      if (!(await setPassword(trx, ownerId, passwordHash, login.passwordHash)))
        throw wrongPassword();
      const revoked = input.revokeAccess
        ? { tokens: await deleteAllTokens(trx), passkeys: await removeAllPasskeys(trx) }
        : { tokens: [], passkeys: [] };
      await reportChange(trx, { jobs, ownerId, request }, revoked);
      const owner = { id: ownerId, passwordHash, hasPassedSecondFactor: true };
      await signIn(trx, owner, { request, reply });
      await recordEvent(trx, 'password-changed', sourceOf(request));
    });
    return { message: 'Password updated.' };
  });

  registerRoute(userCalls.forgotPassword, async ({ input, request }) => {
    const account = normalizeEmail(input.email);
    await limitAttempts(db, limits, 'forgot', { address: request.ip, account });
    const isOwner = (await findLoginByEmail(db, input.email)) !== undefined;
    const isAllowed = await isWithinLimit(db, limits, 'forgot', request.ip);
    // Runs the same statements for every address, so that timing reveals nothing.
    const key = isAllowed || isOwner ? account : 'beyond the limit';
    await db.transaction().execute((trx) => jobs.sendResetLink(trx, input.email, { key, isOwner }));
    return { message: 'If an account exists for this address, we have sent a reset link to it.' };
  });

  registerRoute(userCalls.resetPassword, async ({ params, input, request, reply }) => {
    await limitAttempts(db, limits, 'reset', { address: request.ip });
    if (!(await isResetValid(db, params.token))) throw invalidResetLink();
    await requireStrongPassword('password', input.password, await findUser(db));
    const passwordHash = await hashPassword(input.password);
    await db.transaction().execute(async (trx) => {
      // Locks in the same order as a password change, so that the two cannot deadlock.
      await lockOwner(trx);
      const ownerId = await useReset(trx, params.token);
      if (ownerId === undefined) throw invalidResetLink();
      await setPassword(trx, ownerId, passwordHash);
      // Someone else may have had the password. Passkeys are on the owner's devices, and stay.
      const revoked = { tokens: await deleteAllTokens(trx), passkeys: [] };
      await reportChange(trx, { jobs, ownerId, request }, revoked);
      await rememberBrowser(trx, ownerId, { request, reply });
      await recordEvent(trx, 'password-reset', sourceOf(request));
    });
    return { message: 'Your password has been reset. Please log in.' };
  });

  registerRoute(userCalls.checkResetLink, async ({ params, request }) => {
    const forgive = await limitAttempts(db, limits, 'reset', { address: request.ip });
    const valid = await isResetValid(db, params.token);
    // Opening a valid link does not use up an attempt.
    if (valid) await forgive();
    return { valid };
  });
}

interface Revoked {
  readonly tokens: readonly string[];
  readonly passkeys: readonly string[];
}

/** Ends all access, and emails the owner about it. */
async function reportChange(
  trx: Trx,
  { jobs, ownerId, request }: { jobs: Jobs; ownerId: string; request: FastifyRequest },
  { tokens, passkeys }: Revoked,
): Promise<void> {
  await endAccess(trx, ownerId);
  const source = sourceOf(request);
  for (const name of tokens) await recordEvent(trx, 'token-revoked', source, name);
  for (const name of passkeys) await recordEvent(trx, 'passkey-removed', source, name);
  await jobs.sendMail(trx, {
    kind: 'password-changed',
    tokens: tokens.length,
    passkeys: passkeys.length,
  });
}

function wrongPassword(): ExpectedError {
  return validationError({ currentPassword: 'The current password is incorrect.' });
}

function invalidResetLink(): ExpectedError {
  return new ExpectedError(400, 'This reset link no longer works. Please request a new one.');
}
