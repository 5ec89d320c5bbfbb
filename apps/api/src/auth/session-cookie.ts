import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import type { OriginOf } from '../http/hosts.ts';
import type { LimitedClient } from '../http/rate-limit.ts';
import { isKnownDevice } from './device-store.ts';
import { SESSION_DAYS } from './session-store.ts';

export type HostCookie = ReturnType<typeof hostCookie>;

/**
 * A cookie that scripts cannot read. With https, the `__Host-` prefix makes browsers enforce `Secure`, this
 * host and the path `/`. Browsers reject such a cookie over http, as on localhost or a home network.
 */
export function hostCookie(originOf: OriginOf, suffix = '') {
  const describe = (request: FastifyRequest) => {
    const secure = isSecure(originOf, request);
    const name = `${secure ? '__Host-' : ''}vitrine${suffix}`;
    const options = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
    return { name, options };
  };
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[describe(request).name],
    write(reply: FastifyReply, token: string, maxAgeSeconds: number): void {
      const { name, options } = describe(reply.request);
      reply.setCookie(name, token, { ...options, maxAge: maxAgeSeconds });
    },
    clear(reply: FastifyReply): void {
      const { name, options } = describe(reply.request);
      reply.clearCookie(name, options);
    },
  };
}

function isSecure(originOf: OriginOf, { raw }: FastifyRequest): boolean {
  return originOf(raw).startsWith('https:');
}

export type SessionCookie = ReturnType<typeof sessionCookie>;

export function sessionCookie(originOf: OriginOf) {
  const cookie = hostCookie(originOf);
  // The dashboard reads it to skip the session request. It is not a secret.
  const name = 'vitrine-signed-out';

  /** Signals to the page that is loading, for 10 seconds, that there is no session. */
  function setSignedOutHint(reply: FastifyReply, isSignedOut: boolean): void {
    const secure = isSecure(originOf, reply.request);
    const options = { path: '/', sameSite: 'strict', secure } as const;
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
