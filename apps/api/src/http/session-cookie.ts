import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_DAYS } from './session-store.ts';

/**
 * Over https the browser itself guards the cookie: `__Host-` means Secure, this host only, whole
 * site. Over plain http (localhost, a home network) browsers refuse such a cookie.
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-vitrine' : 'vitrine';
  const options = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;

  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write(reply: FastifyReply, token: string): void {
      reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 });
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(name, options);
    },
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;
