import { PAGE_HEADERS, securityHeaders } from '../../http/security-headers.ts';
import type { Origins } from '../../http/serialize-response.ts';

/**
 * The headers of the site's pages: nothing from other hosts, no inline script, no inline style. The
 * form may send messages to `formOrigin`, if that is another one.
 */
export function createPageHeaders(
  siteUrl: string,
  origins: Origins,
  formOrigin?: string,
): Record<string, string> {
  return {
    ...securityHeaders(siteUrl),
    ...PAGE_HEADERS,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': `${pagePolicy(origins, formOrigin)}; frame-ancestors 'none'`,
  };
}

/** A preview may be framed by the dashboard alone, and is neither kept nor indexed. */
export function createPreviewHeaders(siteUrl: string, origins: Origins): Record<string, string> {
  const { 'x-frame-options': _, ...pageHeaders } = PAGE_HEADERS;
  return {
    ...securityHeaders(siteUrl),
    ...pageHeaders,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': `${pagePolicy(origins)}; frame-ancestors ${origins.publicUrl}`,
  };
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
export function pagePolicy({ mediaOrigin, publicUrl }: Origins, formOrigin?: string): string {
  const media = mediaOrigin === publicUrl ? '' : ` ${mediaOrigin}`;
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
