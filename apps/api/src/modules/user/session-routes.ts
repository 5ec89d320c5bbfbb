import { sessionCalls } from '@vitrine/contract/session';
import type { Db } from '../../db/client.ts';
import { requireSession } from '../../http/auth-guard.ts';
import { deleteOtherDevices } from '../../http/device-store.ts';
import { HttpError, notFound, validationError } from '../../http/errors.ts';
import { type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { DeviceCookie, SessionCookie } from '../../http/session-cookie.ts';
import {
  confirmSession,
  deleteOtherSessions,
  deleteSession,
  listSessions,
} from '../../http/session-store.ts';
import { verifyPassword } from './password.ts';
import { findLogin } from './user-store.ts';

interface SessionRoutesOptions {
  readonly db: Db;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  readonly limits: Limits;
}

export function sessionRoutes(
  registerRoute: RegisterRoute,
  { db, cookie, deviceCookie, limits }: SessionRoutesOptions,
): void {
  registerRoute(sessionCalls.list, async ({ request }) => {
    const { id, ownerId } = requireSession(request);
    const sessions = await listSessions(db, ownerId);
    return {
      sessions: sessions.map((session) => ({
        _id: session.id,
        userAgent: session.user_agent,
        address: session.address,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        isThis: session.id === id,
      })),
    };
  });

  registerRoute(sessionCalls.remove, async ({ params, request, reply }) => {
    if (!(await deleteSession(db, params.id))) throw notFound('session');
    if (params.id === requireSession(request).id) cookie.clear(reply);
    return { message: 'Session signed out.' };
  });

  registerRoute(sessionCalls.removeOthers, async ({ request }) => {
    const session = requireSession(request);
    const count = await deleteOtherSessions(db, session);
    await deleteOtherDevices(db, session.ownerId, deviceCookie.read(request));
    return {
      message: count === 0 ? 'You are not signed in anywhere else.' : 'Signed out everywhere else.',
    };
  });

  registerRoute(sessionCalls.confirm, async ({ input, request, reply }) => {
    const { id, ownerId } = requireSession(request);
    const from = { address: request.ip, account: ownerId };
    const forgive = await limitAttempts(db, limits, 'password', from);
    const login = await findLogin(db);
    if (!login || !(await verifyPassword(input.password, login.passwordHash, 'known')))
      throw validationError({ password: 'The password is incorrect.' });
    await forgive();
    const token = await confirmSession(db, id);
    if (token === undefined) throw new HttpError(401, 'Please log in.');
    cookie.write(reply, token);
    return { message: 'Confirmed.' };
  });

  registerRoute(sessionCalls.isConfirmed, async () => ({ message: 'Confirmed.' }));
}
