import { userCalls } from '@vitrine/contract/user';
import { recordEvent, recordFailure, sourceOf } from '../../auth/audit-store.ts';
import {
  actorOf,
  lockAccount,
  requireConfirmation,
  requireSession,
} from '../../auth/auth-guard.ts';
import type {
  ClientOf,
  DeviceCookie,
  LoginStepCookie,
  SessionCookie,
} from '../../auth/session-cookie.ts';
import { deleteSession } from '../../auth/session-store.ts';
import { limitInFlight } from '../../concurrency.ts';
import type { Db } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { codeLoginRoutes } from './code-login-routes.ts';
import { createLoginStep, STEP_MINUTES } from './login-step-store.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import type { PasskeyVerifier } from './passkey-verifier.ts';
import { type Requester, verifyPassword } from './password.ts';
import { deleteResets } from './password-reset-store.ts';
import { passwordRoutes } from './password-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { isSecondFactorOn } from './second-factor-store.ts';
import { setupRoutes } from './setup-routes.ts';
import { createSignIn, wrongLogin } from './sign-in.ts';
import {
  findLogin,
  findLoginByEmail,
  findUser,
  normalizeEmail,
  updateProfile,
} from './user-store.ts';

export interface UserRoutesOptions {
  readonly db: Db;
  readonly media: MediaStore;
  readonly jobs: Jobs;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  readonly clientOf: ClientOf;
  readonly stepCookie: LoginStepCookie;
  readonly limits: Limits;
  readonly setupCode: string | undefined;
  readonly verifier: PasskeyVerifier;
  readonly findBackupProblem: () => Promise<string | undefined>;
}

/** Logins from unknown browsers queue for hashing for a second or two. Beyond this limit they get 503. */
const admitUnknown = limitInFlight(60);

export function userRoutes(registerRoute: RegisterRoute, options: UserRoutesOptions): void {
  const {
    db,
    media,
    jobs,
    cookie,
    deviceCookie,
    clientOf,
    stepCookie,
    limits,
    setupCode,
    verifier,
  } = options;
  const signIn = createSignIn({ cookie, deviceCookie, jobs });

  setupRoutes(registerRoute, { db, limits, signIn, setupCode, host: verifier.host });
  passwordRoutes(registerRoute, { db, jobs, clientOf, limits, signIn });
  passkeyRoutes(registerRoute, { db, jobs, clientOf, limits, signIn, verifier });
  codeLoginRoutes(registerRoute, { db, clientOf, stepCookie, limits, signIn });
  secondFactorRoutes(registerRoute, { db, jobs });

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
        stepCookie.write(reply, await createLoginStep(db, login), STEP_MINUTES);
        throw secondFactorNeeded();
      }
      const way = { method: 'password', subject: 'password' } as const;
      await db.transaction().execute((trx) => signIn.logIn(trx, login, way, { request, reply }));
      await forgive();
      return { message: 'Logged in.', user: await findUser(db) };
    }
  });

  registerRoute(userCalls.me, () => readUser(options));

  registerRoute(userCalls.logout, async ({ request, reply }) => {
    await db.transaction().execute(async (trx) => {
      await deleteSession(trx, requireSession(request).id);
      await recordEvent(trx, 'signed-out', sourceOf(request));
    });
    cookie.clear(reply);
    return { message: 'Logged Out!' };
  });

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

async function readUser({ db, findBackupProblem }: UserRoutesOptions) {
  const backupProblem = await findBackupProblem();
  return { user: await findUser(db), ...(backupProblem && { backupProblem }) };
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
