import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendCompressed } from './compression.ts';
import type { DashboardFile, DashboardFiles } from './dashboard-files.ts';
import { routeNotFound } from './errors.ts';
import { PAGE_HEADERS } from './security-headers.ts';
import type { SessionCookie } from './session-cookie.ts';

/**
 * Serves the built dashboard beside the API, under the same address. Whatever path a person opens
 * gets the page, which knows its own routes.
 */
export function dashboardRoutes(
  app: FastifyInstance,
  { page, files }: DashboardFiles,
  cookie: SessionCookie,
  { publicUrl, mediaOrigin }: { publicUrl: string; mediaOrigin: string },
): void {
  const elsewhere = mediaOrigin === publicUrl ? '' : ` ${mediaOrigin}`;
  const policy = pagePolicy(page.body.toString(), elsewhere);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { access: 'anyone' },
    handler(request, reply) {
      const path = request.url.split('?', 1)[0] ?? '/';
      const file = files.get(path);
      if (file && !file.isPage) return send(request, reply, file);
      if (!isPageWanted(request, path)) throw routeNotFound();
      tellSession(request, reply, cookie);
      reply.headers({ ...PAGE_HEADERS, 'content-security-policy': policy });
      return send(request, reply, page);
    },
  });
}

function isPageWanted({ headers }: FastifyRequest, path: string): boolean {
  const isOurs = /^\/(api|media|assets)(\/|$)/.test(path);
  return !isOurs && (headers.accept?.includes('text/html') ?? false);
}

function send(request: FastifyRequest, reply: FastifyReply, file: DashboardFile): FastifyReply {
  const cacheControl = file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  return sendCompressed(request, reply, file, { type: file.type, cacheControl });
}

/**
 * Only when the browser would have sent the session: it keeps a strict cookie back from somebody
 * who follows a link from another site, and sends it with what the page asks for next.
 */
function tellSession(request: FastifyRequest, reply: FastifyReply, cookie: SessionCookie): void {
  const isFromHere = ['none', 'same-origin'].includes(String(request.headers['sec-fetch-site']));
  cookie.setSignedOutHint(reply, isFromHere && cookie.read(request) === undefined);
}

/**
 * Our own scripts only, and the one inside the page by its hash. Styles may be inline: dialogs and
 * toasts write theirs while they run.
 */
function pagePolicy(html: string, mediaElsewhere: string): string {
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${mediaElsewhere}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
