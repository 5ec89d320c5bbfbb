import { z } from 'zod';
import { byId, call, done } from './call.ts';
import { givenPassword } from './field.ts';
import { routes } from './routes.ts';

/** Somewhere that the owner is signed in. */
export const Session = z
  .object({
    _id: z.uuid(),
    userAgent: z.string().describe('What the browser calls itself.'),
    address: z.string().describe('Where it signed in from; empty when that is not known.'),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().describe('To within five minutes.'),
    isThis: z.boolean().describe('The one that asks.'),
  })
  .meta({ id: 'Session' });

export const sessionCalls = {
  list: call(routes.session.list, {
    about: 'Where the owner is signed in, last seen first.',
    response: { sessions: z.array(Session) },
  }),
  remove: call(routes.session.remove, {
    about: 'Signs out one session.',
    params: byId('session'),
    response: done,
  }),
  removeOthers: call(routes.session.removeOthers, {
    about: 'Signs out everywhere else.',
    response: done,
  }),
  confirm: call(routes.session.confirm, {
    about:
      'Confirms the password for this session. For the next 10 minutes it may restore and download backups and change the email address. Signing in confirms it too.',
    input: z.strictObject({ password: givenPassword() }),
    response: done,
  }),
  isConfirmed: call(routes.session.isConfirmed, {
    about: 'Answers 403 with the code confirm-password unless the password was confirmed recently.',
    response: done,
  }),
};

export type Session = z.infer<typeof Session>;
