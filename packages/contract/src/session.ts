import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { currentPassword } from './field.ts';
import { SIGN_IN_METHODS } from './options.ts';
import { UsedCredential } from './passkey.ts';
import { routes } from './routes.ts';
import { factorCode } from './second-factor.ts';

export const Session = z
  .object({
    _id: z.uuid(),
    userAgent: z.string().describe('The User-Agent header of the browser.'),
    address: z.string().describe('The IP address at sign-in; empty if unknown.'),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().describe('Accurate to five minutes.'),
    isThis: z.boolean().describe('Whether this is the current session.'),
    method: z.enum(SIGN_IN_METHODS).describe('How the owner signed in.'),
  })
  .meta({ id: 'Session' });

const Confirmation = z
  .strictObject({
    password: currentPassword().optional(),
    code: factorCode().optional(),
    credential: UsedCredential.optional(),
  })
  .refine((input) => Object.values(input).filter((value) => value !== undefined).length === 1, {
    path: ['password'],
    message: 'Enter your password.',
  });

export const sessionCalls = {
  list: call(routes.session.list, {
    about: 'Lists the sessions of the owner, most recently used first.',
    response: { sessions: z.array(Session) },
  }),
  remove: call(routes.session.remove, {
    about: 'Signs out one session.',
    params: byId('session'),
    response: messageResponse,
  }),
  removeOthers: call(routes.session.removeOthers, {
    about: 'Signs out all other sessions.',
    response: messageResponse,
  }),
  confirmOptions: call(routes.session.confirmOptions, {
    about: 'Returns the ways in which this session can be confirmed besides the password.',
    response: { hasPasskey: z.boolean(), hasSecondFactor: z.boolean() },
  }),
  confirm: call(routes.session.confirm, {
    about:
      'Confirms this session with the password, a code of the second factor or a passkey. For the next 10 minutes the session can restore and download backups, change the email address and the second factor, create API tokens, change where copies of the site go, add and remove passkeys, and delete items forever. Signing in also confirms it.',
    input: Confirmation,
    response: messageResponse,
  }),
  isConfirmed: call(routes.session.isConfirmed, {
    about: 'Returns 403 with the code confirm-password unless this session was confirmed recently.',
    response: messageResponse,
  }),
};

export type Session = z.infer<typeof Session>;
