import { createHash } from 'node:crypto';
import { THEMES } from '@vitrine/contract/options';
import { ShownView } from '@vitrine/contract/view';
import { applyView } from '@vitrine/site/apply-view';
import { resolvePath } from '@vitrine/site/resolve-path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpectedError } from '../../expected-error.ts';
import { findPreview } from '../../http/preview-store.ts';
import { placeOf } from '../../site-address.ts';
import { findDesign } from './design-store.ts';
import { addSamples } from './sample-portfolio.ts';
import { createPreviewHeaders } from './site-headers.ts';
import { makeSiteResume, siteResumeHeaders } from './site-resume.ts';
import { notSetUp, pathOf, type SiteOptions } from './site-route.ts';
import { nameView } from './view-page.ts';

/**
 * Shows the draft of the design. `?safe-css` shows it without the owner's CSS, `?theme=grid` in another
 * theme, `?published` shows the published design, and `?samples` adds sample projects if the owner has
 * none. The preview of a view shows the published design.
 */
export async function sendPreview(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  site: SiteOptions,
): Promise<FastifyReply> {
  const { db, pages, files, media, renderer, siteUrl, origins, homeNetwork, load } = site;
  const { token } = request.params;
  reply.headers(createPreviewHeaders(siteUrl, origins, homeNetwork));
  const preview = await findPreview(db, token);
  if (!preview)
    throw new ExpectedError(404, 'This preview has expired. Open it again from the dashboard.');
  if (!pages.portfolio()) await load();
  const own = pages.portfolio();
  if (!own) throw notSetUp();
  const { draft, published } = await findDesign(db);
  const query = new URLSearchParams(request.url.split('?')[1]);
  const named = query.has('samples') ? addSamples(own) : own;
  const shown = ShownView.safeParse(preview.view).data;
  const view = shown && (await nameView(site, shown));
  const design = query.has('published') || view ? published : (draft ?? published);
  const { settings: chosen, css: ownerCss } = design;
  const isSafe = query.has('safe-css');
  const theme = THEMES.find((one) => one === query.get('theme'));
  const settings = { ...chosen, ...(theme && { theme }) };
  const stylesheet = await renderer.stylesheet(settings, isSafe ? '' : ownerCss);
  const base = `/preview/${token}`;
  const path = pathOf(request).slice(base.length) || '/';
  if (/^\/design-[0-9a-f]+\.css$/.test(path)) {
    // A stylesheet names fonts beside it, and this one is elsewhere.
    const folder = placeOf(siteUrl, '/assets/');
    const css = stylesheet.replaceAll(/url\((?=[\w-]+\.woff2\))/g, `url(${folder}`);
    return reply.type('text/css; charset=utf-8').send(css);
  }
  const seen = view
    ? applyView(named.portfolio, settings, view)
    : { portfolio: named.portfolio, settings };
  const target = resolvePath(seen.portfolio, path);
  if (target.kind === 'resume-file') {
    const source = { ...seen, origin: siteUrl };
    const tools = { media, writeDocx: renderer.docx };
    const body = await makeSiteResume(target.format, source, tools);
    return reply.headers(siteResumeHeaders(target.format, seen.portfolio)).send(body);
  }
  const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 16);
  const assets = await files.assetsOf(settings, 'previewScript');
  const page = await renderer.page(named, {
    settings,
    path,
    options: {
      origin: siteUrl,
      mode: 'preview',
      base,
      assets: { ...assets, stylesheet: `/design-${hash}.css${query.size > 0 ? `?${query}` : ''}` },
      contactUrl: '/contact',
      isView: view !== undefined,
    },
    view,
  });
  return reply.code(page.status).headers(page.headers).send(page.body);
}
