import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import type { LimitedClient } from '../http/rate-limit.ts';
import { DEVICE_DAYS, isKnownDevice } from './device-store.ts';
import { SESSION_DAYS } from './session-store.ts';

/**
 * With https, the `__Host-` prefix makes browsers enforce `Secure`, this host and the path `/`.
 * Browsers reject such a cookie over http, as on localhost or a home network.
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-vitrine' : 'vitrine';
  const options = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;

  // The dashboard reads it to skip the session request. It is not a secret.
  const signedOut = {
    name: 'vitrine-signed-out',
    options: { path: '/', sameSite: 'strict', secure },
  } as const;

  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write(reply: FastifyReply, token: string): void {
      reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 });
      this.setSignedOutHint(reply, false);
    },
    /** Signals to the page that is loading, for 10 seconds, that there is no session. */
    setSignedOutHint(reply: FastifyReply, isSignedOut: boolean): void {
      if (isSignedOut) reply.setCookie(signedOut.name, '1', { ...signedOut.options, maxAge: 10 });
      else if (reply.request.cookies[signedOut.name])
        reply.clearCookie(signedOut.name, signedOut.options);
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(name, options);
    },
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;

/** Marks a browser that the owner has signed in with. It outlives the session and grants no access. */
export function deviceCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-vitrine-device' : 'vitrine-device';
  const maxAge = DEVICE_DAYS * 24 * 60 * 60;
  const options = { path: '/', httpOnly: true, secure, sameSite: 'strict', maxAge } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write(reply: FastifyReply, token: string): void {
      reply.setCookie(name, token, options);
    },
  };
}

export type DeviceCookie = ReturnType<typeof deviceCookie>;

/** Returns who makes a request, for rate limits: the address, and the browser if it is a known one. */
export function createClientOf(db: Db, cookie: DeviceCookie) {
  return async function clientOf(request: FastifyRequest): Promise<LimitedClient> {
    const device = cookie.read(request);
    const isKnown = device !== undefined && (await isKnownDevice(db, device));
    return { address: request.ip, ...(isKnown && { device }) };
  };
}

export type ClientOf = ReturnType<typeof createClientOf>;

/** Holds the second step of a login, between the password and the code. */
export function loginStepCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-vitrine-login' : 'vitrine-login';
  const options = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write(reply: FastifyReply, token: string, minutes: number): void {
      reply.setCookie(name, token, { ...options, maxAge: minutes * 60 });
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(name, options);
    },
  };
}

export type LoginStepCookie = ReturnType<typeof loginStepCookie>;
