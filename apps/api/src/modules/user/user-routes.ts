import { setupCalls, userCalls } from '@vitrine/contract/user';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitInFlight } from '../../concurrency.ts';
import type { Db, Trx } from '../../db/client.ts';
import { requireConfirmation, requireSession } from '../../http/auth-guard.ts';
import { deleteDevices, isKnownDevice, rememberDevice } from '../../http/device-store.ts';
import { HttpError, validationError } from '../../http/errors.ts';
import { isWithinLimit, type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { DeviceCookie, SessionCookie } from '../../http/session-cookie.ts';
import {
  createSession,
  deleteAllSessions,
  deleteSession,
  deleteSessionByToken,
} from '../../http/session-store.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { type Asker, hashPassword, verifyPassword } from './password.ts';
import { refuseGuessable } from './password-policy.ts';
import { deleteResets, isResetValid, useReset } from './password-reset-store.ts';
import { deleteSetupCodes, isSetupCode } from './setup-store.ts';
import {
  createOwner,
  findLogin,
  findLoginByEmail,
  findUser,
  foldEmail,
  hasOwner,
  lockOwner,
  setPassword,
  updateProfile,
} from './user-store.ts';

export interface UserRoutesOptions {
  readonly db: Db;
  readonly media: MediaStore;
  readonly jobs: Jobs;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  readonly limits: Limits;
  readonly setupCode: string | undefined;
}

/** So many logins of strangers wait a second or two for their hashes. One more is sent away at once. */
const admitStranger = limitInFlight(60);

export function userRoutes(registerRoute: RegisterRoute, options: UserRoutesOptions): void {
  const { db, media, jobs, cookie, deviceCookie, limits, setupCode } = options;

  registerRoute(setupCalls.status, async () => ({ needed: !(await hasOwner(db)) }));

  registerRoute(setupCalls.create, async ({ input, request, reply }) => {
    await limitAttempts(db, limits, 'setup', { address: request.ip, account: 'owner' });
    if (await hasOwner(db)) throw alreadySetUp();
    if (!(await isSetupCode(db, input.code, setupCode))) {
      throw validationError(
        {
          code: 'This set-up code is not right, or older than a day. Restart the service to get a new one.',
        },
        403,
      );
    }
    await refuseGuessable('password', input.password, input);
    const passwordHash = await hashPassword(input.password);
    return db.transaction().execute(async (trx) => {
      const ownerId = await createOwner(trx, { ...input, passwordHash });
      if (ownerId === undefined) throw alreadySetUp();
      await deleteSetupCodes(trx);
      await signIn(trx, { id: ownerId, passwordHash }, request, reply);
      return { message: 'Welcome to Vitrine.', user: await findUser(trx) };
    });
  });

  registerRoute(userCalls.login, async ({ input, request, reply }) => {
    const device = deviceCookie.read(request);
    // A browser that the owner has used before has tries of its own, which others cannot use up.
    if (device !== undefined && (await isKnownDevice(db, device))) {
      const forgive = await limitAttempts(db, limits, 'device', { account: device }).catch(
        passOver,
      );
      if (forgive) return logIn('known', forgive);
    }
    return admitStranger(async () => {
      const account = foldEmail(input.email);
      const forgive = await limitAttempts(db, limits, 'login', { address: request.ip, account });
      return logIn('stranger', forgive);
    });

    async function logIn(asker: Asker, forgive: () => Promise<void>) {
      const login = await findLoginByEmail(db, input.email);
      const isRight = await verifyPassword(input.password, login?.passwordHash, asker);
      if (!login || !isRight) throw wrongLogin();
      await signIn(db, login, request, reply);
      const before = cookie.read(request);
      if (before) await deleteSessionByToken(db, before);
      await forgive();
      return { message: 'Logged in.', user: await findUser(db) };
    }
  });

  registerRoute(userCalls.me, async () => ({ user: await findUser(db) }));

  registerRoute(userCalls.logout, async ({ request, reply }) => {
    await deleteSession(db, requireSession(request).id);
    cookie.clear(reply);
    return { message: 'Logged Out!' };
  });

  registerRoute(userCalls.updatePassword, async ({ input, request, reply }) => {
    const { ownerId } = requireSession(request);
    const forgive = await limitAttempts(db, limits, 'password', {
      address: request.ip,
      account: ownerId,
    });
    const login = await findLogin(db);
    const isRight = await verifyPassword(input.currentPassword, login?.passwordHash, 'known');
    if (!login || !isRight) throw wrongPassword();
    await forgive();
    await refuseGuessable('newPassword', input.newPassword, await findUser(db));
    const passwordHash = await hashPassword(input.newPassword);
    await db.transaction().execute(async (trx) => {
      if (!(await setPassword(trx, ownerId, passwordHash, login.passwordHash)))
        throw wrongPassword();
      await endAccess(trx, ownerId);
      await signIn(trx, { id: ownerId, passwordHash }, request, reply);
    });
    return { message: 'Password updated.' };
  });

  registerRoute(userCalls.updateProfile, async ({ input, files, request }) =>
    db.transaction().execute(async (trx) => {
      const before = await findLogin(trx);
      const { email: after = before?.email } = input;
      const isMoving = after !== before?.email;
      // Who has the address can reset the password.
      if (isMoving) requireConfirmation(request);
      await updateProfile(trx, requireSession(request).ownerId, {
        ...input,
        // Not even the same one is written: it may have been changed since it was read.
        email: isMoving ? after : undefined,
        ...(input.removeAvatar && { avatar: null }),
        ...(input.removeResume && { resume: null }),
        ...(files.avatar && { avatar: await media.save(trx, files.avatar) }),
        ...(files.resume && { resume: await media.save(trx, files.resume) }),
      });
      if (isMoving && before && after !== undefined)
        await jobs.sendMail(trx, { kind: 'email-changed', before: before.email, after });
      return { message: 'Profile updated.', user: await findUser(trx) };
    }),
  );

  registerRoute(userCalls.forgotPassword, async ({ input, request }) => {
    const account = foldEmail(input.email);
    await limitAttempts(db, limits, 'forgot', { address: request.ip, account });
    const isOwner = (await findLoginByEmail(db, input.email)) !== undefined;
    const isWithin = await isWithinLimit(db, limits, 'forgot', request.ip);
    // The same statements for every address, so that the time tells nothing.
    const key = isWithin || isOwner ? account : 'beyond the limit';
    await db.transaction().execute((trx) => jobs.sendResetLink(trx, input.email, { key, isOwner }));
    return { message: 'If this is your address, a mail with a reset link is on its way.' };
  });

  registerRoute(userCalls.resetPassword, async ({ params, input, request, reply }) => {
    await limitAttempts(db, limits, 'reset', { address: request.ip });
    if (!(await isResetValid(db, params.token))) throw staleLink();
    await refuseGuessable('password', input.password, await findUser(db));
    const passwordHash = await hashPassword(input.password);
    await db.transaction().execute(async (trx) => {
      // In the order of a change of password: each waits for the other, and not both.
      await lockOwner(trx);
      const ownerId = await useReset(trx, params.token);
      if (ownerId === undefined) throw staleLink();
      await setPassword(trx, ownerId, passwordHash);
      await endAccess(trx, ownerId);
      await remember(trx, ownerId, request, reply);
    });
    return { message: 'Your password is set. Please log in with it.' };
  });

  registerRoute(userCalls.checkResetLink, async ({ params, request }) => {
    const forgive = await limitAttempts(db, limits, 'reset', { address: request.ip });
    const valid = await isResetValid(db, params.token);
    // Opening a live link takes nothing from the attempts that are left for using it.
    if (valid) await forgive();
    return { valid };
  });

  async function signIn(
    at: Db | Trx,
    { id, passwordHash }: { id: string; passwordHash: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const token = await createSession(at, {
      ownerId: id,
      passwordHash,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
    if (token === undefined) throw wrongLogin();
    cookie.write(reply, token);
    await remember(at, id, request, reply);
  }

  /** So that the next login from this browser differs from a stranger's. */
  async function remember(
    at: Db | Trx,
    ownerId: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    deviceCookie.write(reply, await rememberDevice(at, ownerId, deviceCookie.read(request)));
  }

  /** After a new password: whoever knew the old one, or has a link, is out, and the owner is told. */
  async function endAccess(trx: Trx, ownerId: string) {
    await deleteAllSessions(trx, ownerId);
    await deleteDevices(trx, ownerId);
    await deleteResets(trx, ownerId);
    await jobs.sendMail(trx, { kind: 'password-changed' });
  }
}

/** A browser whose own tries are used up, by its owner or with a stolen cookie, is a stranger's. */
function passOver(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error;
}

function wrongLogin(): HttpError {
  return new HttpError(401, 'That e-mail and password do not match.');
}

function wrongPassword(): HttpError {
  return validationError({ currentPassword: 'The current password is not right.' });
}

function alreadySetUp(): HttpError {
  return new HttpError(409, 'This Vitrine has its owner already. Please log in.');
}

function staleLink(): HttpError {
  return new HttpError(400, 'This reset link does not work any more. Please ask for a new one.');
}
