import type { ShownView } from '@vitrine/contract/view';
import { applyView, type SiteView } from '@vitrine/site/apply-view';
import { resolvePath } from '@vitrine/site/resolve-path';
import { hasResume } from '@vitrine/site/resume';
import type { SitePortfolio } from '@vitrine/site/site';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitInFlight } from '../../concurrency.ts';
import { ExpectedError } from '../../expected-error.ts';
import { drawCard } from '../../typeset/draw-card.ts';
import { cardPathOf, findCard } from './cards.ts';
import { createPostNamer, createProjectNamer } from './site-content.ts';
import { createViewHeaders } from './site-headers.ts';
import type { LiveSite } from './site-pages.ts';
import { makeResumeResponse } from './site-resume.ts';
import { makeFromLive, pathOf, type SiteOptions } from './site-route.ts';

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/**
 * Serves what is behind the link of a view. Each request asks the database for the view, and nothing is
 * kept, so that all of it ends with the link.
 */
export async function sendView(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  site: SiteOptions,
): Promise<FastifyReply> {
  const { token } = request.params;
  reply.headers(createViewHeaders(site.siteUrl, site.origins));
  const found = await site.views.find(token);
  if (!found) throw new ExpectedError(404, 'This page does not exist.');
  const made =
    found.state === 'active' ? await run(() => makeFor(request, site, found)) : undefined;
  // It can have ended while the page was made.
  const isActive = made !== undefined && (await site.views.find(token))?.state === 'active';
  const { status, headers, body } = isActive ? made : await run(() => makeEnded(site));
  const isPage = headers['content-type'] !== 'image/jpeg';
  if (isActive && status === 200 && isPage && found.state === 'active')
    site.views.countOpen(found.id, request.raw, request.ip);
  return reply.code(status).headers(headers).send(body);
}

/** Who has a link must not slow down the site for everyone else. */
const run = limitInFlight(10);

function makeEnded(site: SiteOptions): Promise<Response> {
  return makeFromLive(site, ({ named, settings, options }) =>
    site.renderer.page(named, { settings, path: '/v', options, form: { isEndedView: true } }),
  );
}

async function makeFor(
  request: FastifyRequest<{ Params: { token: string } }>,
  site: SiteOptions,
  { shown }: { readonly shown: ShownView },
): Promise<Response> {
  const base = `/v/${request.params.token}`;
  const path = pathOf(request).slice(base.length) || '/';
  const view = await nameView(site, shown);
  return makeFromLive(site, (live) => makeResponse(site, live, { view, base, path }));
}

/** Reads the drafts of a view, and drops every field that readers must not see. */
export async function nameView(
  { views, origins }: Pick<SiteOptions, 'views' | 'origins'>,
  shown: ShownView,
): Promise<SiteView> {
  const nameProject = createProjectNamer(origins);
  const namePost = createPostNamer(origins);
  const drafts = await views.readDrafts(shown);
  return {
    ...shown,
    drafts: drafts.map((one) =>
      one.noun === 'project'
        ? { noun: one.noun, item: nameProject(one.item) }
        : { noun: one.noun, item: namePost(one.item) },
    ),
  };
}

interface Place {
  readonly view: SiteView;
  readonly base: string;
  readonly path: string;
}

async function makeResponse(
  { renderer, media, siteUrl }: SiteOptions,
  { named, settings: design, options }: LiveSite,
  { view, base, path }: Place,
): Promise<Response> {
  const { portfolio, settings } = applyView(named.portfolio, design, view);
  const source = { portfolio, settings, siteUrl };
  if (path.startsWith('/og/')) {
    const card = findCard(source, path.slice('/og'.length))?.card;
    if (!card) throw new ExpectedError(404, 'This file does not exist.');
    const headers = {
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'cross-origin',
    };
    return { status: 200, headers, body: await drawCard(card, media) };
  }
  const target = resolvePath(portfolio, path);
  if (target.kind === 'resume-file') {
    const { status, headers, body } = await makeResumeResponse(
      target.format,
      { portfolio, settings, origin: siteUrl },
      { media, writeDocx: renderer.docx },
    );
    const { 'access-control-allow-origin': _, ...ownHeaders } = headers;
    return { status, headers: ownHeaders, body };
  }
  return renderer.page(named, {
    settings: design,
    path: isInView(target, portfolio) ? path : '/404',
    options: { ...options, base, isView: true, cardPath: cardPathOf(source, path) },
    view,
  });
}

/** Feeds and other files for machines are not for one reader, and the form is on the home page. */
function isInView({ kind }: ReturnType<typeof resolvePath>, portfolio: SitePortfolio): boolean {
  if (kind === 'projects') return portfolio.projects.length > 0;
  if (kind === 'resume') return hasResume(portfolio);
  return kind !== 'file' && kind !== 'contact';
}
