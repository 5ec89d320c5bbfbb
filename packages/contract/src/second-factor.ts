import { z } from 'zod';
import { call, messageResponse } from './call.ts';
import { text } from './field.ts';
import { routes } from './routes.ts';

/** Six digits of an authenticator app, or a recovery code. Spaces, hyphens and case do not matter. */
export function factorCode() {
  return text('code', 40);
}

const recoveryCodes = z
  .array(z.string())
  .describe('Each one signs in once instead of a code of the app. They are returned only here.');

export const secondFactorCalls = {
  get: call(routes.secondFactor.get, {
    about: 'Returns whether the second factor is on, and how many recovery codes are left.',
    response: {
      isOn: z.boolean(),
      createdAt: z.iso.datetime().nullable().describe('When it was turned on.'),
      recoveryCodesLeft: z.number().int(),
    },
  }),
  setUp: call(routes.secondFactor.setUp, {
    about:
      'Creates a secret for an authenticator app. The second factor is off until secondfactor/add gets a code of this secret.',
    response: {
      secret: z.string().describe('In Base32, to type it into the app.'),
      url: z.string().describe('The same as an otpauth URL, for a QR code.'),
    },
  }),
  turnOn: call(routes.secondFactor.turnOn, {
    about:
      'Turns on the second factor with a code of the new secret, and returns ten recovery codes.',
    input: z.strictObject({ code: factorCode() }),
    response: { ...messageResponse, recoveryCodes },
  }),
  turnOff: call(routes.secondFactor.turnOff, {
    about: 'Turns off the second factor and deletes its recovery codes.',
    response: messageResponse,
  }),
  renewCodes: call(routes.secondFactor.renewCodes, {
    about: 'Replaces all recovery codes with ten new ones.',
    response: { ...messageResponse, recoveryCodes },
  }),
};
