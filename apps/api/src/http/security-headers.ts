import type { FastifyInstance } from 'fastify';

/**
 * What browsers are told with every answer: run nothing, embed nowhere, guess no types. A route
 * that shows something says what it needs instead.
 */
export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** What only a page can do: be held by a window of another site, lead elsewhere, stand in a frame. */
export const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

export function sendSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
