import { secondFactorCalls } from '@vitrine/contract/second-factor';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { lockAccount, requireSession } from '../../auth/auth-guard.ts';
import { ExpectedError, validationError } from '../../expected-error.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { AccountTools } from './account-tools.ts';
import {
  findSecondFactor,
  isSecondFactorOn,
  renewRecoveryCodes,
  saveSetup,
  type TurnOn,
  turnOff,
  turnOn,
} from './second-factor-store.ts';
import { createSetupKey } from './totp.ts';
import { findUser } from './user-store.ts';

/** Turning on and off take one transaction each, so that a crash leaves the old or the new state. */
export function secondFactorRoutes(registerRoute: RegisterRoute, { db, jobs }: AccountTools): void {
  registerRoute(secondFactorCalls.get, async () => {
    const { createdAt, left } = await findSecondFactor(db);
    return {
      isOn: createdAt !== null,
      createdAt: createdAt?.toISOString() ?? null,
      recoveryCodesLeft: left,
    };
  });

  registerRoute(secondFactorCalls.setUp, async ({ request }) => {
    if (await isSecondFactorOn(db)) throw TURN_ON_ERRORS['already-on']();
    const { email } = await findUser(db);
    const { secret, key, url } = await createSetupKey('Vitrine', email);
    await saveSetup(db, requireSession(request).id, secret);
    return { secret: key, url };
  });

  registerRoute(secondFactorCalls.turnOn, async ({ input, request }) =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, request);
      const result = await turnOn(trx, requireSession(request).id, input.code);
      if (result !== 'on') throw TURN_ON_ERRORS[result]();
      const recoveryCodes = await renewRecoveryCodes(trx);
      await jobs.sendMail(trx, { kind: 'second-factor-changed', isOn: true });
      await recordEvent(trx, 'second-factor-on', sourceOf(request));
      return { message: 'The second factor is on.', recoveryCodes };
    }),
  );

  registerRoute(secondFactorCalls.turnOff, async ({ request }) =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, request);
      if (!(await turnOff(trx))) throw alreadyOff();
      await jobs.sendMail(trx, { kind: 'second-factor-changed', isOn: false });
      await recordEvent(trx, 'second-factor-off', sourceOf(request));
      return { message: 'The second factor is off.' };
    }),
  );

  registerRoute(secondFactorCalls.renewCodes, async ({ request }) =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, request);
      if (!(await isSecondFactorOn(trx))) throw alreadyOff();
      const recoveryCodes = await renewRecoveryCodes(trx);
      await recordEvent(trx, 'recovery-codes-renewed', sourceOf(request));
      return { message: 'The old recovery codes no longer work.', recoveryCodes };
    }),
  );
}

export function wrongCode(): ExpectedError {
  return validationError({ code: 'This code is incorrect or was already used.' });
}

const TURN_ON_ERRORS: Readonly<Record<Exclude<TurnOn, 'on'>, () => ExpectedError>> = {
  'wrong-code': wrongCode,
  'already-on': () =>
    new ExpectedError(
      409,
      'The second factor is already on. Create new recovery codes if you have none.',
    ),
  'no-setup': () => new ExpectedError(409, 'Start the setup of the second factor again.'),
};

function alreadyOff(): ExpectedError {
  return new ExpectedError(409, 'The second factor is already off.');
}
