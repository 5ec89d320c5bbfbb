import type { IncomingMessage, ServerResponse } from 'node:http';
import { missing } from '@vitrine/contract/call';
import { routes } from '@vitrine/contract/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_CORS_HEADERS } from '../../http/auth-guard.ts';
import { type CompressedBody, type Encoding, negotiateEncoding } from '../../http/compression.ts';
import { HttpError, JSON_TYPE } from '../../http/errors.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import type { PublishedPortfolio } from './portfolio-snapshot.ts';

const PORTFOLIO = `${API_PREFIX}${routes.public.portfolio.path}`;
const PROJECT = `${API_PREFIX}${routes.public.project.path}`;

/** What the owner hides must be gone everywhere within two minutes, also if a cache cannot reach us. */
const CACHE_CONTROL =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=30';

/** What a site reads, from wherever it is: no cookie, any origin. */
export function portfolioRoutes(
  app: FastifyInstance,
  published: PublishedPortfolio,
  publicUrl: string,
): void {
  const answer = answerWith(publicUrl);
  const config = { access: 'anyone', isCall: true } as const;
  const method = ['GET', 'HEAD'];

  app.route({
    method,
    url: PORTFOLIO,
    config,
    async handler(request, reply) {
      const edition = await editionNow();
      return send(request, reply, edition.portfolio);
    },
  });

  app.route<{ Params: { id: string } }>({
    method,
    url: PROJECT,
    config,
    async handler(request, reply) {
      const edition = await editionNow();
      const page = await edition.project(request.params.id.toLowerCase());
      if (!page) throw new HttpError(404, missing('project'));
      return send(request, reply, page);
    },
  });

  /** Browsers ask first whether a page of another site may send JSON. */
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

  async function editionNow() {
    if (!published.edition()) await published.renew();
    const edition = published.edition();
    if (!edition) throw new HttpError(404, 'This portfolio has no owner yet.');
    return edition;
  }

  function send(request: FastifyRequest, reply: FastifyReply, page: CompressedBody): FastifyReply {
    reply.hijack();
    answer(request.raw, reply.raw, page);
    return reply;
  }
}

/**
 * Answers the one document that everybody reads, while it is in memory, before the framework sees
 * the request: what a framework does for a request costs more than this answer. Tells whether it did.
 */
export function answerFromMemory(
  edition: () => ReturnType<PublishedPortfolio['edition']>,
  publicUrl: string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const answer = answerWith(publicUrl);
  return (request, response) => {
    if (request.url !== PORTFOLIO || (request.method !== 'GET' && request.method !== 'HEAD'))
      return false;
    const page = edition()?.portfolio;
    // Who sends a body along is waited for by the framework, and not for long.
    if (!page || request.headers['content-length'] || request.headers['transfer-encoding'])
      return false;
    answer(request, response, page);
    return true;
  };
}

interface Copy {
  readonly tag: string;
  readonly body: Buffer;
  readonly headers: string[];
  readonly unchangedHeaders: string[];
}

function answerWith(publicUrl: string) {
  const common = { ...securityHeaders(publicUrl), ...PUBLIC_CORS_HEADERS };
  // The headers of a copy are put together with the first answer and kept as long as the copy.
  const copies = new WeakMap<Buffer, Copy>();

  function copyOf(page: CompressedBody, encoding: Encoding | undefined): Copy {
    const body = (encoding && page[encoding]) ?? page.body;
    const known = copies.get(body);
    if (known) return known;
    const tag = `"${page.tag}${encoding ? `-${encoding}` : ''}"`;
    // Who has the rest keeps it: a 304 says only what may have changed, and who may read it.
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
    const copy = {
      tag,
      body,
      headers: Object.entries(whole).flat(),
      unchangedHeaders: Object.entries(unchanged).flat(),
    };
    copies.set(body, copy);
    return copy;
  }

  return (request: IncomingMessage, response: ServerResponse, page: CompressedBody): void => {
    const { 'accept-encoding': accepted, 'if-none-match': had } = request.headers;
    const copy = copyOf(page, negotiateEncoding(accepted, page));
    if (had !== undefined && (had === '*' || had.includes(copy.tag))) {
      response.writeHead(304, copy.unchangedHeaders).end();
      return;
    }
    response.writeHead(200, copy.headers);
    if (request.method === 'HEAD') response.end();
    else response.end(copy.body);
  };
}
