import { PAGE_HEADERS, securityHeaders } from '../../http/security-headers.ts';
import { isOwnMedia, type Origins } from '../../http/serialize-response.ts';
import { SITE_BELOW } from '../../site-address.ts';

/**
 * The headers of the site's pages: nothing from other hosts, no inline script, no inline style. The
 * form may send messages to `formOrigin`, if that is another one.
 */
export function createPageHeaders(
  siteUrl: string,
  origins: Origins,
  formOrigin?: string,
): Record<string, string> {
  return confine(siteUrl, {
    ...securityHeaders(siteUrl),
    ...PAGE_HEADERS,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': `${pagePolicy(origins, formOrigin)}; frame-ancestors 'none'`,
  });
}

const SANDBOX =
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * Below the dashboard, a page gets an origin of its own: it can neither use the owner's cookie nor read what
 * is on the host. What it loads there is then from another origin.
 */
function confine(siteUrl: string, headers: Record<string, string>): Record<string, string> {
  if (siteUrl !== SITE_BELOW) return headers;
  // Browsers do not show a page that has both this policy and a sandbox.
  const { 'cross-origin-opener-policy': _, ...others } = headers;
  return {
    ...others,
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': `${headers['content-security-policy']}; ${SANDBOX}`,
  };
}

/**
 * A preview may be framed by the dashboard alone, and is neither kept nor indexed. In a home network, the
 * dashboard has many addresses over HTTP, so that all pages there may frame it. Others do not know its
 * address, which holds a secret, and it uses no cookie.
 */
export function createPreviewHeaders(
  siteUrl: string,
  origins: Origins,
  homeNetwork: boolean,
): Record<string, string> {
  const { 'x-frame-options': _, ...pageHeaders } = PAGE_HEADERS;
  const ownHost = homeNetwork ? `${origins.publicUrl} http:` : origins.publicUrl;
  const dashboard = siteUrl === SITE_BELOW ? "'self'" : ownHost;
  return confine(siteUrl, {
    ...securityHeaders(siteUrl),
    ...pageHeaders,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': `${pagePolicy(origins)}; frame-ancestors ${dashboard}`,
  });
}

/** A page of a view is neither kept nor indexed, and links on it do not tell others its address. */
export function createViewHeaders(siteUrl: string, origins: Origins): Record<string, string> {
  return {
    ...createPageHeaders(siteUrl, origins),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  };
}

/** Without `frame-ancestors`, which has no effect in a page itself. */
export function pagePolicy(origins: Origins, formOrigin?: string): string {
  const media = isOwnMedia(origins) ? '' : ` ${origins.mediaOrigin}`;
  const form = formOrigin === undefined ? '' : ` ${formOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${media}`,
    "font-src 'self'",
    `connect-src 'self'${form}`,
    "base-uri 'none'",
    `form-action 'self'${form}`,
  ].join('; ');
}
