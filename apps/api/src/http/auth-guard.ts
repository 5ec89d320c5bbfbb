import type { Access, Route } from '@vitrine/contract/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { HttpError, sendRawError } from './errors.ts';
import type { SessionCookie } from './session-cookie.ts';
import { extendSession, findSession, type Session } from './session-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. A route that does not say is closed. */
    access?: Access;
    /** Files and archives take their time. */
    sends?: Route['sends'];
    /** A call of the contract, and so in need of the database. */
    isCall?: boolean;
    /** The password must have been confirmed in this session a short while ago. */
    needsConfirmation?: boolean;
    /** Its answer lasts for as long as somebody listens, which says nothing of how fast we are. */
    isStream?: boolean;
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

interface AuthGuardOptions {
  readonly db: Db;
  readonly cookie: SessionCookie;
  readonly publicUrl: string;
  readonly isReady: () => boolean;
}

/** Every request comes through here, before its body is read. */
export function registerAuthGuard(
  app: FastifyInstance,
  { db, cookie, publicUrl, isReady }: AuthGuardOptions,
): void {
  app.decorateRequest('session', undefined);

  app.addHook('onRequest', async (request, reply) => {
    limitBody(request, reply, BODY_SECONDS);
    if (request.is404) return;
    const { access = 'owner', sends, isCall, needsConfirmation } = request.routeOptions.config;
    if (access === 'anyone' && !isCall) return;
    // What is not said to be for caches is for none: an owner's answers, and refusals.
    reply.header('cache-control', 'no-store');
    if (access === 'anyone') reply.headers(PUBLIC_CORS_HEADERS);
    else rejectOtherOrigins(request, publicUrl);
    if (!isReady())
      throw new HttpError(503, 'The service is starting. Please try again shortly.', {
        retryAfterSeconds: 2,
      });
    if (access !== 'owner') return;
    const token = cookie.read(request);
    const session = token ? await findSession(db, token) : undefined;
    if (!token || !session) throw new HttpError(401, 'Please log in.');
    if (session.due) {
      await extendSession(db, session.id);
      cookie.write(reply, token);
    }
    request.session = session;
    if (needsConfirmation) requireConfirmation(request);
    if (sends === 'form') limitBody(request, reply, UPLOAD_SECONDS);
    if (sends === 'archive') limitBody(request, reply, ARCHIVE_SECONDS);
  });
}

/** Any page may read these answers. No cookie comes with them: they are the same for everybody. */
export const PUBLIC_CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The session of a call that the door lets only the owner make. */
export function requireSession(request: FastifyRequest): Session {
  if (!request.session) throw new HttpError(401, 'Please log in.');
  return request.session;
}

/** Refuses a client that has nothing but a cookie. */
export function requireConfirmation(request: FastifyRequest): void {
  if (!requireSession(request).isConfirmed)
    throw new HttpError(403, 'Confirm your password, then try again.', {
      code: 'confirm-password',
    });
}

/** The browser itself says where a request comes from; what it does not say, a page cannot forge. */
function rejectOtherOrigins(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  const foreign =
    (origin !== undefined && origin !== publicUrl) ||
    site === 'cross-site' ||
    site === 'same-site' ||
    // A link in a mail comes from no site at all, and would bring the cookie.
    (mode === 'navigate' && site !== 'same-origin');
  if (foreign)
    throw new HttpError(403, `This works only from the dashboard itself, at ${publicUrl}.`);
}

const BODY_SECONDS = 8;
/** 10 MB through a slow uplink. */
const UPLOAD_SECONDS = 120;
/** Some gigabytes through the same. */
const ARCHIVE_SECONDS = 3 * 60 * 60;

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Hangs up on a body that drips in for ever. Also on one that nobody reads since it was refused. */
function limitBody(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const { raw } = request;
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined)
    return;
  clearTimeout(timers.get(request));
  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.raw.headersSent) {
      raw.destroy();
      return;
    }
    reply.hijack();
    reply.raw.once('finish', () => raw.destroy());
    sendRawError(reply.raw, new HttpError(408, 'The request took too long to arrive.'), request.id);
  }, seconds * 1000);
  timers.set(request, timer);
  raw.once('close', () => clearTimeout(timer));
}
