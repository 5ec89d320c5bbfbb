import { userCalls } from '@vitrine/contract/user';
import { recordEvent, recordFailure, sourceOf } from '../../auth/audit-store.ts';
import {
  actorOf,
  lockAccount,
  requireConfirmation,
  requireSession,
} from '../../auth/auth-guard.ts';
import { deleteSession } from '../../auth/session-store.ts';
import { limitInFlight } from '../../concurrency.ts';
import { ExpectedError } from '../../expected-error.ts';
import { limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { AccountTools } from './account-tools.ts';
import { codeLoginRoutes } from './code-login-routes.ts';
import { createLoginStep, STEP_MINUTES } from './login-step-store.ts';
import { passkeyListRoutes, passkeyRoutes } from './passkey-routes.ts';
import { type Requester, verifyPassword } from './password.ts';
import { deleteResets } from './password-reset-store.ts';
import { passwordRoutes } from './password-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { isSecondFactorOn } from './second-factor-store.ts';
import { confirmationRoutes, sessionRoutes } from './session-routes.ts';
import { setupRoutes } from './setup-routes.ts';
import { createSignIn, wrongLogin } from './sign-in.ts';
import {
  findLogin,
  findLoginByEmail,
  findUser,
  normalizeEmail,
  updateProfile,
} from './user-store.ts';

/** Logins from unknown browsers queue for hashing for a second or two. Beyond this limit they get 503. */
const admitUnknown = limitInFlight(60);

export function userRoutes(
  registerRoute: RegisterRoute,
  options: Omit<AccountTools, 'signIn'>,
): void {
  const tools = { ...options, signIn: createSignIn(options) };
  for (const routes of [
    setupRoutes,
    passwordRoutes,
    passkeyRoutes,
    passkeyListRoutes,
    codeLoginRoutes,
    secondFactorRoutes,
    sessionRoutes,
    confirmationRoutes,
    loginRoute,
    accountRoutes,
    profileRoute,
  ])
    routes(registerRoute, tools);
}

function loginRoute(
  registerRoute: RegisterRoute,
  { db, clientOf, stepCookie, limits, signIn }: AccountTools,
): void {
  registerRoute(userCalls.login, async ({ input, request, reply }) => {
    const { device, ...client } = await clientOf(request);
    // A browser that the owner has used before has its own limit, which others cannot use up.
    if (device !== undefined) {
      const forgive = await limitAttempts(db, limits, 'login', { device }).catch(ignoreLimit);
      if (forgive) return logIn('known', forgive);
    }
    return admitUnknown(async () => {
      const account = normalizeEmail(input.email);
      const forgive = await limitAttempts(db, limits, 'login', { ...client, account });
      return logIn('unknown', forgive);
    });

    async function logIn(requester: Requester, forgive: () => Promise<void>) {
      const login = await findLoginByEmail(db, input.email);
      const isCorrect = await verifyPassword(input.password, login?.passwordHash, requester);
      if (!login || !isCorrect) {
        const reason = login ? 'wrong password' : 'unknown email address';
        await recordFailure(db, 'sign-in-failed', sourceOf(request), reason);
        throw wrongLogin();
      }
      if (await isSecondFactorOn(db)) {
        stepCookie.write(reply, await createLoginStep(db, login), STEP_MINUTES * 60);
        throw secondFactorNeeded();
      }
      const way = { method: 'password', subject: 'password' } as const;
      await db.transaction().execute((trx) => signIn.logIn(trx, login, way, { request, reply }));
      await forgive();
      return { message: 'Logged in.', user: await findUser(db) };
    }
  });
}

function accountRoutes(
  registerRoute: RegisterRoute,
  { db, cookie, readStatus }: AccountTools,
): void {
  registerRoute(userCalls.me, async () => ({
    user: await findUser(db),
    ...(await readStatus()),
  }));

  registerRoute(userCalls.logout, async ({ request, reply }) => {
    await db.transaction().execute(async (trx) => {
      await deleteSession(trx, requireSession(request).id);
      await recordEvent(trx, 'signed-out', sourceOf(request));
    });
    cookie.clear(reply);
    return { message: 'Logged Out!' };
  });
}

function profileRoute(registerRoute: RegisterRoute, { db, media, jobs }: AccountTools): void {
  registerRoute(userCalls.updateProfile, async ({ input, files, request }) =>
    db.transaction().execute(async (trx) => {
      const before = await findLogin(trx);
      const { email: after = before?.email } = input;
      const isNewEmail = after !== before?.email;
      // The email address can reset the password, so changing it needs the password.
      if (isNewEmail) {
        requireConfirmation(request);
        await lockAccount(trx, request);
      }
      const { ownerId } = requireSession(request);
      const changes = {
        ...input,
        // An unchanged address is not written, since another request may have changed it since.
        email: isNewEmail ? after : undefined,
        ...(input.removeAvatar && { avatar: null }),
        ...(input.removeResume && { resume: null }),
        ...(files.avatar && { avatar: await media.save(trx, files.avatar) }),
        ...(files.resume && { resume: await media.save(trx, files.resume) }),
      };
      const revision = await updateProfile(trx, ownerId, changes, actorOf(request));
      if (isNewEmail && before && after !== undefined) {
        await jobs.sendMail(trx, { kind: 'email-changed', before: before.email, after });
        // A link in the old mailbox must not set a new password.
        await deleteResets(trx, ownerId);
        await recordEvent(trx, 'email-changed', sourceOf(request));
      }
      return { message: 'Profile updated.', user: await findUser(trx), revision };
    }),
  );
}

function secondFactorNeeded(): ExpectedError {
  return new ExpectedError(403, 'Enter the code from your authenticator app.', {
    code: 'second-factor',
  });
}

/** A known browser that used up its attempts, for example with a stolen cookie, counts as unknown. */
function ignoreLimit(error: unknown): undefined {
  if (!(error instanceof ExpectedError && error.status === 429)) throw error;
}
