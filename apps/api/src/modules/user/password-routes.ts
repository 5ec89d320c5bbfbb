import { userCalls } from '@vitrine/contract/user';
import type { Db, Trx } from '../../db/client.ts';
import { recordEvent, recordFailure, sourceOf } from '../../http/audit-store.ts';
import { requireSession } from '../../http/auth-guard.ts';
import { deleteDevices } from '../../http/device-store.ts';
import { HttpError, validationError } from '../../http/errors.ts';
import { isWithinLimit, type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import { deleteAllSessions, lockOwner } from '../../http/session-store.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { deleteLoginSteps } from './login-step-store.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { requireStrongPassword } from './password-policy.ts';
import { deleteResets, isResetValid, useReset } from './password-reset-store.ts';
import type { SignIn } from './sign-in.ts';
import {
  findLogin,
  findLoginByEmail,
  findUser,
  normalizeEmail,
  setPassword,
} from './user-store.ts';

interface PasswordRoutesOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly limits: Limits;
  readonly signIn: SignIn;
}

export function passwordRoutes(
  registerRoute: RegisterRoute,
  { db, jobs, limits, signIn: { signIn, rememberBrowser } }: PasswordRoutesOptions,
): void {
  registerRoute(userCalls.updatePassword, async ({ input, request, reply }) => {
    const { ownerId } = requireSession(request);
    const forgive = await limitAttempts(db, limits, 'password', {
      address: request.ip,
      account: ownerId,
    });
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
      await endAccess(trx, jobs, ownerId);
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
      await endAccess(trx, jobs, ownerId);
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

/** After a password change: ends every session, device and reset link, and emails the owner. */
async function endAccess(trx: Trx, jobs: Jobs, ownerId: string): Promise<void> {
  await deleteAllSessions(trx, ownerId);
  await deleteDevices(trx, ownerId);
  await deleteResets(trx, ownerId);
  await deleteLoginSteps(trx);
  await jobs.sendMail(trx, { kind: 'password-changed' });
}

function wrongPassword(): HttpError {
  return validationError({ currentPassword: 'The current password is incorrect.' });
}

function invalidResetLink(): HttpError {
  return new HttpError(400, 'This reset link no longer works. Please request a new one.');
}
