import type { IncomingMessage, ServerResponse } from 'node:http';
import { missing } from '@vitrine/contract/call';
import { routes } from '@vitrine/contract/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_CORS_HEADERS } from '../../http/auth-guard.ts';
import { type CompressedBody, type Encoding, negotiateEncoding } from '../../http/compression.ts';
import { HttpError, JSON_TYPE } from '../../http/errors.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import type { PortfolioSnapshot } from './portfolio-snapshot.ts';

const PORTFOLIO = `${API_PREFIX}${routes.public.portfolio.path}`;
const PROJECT = `${API_PREFIX}${routes.public.project.path}`;

/** Caches drop hidden content within two minutes, even if they cannot revalidate. */
const CACHE_CONTROL =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=30';

/** The public read-only API for the owner's site: no cookie, any origin. */
export function portfolioRoutes(
  app: FastifyInstance,
  snapshot: PortfolioSnapshot,
  publicUrl: string,
): void {
  const sendPage = createPageSender(publicUrl);
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

  app.route<{ Params: { id: string } }>({
    method,
    url: PROJECT,
    config,
    async handler(request, reply) {
      const current = await currentSnapshot();
      const page = await current.project(request.params.id.toLowerCase());
      if (!page) throw new HttpError(404, missing('project'));
      return send(request, reply, page);
    },
  });

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
    if (!current) throw new HttpError(404, 'This portfolio has no owner yet.');
    return current;
  }

  function send(request: FastifyRequest, reply: FastifyReply, page: CompressedBody): FastifyReply {
    reply.hijack();
    sendPage(request.raw, reply.raw, page);
    return reply;
  }
}

/**
 * Serves the portfolio from memory before the request reaches Fastify, whose handling costs more
 * than this response. Returns whether it responded.
 */
export function servePortfolioFromMemory(
  snapshot: PortfolioSnapshot,
  publicUrl: string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const sendPage = createPageSender(publicUrl);
  return (request, response) => {
    if (request.url !== PORTFOLIO || (request.method !== 'GET' && request.method !== 'HEAD'))
      return false;
    const page = snapshot.current()?.portfolio;
    // Fastify reads or discards a request body within its time limits.
    if (!page || request.headers['content-length'] || request.headers['transfer-encoding'])
      return false;
    sendPage(request, response, page);
    return true;
  };
}

/** One encoding of a page with its headers. */
interface EncodedPage {
  readonly tag: string;
  readonly body: Buffer;
  readonly headers: string[];
  readonly unchangedHeaders: string[];
}

function createPageSender(publicUrl: string) {
  const common = { ...securityHeaders(publicUrl), ...PUBLIC_CORS_HEADERS };
  // Headers are built with the first response and reused for as long as the body is in memory.
  const encodedPages = new WeakMap<Buffer, EncodedPage>();

  function encodePage(page: CompressedBody, encoding: Encoding | undefined): EncodedPage {
    const body = (encoding && page[encoding]) ?? page.body;
    const known = encodedPages.get(body);
    if (known) return known;
    const tag = `"${page.tag}${encoding ? `-${encoding}` : ''}"`;
    // A 304 repeats only the headers that a cache must update.
    const unchanged = {
      'cache-control': CACHE_CONTROL,
      etag: tag,
      vary: 'accept-encoding',
      'access-control-allow-origin': PUBLIC_CORS_HEADERS['access-control-allow-origin'],
    };
    const whole = {
      ...common,
      ...unchanged,
      'content-type': JSON_TYPE,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    };
    const encoded = {
      tag,
      body,
      headers: Object.entries(whole).flat(),
      unchangedHeaders: Object.entries(unchanged).flat(),
    };
    encodedPages.set(body, encoded);
    return encoded;
  }

  return (request: IncomingMessage, response: ServerResponse, page: CompressedBody): void => {
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers;
    const encoded = encodePage(page, negotiateEncoding(accepted, page));
    if (ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(encoded.tag))) {
      response.writeHead(304, encoded.unchangedHeaders).end();
      return;
    }
    response.writeHead(200, encoded.headers);
    if (request.method === 'HEAD') response.end();
    else response.end(encoded.body);
  };
}
