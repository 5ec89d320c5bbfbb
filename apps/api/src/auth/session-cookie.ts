import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import type { LimitedClient } from '../http/rate-limit.ts';
import { isKnownDevice } from './device-store.ts';
import { SESSION_DAYS } from './session-store.ts';

export type HostCookie = ReturnType<typeof hostCookie>;

/**
 * A cookie that scripts cannot read. With https, the `__Host-` prefix makes browsers enforce `Secure`, this
 * host and the path `/`. Browsers reject such a cookie over http, as on localhost or a home network.
 */
export function hostCookie(publicUrl: string, suffix = '') {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}vitrine${suffix}`;
  const options = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write(reply: FastifyReply, token: string, maxAgeSeconds: number): void {
      reply.setCookie(name, token, { ...options, maxAge: maxAgeSeconds });
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(name, options);
    },
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;

export function sessionCookie(publicUrl: string) {
  const cookie = hostCookie(publicUrl);
  // The dashboard reads it to skip the session request. It is not a secret.
  const name = 'vitrine-signed-out';
  const secure = publicUrl.startsWith('https:');
  const options = { path: '/', sameSite: 'strict', secure } as const;

  /** Signals to the page that is loading, for 10 seconds, that there is no session. */
  function setSignedOutHint(reply: FastifyReply, isSignedOut: boolean): void {
    if (isSignedOut) reply.setCookie(name, '1', { ...options, maxAge: 10 });
    else if (reply.request.cookies[name]) reply.clearCookie(name, options);
  }

  return {
    ...cookie,
    write(reply: FastifyReply, token: string): void {
      cookie.write(reply, token, SESSION_DAYS * 24 * 60 * 60);
      setSignedOutHint(reply, false);
    },
    setSignedOutHint,
  };
}

/** Returns who makes a request, for rate limits: the address, and the browser if it is a known one. */
export function createClientOf(db: Db, cookie: HostCookie) {
  return async function clientOf(request: FastifyRequest): Promise<LimitedClient> {
    const device = cookie.read(request);
    const isKnown = device !== undefined && (await isKnownDevice(db, device));
    return { address: request.ip, ...(isKnown && { device }) };
  };
}

export type ClientOf = ReturnType<typeof createClientOf>;
