import type { IncomingMessage, ServerResponse } from 'node:http';
import { webfinger } from '@vitrine/site/webfinger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ExpectedError } from '../../expected-error.ts';
import { routeNotFound } from '../../http/errors.ts';
import { SITE_PREFIX } from '../../http/hosts.ts';
import {
  isPlainRead,
  type MemoryResponse,
  sendMemoryResponse,
} from '../../http/memory-response.ts';
import { placeOf, SITE_BELOW } from '../../site-address.ts';
import { drawCard } from '../../typeset/draw-card.ts';
import { findCard } from './cards.ts';
import { contactPageRoutes } from './contact-page.ts';
import { kindWordsRoutes } from './kind-words-routes.ts';
import { sendPreview } from './preview.ts';
import {
  makeFromLive,
  notSetUp,
  pathOf,
  requireLive,
  SITE_ROUTE,
  type SiteOptions,
} from './site-route.ts';
import { sendView } from './view-page.ts';

const ASSETS = '/assets/';
const ASSET = `${SITE_PREFIX}${ASSETS}:name`;
const PAGE = `${SITE_PREFIX}/*`;

/**
 * Serves pages and their files from memory, before the request reaches Fastify. Returns the route if
 * it responded.
 */
export function serveSiteFromMemory({ pages, files }: Pick<SiteOptions, 'pages' | 'files'>) {
  return (request: IncomingMessage, response: ServerResponse): string | undefined => {
    const { url = '/' } = request;
    const isAsset = url.startsWith(ASSETS);
    const held = isAsset ? files.current(url.slice(ASSETS.length)) : pages.current(url);
    if (!held || !isPlainRead(request)) return undefined;
    sendMemoryResponse(request, response, held);
    return isAsset ? ASSET : PAGE;
  };
}

/** The routes of the public site, on its own host. */
export function siteRoutes(app: FastifyInstance, options: SiteOptions): void {
  const { pages, files, load } = options;
  contactPageRoutes(app, options);
  kindWordsRoutes(app, options);

  app.route<{ Params: { name: string } }>({
    ...SITE_ROUTE,
    method: ['GET', 'HEAD'],
    url: ASSET,
    async handler(request, reply) {
      const file = await files.find(request.params.name);
      if (!file) throw new ExpectedError(404, 'This file does not exist.');
      return send(request, reply, file);
    },
  });

  app.route({
    ...SITE_ROUTE,
    method: ['GET', 'HEAD'],
    url: `${SITE_PREFIX}/og/*`,
    handler: (request, reply) => sendCard(request, reply, options),
  });

  app.route<{ Querystring: { resource?: string } }>({
    ...SITE_ROUTE,
    method: ['GET', 'HEAD'],
    url: `${SITE_PREFIX}/.well-known/webfinger`,
    async handler({ query }, reply) {
      // It says who is behind a host of the site's own.
      if (options.siteUrl === SITE_BELOW) throw routeNotFound();
      const { named, options: pageOptions } = await requireLive(options);
      const resource = typeof query.resource === 'string' ? query.resource : undefined;
      const page = webfinger(named.portfolio, pageOptions, resource);
      return reply.code(page.status).headers(page.headers).send(page.body);
    },
  });

  // The router matches a home page by the first pattern of each pair, since it ignores the last slash.
  for (const url of [`${SITE_PREFIX}/preview/:token`, `${SITE_PREFIX}/preview/:token/*`])
    app.route<{ Params: { token: string } }>({
      ...SITE_ROUTE,
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => sendPreview(request, reply, options),
    });

  for (const url of [`${SITE_PREFIX}/v/:token`, `${SITE_PREFIX}/v/:token/*`])
    app.route<{ Params: { token: string } }>({
      ...SITE_ROUTE,
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => sendView(request, reply, options),
    });

  for (const url of [SITE_PREFIX, PAGE])
    app.route({ ...SITE_ROUTE, method: ['GET', 'HEAD'], url, handler: sendPage });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!pages.portfolio()) await load();
    const path = pathOf(request);
    // The lookbehind keeps this linear for a path with thousands of slashes.
    const shorter = path.replace(/(?<!\/)\/+$/, '');
    if (shorter !== '' && shorter !== path) return redirectToShorter(reply, shorter);
    const page = await pages.find(path);
    if (!page) throw notSetUp();
    return send(request, reply, page);
  }

  /** Only to an address of ours: `//example.com` is one of another host. */
  async function redirectToShorter(reply: FastifyReply, path: string): Promise<FastifyReply> {
    const page = await pages.find(path);
    if (!page || page.status === 404) throw routeNotFound();
    return reply.redirect(placeOf(options.siteUrl, path), 301);
  }
}

function send(request: FastifyRequest, reply: FastifyReply, held: MemoryResponse): FastifyReply {
  reply.hijack();
  sendMemoryResponse(request.raw, reply.raw, held);
  return reply;
}

/** Draws an Open Graph image. One with an old key gets the current picture, which is not kept. */
async function sendCard(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SiteOptions,
): Promise<FastifyReply> {
  const { siteUrl, media } = options;
  const { image, isCurrent } = await makeFromLive(options, async ({ named, settings }) => {
    const source = { portfolio: named.portfolio, settings, siteUrl };
    const found = findCard(source, pathOf(request).slice('/og'.length));
    if (!found) throw new ExpectedError(404, 'This file does not exist.');
    return { image: await drawCard(found.card, media), isCurrent: found.isCurrent };
  });
  return reply
    .type('image/jpeg')
    .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(image);
}
