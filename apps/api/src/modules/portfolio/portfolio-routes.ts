import type { IncomingMessage, ServerResponse } from 'node:http';
import { missing } from '@vitrine/contract/call';
import { publicRoutes } from '@vitrine/contract/collection-routes';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import { routes } from '@vitrine/contract/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_CORS_HEADERS } from '../../auth/auth-guard.ts';
import { ExpectedError } from '../../expected-error.ts';
import type { CompressedBody } from '../../http/compression.ts';
import { JSON_TYPE } from '../../http/errors.ts';
import {
  isPlainRead,
  type MemoryResponse,
  sendMemoryResponse,
} from '../../http/memory-response.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { PUBLIC_CACHE_CONTROL, securityHeaders } from '../../http/security-headers.ts';
import type { Portfolio, PortfolioSnapshot } from './portfolio-snapshot.ts';

export const PORTFOLIO = `${API_PREFIX}${routes.public.portfolio.path}`;

/** The public read-only API for the owner's site: no cookie, any origin. */
export function portfolioRoutes(
  app: FastifyInstance,
  snapshot: PortfolioSnapshot<Portfolio>,
  publicUrl: string,
): void {
  const toResponse = createResponses(publicUrl);
  const config = { access: 'anyone', isCall: true } as const;
  const method = ['GET', 'HEAD'];

  app.route({
    method,
    url: PORTFOLIO,
    config,
    async handler(request, reply) {
      const { portfolio } = await currentSnapshot();
      return send(request, reply, portfolio);
    },
  });

  for (const name of namesOf(publicRoutes)) {
    const url = `${API_PREFIX}${publicRoutes[name].path}`;
    app.route<{ Params: { id: string } }>({
      method,
      url,
      config,
      async handler(request, reply) {
        const items = (await currentSnapshot()).items[name];
        const idOrSlug = request.params.id.toLowerCase().normalize('NFC');
        const page = await items.find(idOrSlug);
        if (page) return send(request, reply, page);
        const slug = items.newSlug(idOrSlug);
        if (!slug) throw new ExpectedError(404, missing(COLLECTIONS[name].label));
        reply.headers(PUBLIC_CORS_HEADERS).header('cache-control', PUBLIC_CACHE_CONTROL);
        return reply.redirect(url.replace(':id', encodeURIComponent(slug)), 301);
      },
    });
  }

  // The CORS preflight for a page of another origin that sends JSON.
  app.options(`${API_PREFIX}/public/*`, { config: { access: 'anyone' } }, (_request, reply) =>
    reply
      .headers({
        ...PUBLIC_CORS_HEADERS,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'content-type, idempotency-key',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );

  async function currentSnapshot() {
    if (!snapshot.current()) await snapshot.refresh();
    const current = snapshot.current();
    if (!current) throw new ExpectedError(404, 'This portfolio has no owner yet.');
    if (!current.data.isPublic) throw new ExpectedError(404, 'This portfolio is not public yet.');
    return current;
  }

  function send(request: FastifyRequest, reply: FastifyReply, body: CompressedBody): FastifyReply {
    reply.hijack();
    sendMemoryResponse(request.raw, reply.raw, toResponse(body));
    return reply;
  }
}

/**
 * Serves the portfolio from memory before the request reaches Fastify, whose handling costs more
 * than this response. Returns the route if it responded.
 */
export function servePortfolioFromMemory(
  snapshot: PortfolioSnapshot<Portfolio>,
  publicUrl: string,
): (request: IncomingMessage, response: ServerResponse) => string | undefined {
  const toResponse = createResponses(publicUrl);
  return (request, response) => {
    if (request.url !== PORTFOLIO || !isPlainRead(request)) return undefined;
    const current = snapshot.current();
    if (!current?.data.isPublic) return undefined;
    sendMemoryResponse(request, response, toResponse(current.portfolio));
    return PORTFOLIO;
  };
}

/** Returns a function that adds the headers to a body, once for each body. */
function createResponses(publicUrl: string): (body: CompressedBody) => MemoryResponse {
  const headers = {
    ...securityHeaders(publicUrl),
    ...PUBLIC_CORS_HEADERS,
    'cache-control': PUBLIC_CACHE_CONTROL,
    'content-type': JSON_TYPE,
  };
  return (body) => ({ ...body, status: 200, headers });
}
