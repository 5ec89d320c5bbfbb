import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../auth/session-cookie.ts';
import { ownSiteUrl } from '../site-address.ts';
import { sendCompressed } from './compression.ts';
import type { DashboardFile, DashboardFiles } from './dashboard-files.ts';
import { routeNotFound } from './errors.ts';
import { PAGE_HEADERS } from './security-headers.ts';
import { isOwnMedia, type Origins } from './serialize-response.ts';

interface DashboardOrigins extends Origins {
  /** The public site, which the dashboard shows in a frame. */
  readonly siteUrl: string | undefined;
}

/**
 * Serves the built dashboard on the same origin as the API. Every other path returns the page, which
 * has its own router.
 */
export function dashboardRoutes(
  app: FastifyInstance,
  { page, files }: DashboardFiles,
  cookie: SessionCookie,
  origins: DashboardOrigins,
): void {
  const policy = pagePolicy(page.body.toString(), origins);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { access: 'anyone' },
    handler(request, reply) {
      const path = request.url.split('?', 1)[0] ?? '/';
      const file = files.get(path);
      if (file && !file.isPage) return send(request, reply, file);
      if (!isPageRequest(request, path)) throw routeNotFound();
      hintSession(request, reply, cookie);
      reply.headers({ ...PAGE_HEADERS, 'content-security-policy': policy });
      return send(request, reply, page);
    },
  });
}

/** Tools such as curl accept any type. They get the page unless the path is that of another file. */
function isPageRequest({ headers: { accept = '*/*' } }: FastifyRequest, path: string): boolean {
  if (/^\/(api|media|assets)(\/|$)/.test(path)) return false;
  return accept.includes('text/html') || (accept === '*/*' && !/\.(?!html$)\w+$/.test(path));
}

function send(request: FastifyRequest, reply: FastifyReply, file: DashboardFile): FastifyReply {
  const cacheControl = file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  return sendCompressed(request, reply, file, { type: file.type, cacheControl });
}

/**
 * Sets the signed-out hint only if the browser would have sent the session cookie. Browsers hold back
 * a strict cookie when someone follows a link from another site.
 */
function hintSession(request: FastifyRequest, reply: FastifyReply, cookie: SessionCookie): void {
  const isSameOrigin = ['none', 'same-origin'].includes(String(request.headers['sec-fetch-site']));
  cookie.setSignedOutHint(reply, isSameOrigin && cookie.read(request) === undefined);
}

/**
 * Allows our own scripts, and the inline script by its hash. Styles may be inline, because dialogs and
 * toasts set theirs at run time.
 */
function pagePolicy(html: string, { siteUrl, ...origins }: DashboardOrigins): string {
  const mediaSource = isOwnMedia(origins) ? '' : ` ${origins.mediaOrigin}`;
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${mediaSource}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    ...(siteUrl === undefined ? [] : [`frame-src ${ownSiteUrl(siteUrl) ?? "'self'"}`]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
