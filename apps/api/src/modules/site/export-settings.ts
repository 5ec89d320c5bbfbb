import { isSlug } from '@vitrine/contract/text-format';
import { type FILE_PATHS, postPath, projectPath } from '@vitrine/site/resolve-path';
import { uploadedPdf } from '@vitrine/site/resume';
import type { SitePortfolio } from '@vitrine/site/site';
import { createPageHeaders } from './site-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** Types that a host would not find by the extension. */
const TYPES: Readonly<
  Partial<Record<(typeof FILE_PATHS)[number] | '/.well-known/webfinger', string>>
> = {
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/feed.json': 'application/feed+json; charset=utf-8',
  '/writing/feed.xml': 'application/atom+xml; charset=utf-8',
  '/writing/feed.json': 'application/feed+json; charset=utf-8',
  '/card.vcf': 'text/vcard; charset=utf-8',
  '/.well-known/webfinger': 'application/jrd+json; charset=utf-8',
};

/** The headers of an export, in the format of Netlify and Cloudflare Pages. */
export function headersFile(url: string, siteUrl: string | undefined): string {
  const base = new URL(url).pathname.replace(/\/$/, '');
  // Feed readers in a browser show pictures of the site. Hosts cannot take back a header by path.
  const { 'cross-origin-resource-policy': _, ...pageHeaders } = createPageHeaders(
    url,
    { mediaOrigin: url, publicUrl: url },
    siteUrl,
  );
  const rules: [string, Readonly<Record<string, string>>][] = [
    ['/*', pageHeaders],
    ['/assets/*', { 'cache-control': FOREVER }],
    ['/media/*', { 'cache-control': FOREVER }],
    ...Object.entries(TYPES).map(([path, type]): [string, Record<string, string>] => [
      path,
      {
        'content-type': type,
        ...(path.startsWith('/.well-known/') && { 'access-control-allow-origin': '*' }),
      },
    ]),
  ];
  return rules
    .map(([path, headers]) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
      return `${base}${path}\n${lines.join('')}`;
    })
    .join('');
}

/** Old addresses of projects and posts, and that of an uploaded resume, in the format of Netlify and Cloudflare Pages. */
export function redirectsFile(portfolio: SitePortfolio, base: string): string {
  const { url } = portfolio.profile.resume;
  const resume =
    uploadedPdf(portfolio) === undefined ? [] : [`${base}/resume.pdf ${base}${url} 302\n`];
  const moved = [
    ...movedItems(portfolio.projects, projectPath, base),
    ...movedItems(portfolio.posts, postPath, base),
  ].toSorted();
  return [...moved, ...resume].join('');
}

interface Moved {
  readonly slug: string;
  readonly oldSlugs: readonly string[];
}

function movedItems(
  items: readonly Moved[],
  pathOf: (item: { readonly slug: string }) => string,
  base: string,
): string[] {
  return items.flatMap((item) =>
    item.oldSlugs
      .filter(isSlug)
      .map((slug) => `${base}${pathOf({ slug })} ${base}${pathOf(item)}/ 301\n`),
  );
}
