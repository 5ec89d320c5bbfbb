import type { ServerResponse } from 'node:http';
import { streams } from '@vitrine/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { SessionCookie } from '../../auth/session-cookie.ts';
import { findSession } from '../../auth/session-store.ts';
import type { Db } from '../../db/client.ts';
import type { Notifications } from '../../db/notifications.ts';
import { ExpectedError } from '../../expected-error.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { securityHeaders } from '../../http/security-headers.ts';

interface MessageEventsOptions {
  readonly db: Db;
  readonly notifications: Notifications;
  readonly cookie: SessionCookie;
  readonly publicUrl: string;
}

/** Enough for the open tabs of one owner. Further tabs poll instead. */
const MAX_STREAMS = 20;
const HEARTBEAT_MS = 20_000;
/** An event instead of a comment, so that the page can see that the connection is alive. */
const HEARTBEAT = 'event: alive\ndata: yes\n\n';
/** Changes within this time are sent as one event. */
const DEBOUNCE_MS = 300;

/** Notifies every open dashboard that messages have changed. The dashboard then loads them. */
export function messageEvents(app: FastifyInstance, options: MessageEventsOptions): void {
  const { db, notifications, cookie, publicUrl } = options;
  const open = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  const unsubscribe = notifications.subscribe('message', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const stream of open) stream.write('event: messages\ndata: changed\n\n');
    }, DEBOUNCE_MS);
  });

  app.route({
    method: 'GET',
    url: `${API_PREFIX}${streams.messages.path}`,
    config: { access: 'owner', isStream: true },
    async handler(request, reply) {
      if (isClosing || open.size >= MAX_STREAMS)
        throw new ExpectedError(503, 'Too many open connections. Try again in a minute.', {
          retryAfterSeconds: 60,
        });
      reply.hijack();
      const stream = reply.raw;
      // The client disconnected during authentication, so `close` was already emitted.
      if (stream.destroyed) return reply;
      stream.writeHead(200, {
        ...securityHeaders(publicUrl),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': request.id,
        // Without this header nginx buffers the events.
        'x-accel-buffering': 'no',
      });
      stream.write('retry: 3000\n\n');
      open.add(stream);
      const token = cookie.read(request) ?? '';
      // Ends the stream when the session was signed out elsewhere.
      const heartbeat = setInterval(() => {
        findSession(db, token).then(
          (session) => (session ? stream.write(HEARTBEAT) : stream.end()),
          () => stream.write(HEARTBEAT),
        );
      }, HEARTBEAT_MS);
      stream.once('close', () => {
        clearInterval(heartbeat);
        open.delete(stream);
      });
      return reply;
    },
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    unsubscribe();
    clearTimeout(timer);
    for (const stream of open) stream.end();
  });
}
