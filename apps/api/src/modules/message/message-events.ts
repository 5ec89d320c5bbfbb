import type { ServerResponse } from 'node:http';
import { streams } from '@vitrine/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { Notifications } from '../../db/notifications.ts';
import { HttpError } from '../../http/errors.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { findSession } from '../../http/session-store.ts';

interface MessageEventsOptions {
  readonly db: Db;
  readonly notifications: Notifications;
  readonly cookie: SessionCookie;
  readonly publicUrl: string;
}

/** One owner has a few tabs open; who has more asks now and then instead. */
const MOST_STREAMS = 20;
const HEARTBEAT_MS = 20_000;
/** An event and no comment: the page, too, is to know that somebody is still there. */
const ALIVE = 'event: alive\ndata: yes\n\n';
/** Many messages at once are one event. */
const PAUSE_MS = 300;

/** Tells every open dashboard that messages have changed. What changed, it asks for itself. */
export function messageEvents(app: FastifyInstance, options: MessageEventsOptions): void {
  const { db, notifications, cookie, publicUrl } = options;
  const open = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  const unsubscribe = notifications.subscribe('message', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const stream of open) stream.write('event: messages\ndata: changed\n\n');
    }, PAUSE_MS);
  });

  app.route({
    method: 'GET',
    url: `${API_PREFIX}${streams.messages.path}`,
    config: { access: 'owner', isStream: true },
    async handler(request, reply) {
      if (isClosing || open.size >= MOST_STREAMS)
        throw new HttpError(503, 'Nobody else can listen right now.', { retryAfterSeconds: 60 });
      reply.hijack();
      const stream = reply.raw;
      // Gone while the door was still looking: it will not tell a second time.
      if (stream.destroyed) return reply;
      stream.writeHead(200, {
        ...securityHeaders(publicUrl),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // nginx would keep back what it has until there is more of it.
        'x-accel-buffering': 'no',
      });
      stream.write('retry: 3000\n\n');
      open.add(stream);
      const token = cookie.read(request) ?? '';
      // Who signs out elsewhere hears no more here.
      const heartbeat = setInterval(() => {
        findSession(db, token).then(
          (session) => (session ? stream.write(ALIVE) : stream.end()),
          () => stream.write(ALIVE),
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
