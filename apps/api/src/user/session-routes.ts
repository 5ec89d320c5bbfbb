import { sessionCalls } from '@vitrine/contract/session';
import type { Db } from '../db/client.ts';
import { sessionOf } from '../http/door.ts';
import { notFound } from '../http/errors.ts';
import type { Serve } from '../http/serve.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { deleteOtherSessions, deleteSession, listSessions } from '../http/session-store.ts';

export function sessionRoutes(serve: Serve, db: Db, cookie: SessionCookie): void {
  serve(sessionCalls.list, async ({ request }) => {
    const { id, ownerId } = sessionOf(request);
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

  serve(sessionCalls.remove, async ({ params, request, reply }) => {
    if (!(await deleteSession(db, params.id))) throw notFound('session');
    if (params.id === sessionOf(request).id) cookie.clear(reply);
    return { message: 'Signed out there.' };
  });

  serve(sessionCalls.removeOthers, async ({ request }) => {
    const count = await deleteOtherSessions(db, sessionOf(request));
    return {
      message: count === 0 ? 'You are signed in nowhere else.' : 'Signed out everywhere else.',
    };
  });
}
