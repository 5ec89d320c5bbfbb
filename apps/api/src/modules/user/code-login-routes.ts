import type { SignInMethod } from '@vitrine/contract/options';
import { userCalls } from '@vitrine/contract/user';
import { recordEvent, recordFailure, sourceOf } from '../../auth/audit-store.ts';
import { lockOwner } from '../../auth/session-store.ts';
import { ExpectedError } from '../../expected-error.ts';
import { forgiveAttempts, type LimitedClient, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { AccountTools } from './account-tools.ts';
import { countStepAttempt, findLoginStep, useLoginStep } from './login-step-store.ts';
import { wrongCode } from './second-factor-routes.ts';
import { type UsedCode, useCode } from './second-factor-store.ts';
import { findLogin, findUser, normalizeEmail } from './user-store.ts';

/** The second step of a login, if the second factor is on. */
export function codeLoginRoutes(
  registerRoute: RegisterRoute,
  { db, clientOf, stepCookie, limits, signIn }: AccountTools,
): void {
  registerRoute(userCalls.loginWithCode, async ({ input, request, reply }) => {
    const token = stepCookie.read(request);
    const login = token ? await findLoginStep(db, token) : undefined;
    if (!token || !login) throw stepEnded();
    const client = await clientOf(request);
    const forgive = await limitAttempts(db, limits, 'code', { ...client, account: login.id });
    if (!(await countStepAttempt(db, token))) throw stepEnded();
    const source = sourceOf(request);
    const used = await db.transaction().execute(async (trx) => {
      // Locks in the same order as changes of the second factor, so that the two cannot deadlock.
      await lockOwner(trx);
      const kind = await useCode(trx, input.code);
      if (!kind) return undefined;
      if (!(await useLoginStep(trx, token))) throw stepEnded();
      if (kind === 'recovery-code') await recordEvent(trx, 'recovery-code-used', source);
      const method = METHODS[kind];
      const account = { ...login, hasPassedSecondFactor: true };
      await signIn.logIn(trx, account, { method, subject: method }, { request, reply });
      return kind;
    });
    if (!used) {
      await recordFailure(db, 'code-failed', source);
      throw wrongCode();
    }
    stepCookie.clear(reply);
    await forgive();
    await forgivePassword(client);
    return { message: 'Logged in.', user: await findUser(db) };
  });

  /** The attempts of the first step, which counted until now. */
  async function forgivePassword({ device, ...client }: LimitedClient): Promise<void> {
    const account = normalizeEmail((await findLogin(db))?.email ?? '');
    await forgiveAttempts(db, limits, 'login', { ...client, account });
    if (device !== undefined) await forgiveAttempts(db, limits, 'login', { device });
  }
}

const METHODS: Readonly<Record<UsedCode, SignInMethod>> = {
  code: 'password and code',
  'recovery-code': 'password and recovery code',
};

function stepEnded(): ExpectedError {
  return new ExpectedError(
    401,
    'The sign-in timed out or had too many attempts. Enter your password again.',
  );
}
