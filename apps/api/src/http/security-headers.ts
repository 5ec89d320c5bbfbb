import type { FastifyInstance } from 'fastify';

/**
 * Sent with every response: no scripts, no embedding, no content sniffing. Routes that serve pages or
 * files override them.
 */
export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Caches drop hidden content within two minutes, even if they cannot revalidate. */
export const PUBLIC_CACHE_CONTROL =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=30';

/** Sent with pages only: they concern windows, links and frames. */
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
