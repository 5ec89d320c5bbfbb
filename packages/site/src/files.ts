import type { SiteSettings } from '@vitrine/contract/site';
import { absoluteUrl, isBelow } from './absolute-url.ts';
import { atomFeed, jsonFeed } from './feed.tsx';
import { drawIcon } from './icon.ts';
import { llmsTxt } from './llms-txt.ts';
import { type FilePath, itemsOn, pagePaths, resolvePath } from './resolve-path.ts';
import type { Page, PageOptions, SitePortfolio } from './site.ts';
import { lastChange, latestUpdate } from './text.ts';
import { vcardOf } from './vcard.ts';
import { escapeXml } from './xml.ts';

/**
 * Renders what machines read. Returns undefined for the sitemap of a site that must not be listed, for the
 * feeds of posts if there are none, and below the dashboard for what needs an address that lasts.
 */
export function renderFile(
  portfolio: SitePortfolio,
  settings: SiteSettings,
  path: FilePath,
  options: PageOptions,
): Page | undefined {
  if (isBelow(options) && path !== '/card.vcf' && path !== '/icon.svg') return undefined;
  switch (path) {
    case '/feed.xml':
    case '/writing/feed.xml':
      return feed('application/atom+xml', atomFeed);
    case '/feed.json':
    case '/writing/feed.json':
      return feed('application/feed+json', jsonFeed);
    case '/sitemap.xml':
      return settings.indexed ? file('application/xml', sitemap(portfolio, options)) : undefined;
    case '/robots.txt':
      return file('text/plain', robotsTxt(settings, options));
    case '/llms.txt':
      return file('text/plain', llmsTxt(portfolio, settings, options));
    case '/card.vcf':
      return file('text/vcard', vcardOf(portfolio, options));
    case '/icon.svg':
      return file('image/svg+xml', drawIcon(portfolio.profile, settings));
  }

  function feed(type: string, write: typeof atomFeed): Page | undefined {
    const isOfPosts = path.startsWith('/writing/');
    if (isOfPosts && portfolio.posts.length === 0) return undefined;
    const written = isOfPosts ? { ...portfolio, projects: [] } : portfolio;
    return file(type, write(written, settings, path, options));
  }
}

function file(type: string, body: string): Page {
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body };
}

function sitemap(portfolio: SitePortfolio, options: PageOptions): string {
  const urls = pagePaths(portfolio, options.contactUrl !== '').map((path) => {
    const changed = changedAt(portfolio, path);
    const lastmod = changed === undefined ? '' : `<lastmod>${escapeXml(changed)}</lastmod>`;
    return `<url><loc>${escapeXml(absoluteUrl(options, path))}</loc>${lastmod}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

function changedAt(portfolio: SitePortfolio, path: string): string | undefined {
  const target = resolvePath(portfolio, path);
  if (target.kind === 'project') return target.project.updatedAt;
  if (target.kind === 'post') return target.post.updatedAt;
  if (target.kind === 'projects') return lastChange(itemsOn(portfolio.projects, target.number));
  if (target.kind === 'posts') return lastChange(itemsOn(portfolio.posts, target.number));
  if (target.kind === 'tag') return lastChange(target.posts);
  return latestUpdate(portfolio);
}

function robotsTxt({ indexed }: SiteSettings, options: PageOptions): string {
  if (!indexed) return 'User-agent: *\nDisallow: /\n';
  const sitemapUrl = absoluteUrl(options, '/sitemap.xml');
  return `User-agent: *\nDisallow: /preview/\n\nSitemap: ${sitemapUrl}\n`;
}
