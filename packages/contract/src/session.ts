import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { currentPassword } from './field.ts';
import { routes } from './routes.ts';

export const Session = z
  .object({
    _id: z.uuid(),
    userAgent: z.string().describe('The User-Agent header of the browser.'),
    address: z.string().describe('The IP address at sign-in; empty if unknown.'),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().describe('Accurate to five minutes.'),
    isThis: z.boolean().describe('Whether this is the current session.'),
  })
  .meta({ id: 'Session' });

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
  confirm: call(routes.session.confirm, {
    about:
      'Confirms the password for this session. For the next 10 minutes the session can restore and download backups and change the email address. Signing in also confirms the password.',
    input: z.strictObject({ password: currentPassword() }),
    response: messageResponse,
  }),
  isConfirmed: call(routes.session.isConfirmed, {
    about: 'Returns 403 with the code confirm-password unless the password was confirmed recently.',
    response: messageResponse,
  }),
};

export type Session = z.infer<typeof Session>;
