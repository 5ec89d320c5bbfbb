import { type Access, hasScope, type Route, type TokenScope } from '@vitrine/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../content/revision-store.ts';
import type { Db, Trx } from '../db/client.ts';
import { ExpectedError } from '../expected-error.ts';
import type { OriginOf } from '../http/hosts.ts';
import {
  ARCHIVE_SECONDS,
  BODY_SECONDS,
  limitBodyTime,
  UPLOAD_SECONDS,
} from '../http/limit-body-time.ts';
import { type ApiToken, findToken, isTokenValid, markTokenUsed } from './api-token-store.ts';
import type { SessionCookie } from './session-cookie.ts';
import {
  extendSession,
  findSession,
  holdSession,
  isSessionValid,
  lockOwner,
  type Session,
} from './session-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; only the owner by default. */
    access?: Access;
    /** Sets the time limit for the body: files and archives take longer. */
    sends?: Route['sends'];
    /** The JSON can be as large as some files. */
    isLarge?: boolean;
    /** A contract call, which needs the database. */
    isCall?: boolean;
    /** Requires a recent confirmation in this session: the password, a passkey or a code. */
    needsConfirmation?: boolean;
    /** The response stays open until the client disconnects, so its duration is not measured. */
    isStream?: boolean;
    /** The least scope of an API token that may call the route. Without one, no token may. */
    scope?: TokenScope | undefined;
  }
  interface FastifyRequest {
    session: Session | undefined;
    token: ApiToken | undefined;
  }
}

interface AuthGuardOptions {
  readonly db: Db;
  readonly cookie: SessionCookie;
  readonly originOf: OriginOf;
  readonly isReady: () => boolean;
}

/** Checks every request before its body is read. */
export function registerAuthGuard(
  app: FastifyInstance,
  { db, cookie, originOf, isReady }: AuthGuardOptions,
): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('token', undefined);

  app.addHook('onRequest', async (request, reply) => {
    limitBodyTime(request, reply, BODY_SECONDS);
    if (request.is404) return;
    const { config } = request.routeOptions;
    const { access = 'owner', isCall } = config;
    if (access === 'anyone' && !isCall) return;
    // The default for owner responses and errors. Cacheable routes override it.
    reply.header('cache-control', 'no-store');
    const bearer = readBearer(request);
    if (access === 'anyone') reply.headers(PUBLIC_CORS_HEADERS);
    // A browser does not add a token by itself, so another site cannot misuse it.
    else if (bearer === undefined) rejectOtherOrigins(request, originOf(request.raw));
    if (!isReady())
      throw new ExpectedError(503, 'The service is starting. Please try again shortly.', {
        retryAfterSeconds: 2,
      });
    if (access === 'anyone') return;
    // A request with a token never uses the cookie.
    if (bearer !== undefined) await admitToken(db, bearer, request, reply);
    else if (access === 'owner') await admitSession(db, cookie, request, reply);
    else return;
    const { sends, isLarge } = config;
    if (isLarge || sends === 'form' || sends === 'json or form' || sends === 'file')
      limitBodyTime(request, reply, UPLOAD_SECONDS);
    if (sends === 'archive') limitBodyTime(request, reply, ARCHIVE_SECONDS);
  });
}

async function admitSession(
  db: Db,
  cookie: SessionCookie,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = cookie.read(request);
  const session = token ? await findSession(db, token) : undefined;
  if (!token || !session) throw new ExpectedError(401, 'Please log in.');
  if (session.isExtensionDue) {
    await extendSession(db, session.id);
    cookie.write(reply, token);
  }
  request.session = session;
  if (request.routeOptions.config.needsConfirmation) requireConfirmation(request);
}

/** For a route that anyone may call and that gives the owner more. */
export async function hasSession(
  db: Db,
  cookie: SessionCookie,
  request: FastifyRequest,
): Promise<boolean> {
  const token = cookie.read(request);
  return token !== undefined && (await findSession(db, token)) !== undefined;
}

/** Admits a valid token to the routes of its scope. */
async function admitToken(
  db: Db,
  bearer: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = await findToken(db, bearer);
  if (!token) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw new ExpectedError(401, 'This token is not valid. It may have expired or been revoked.');
  }
  const { scope } = request.routeOptions.config;
  if (scope === undefined) throw new ExpectedError(403, 'An API token cannot make this call.');
  if (!hasScope(token.scopes, scope)) {
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
    throw new ExpectedError(
      403,
      `This token has the scope ${token.scopes.join(' and ')}. This call needs the scope ${scope}.`,
    );
  }
  if (token.isUseDue) await markTokenUsed(db, token.id);
  request.token = token;
}

/** The API token of a request. Other schemes are left to a proxy that asks for a password. */
function readBearer({ headers: { authorization } }: FastifyRequest): string | undefined {
  const [scheme, token = ''] = authorization?.trim().split(/ +/) ?? [];
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/** Allows pages of any origin to read the response, without cookies. */
export const PUBLIC_CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Returns the session of a request that passed the guard as the owner. */
export function requireSession(request: FastifyRequest): Session {
  if (!request.session) throw new ExpectedError(401, 'Please log in.');
  return request.session;
}

/** Returns who makes a change, for the history. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.token) return { type: 'token', name: request.token.name };
  return { type: 'session', name: requireSession(request).userAgent };
}

/** Rejects a session that was not confirmed recently, such as a stolen cookie. */
export function requireConfirmation(request: FastifyRequest): void {
  if (!requireSession(request).isConfirmed)
    throw new ExpectedError(403, 'Confirm your password, then try again.', {
      code: 'confirm-password',
    });
}

/**
 * Checks the access again. The guard runs before the body is read, which can take minutes, and the
 * owner may have signed out the session or revoked the token since.
 */
export async function requireAccess(db: Db, { session, token }: FastifyRequest): Promise<void> {
  const isValid = token
    ? await isTokenValid(db, token.id)
    : session !== undefined && (await isSessionValid(db, session.id));
  if (!isValid) throw new ExpectedError(401, 'Please log in.');
}

/**
 * Begins a change of the account. Other changes, logins and the end of this session wait until the
 * transaction ends. Rejects a session that has ended since the guard checked it.
 */
export async function lockAccount(trx: Trx, request: FastifyRequest): Promise<void> {
  await lockOwner(trx);
  if (!(await holdSession(trx, requireSession(request).id)))
    throw new ExpectedError(401, 'Please log in.');
}

/** Uses headers that browsers set themselves, so that a page cannot forge them. */
function rejectOtherOrigins(request: FastifyRequest, ownOrigin: string): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  const isForeign =
    (origin !== undefined && origin !== ownOrigin) ||
    site === 'cross-site' ||
    site === 'same-site' ||
    // A link in an email has no origin, but the browser sends the cookie with it.
    (mode === 'navigate' && site !== 'same-origin');
  if (isForeign)
    throw new ExpectedError(403, `This is allowed only from the dashboard at ${ownOrigin}.`);
}
