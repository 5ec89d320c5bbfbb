import { resolvePath } from '@vitrine/site/resolve-path';
import type { SitePortfolio } from '@vitrine/site/site';
import type { Counted } from './visit-writer.ts';

/**
 * Returns what a path of the site counts as. Feeds, other files for machines and addresses without a page
 * count as nothing. Addresses that exist are remembered, so their number is that of the pages.
 */
export function createCountedPaths() {
  const known = new Map<string, Counted | undefined>();
  return {
    /** Call it when pages may have changed. */
    clear: () => known.clear(),
    find(portfolio: SitePortfolio, url: string): Counted | undefined {
      const counted = known.get(url);
      if (counted !== undefined || known.has(url)) return counted;
      const [path = '/'] = url.split('?', 1);
      const target = resolvePath(portfolio, path);
      if (target.kind === 'not-found' || target.kind === 'moved') return undefined;
      const found = countedAs(target.kind, target.path);
      if (path === url) known.set(url, found);
      return found;
    },
  };
}

function countedAs(
  kind: ReturnType<typeof resolvePath>['kind'],
  name: string,
): Counted | undefined {
  if (kind === 'resume-file' || kind === 'resume-upload') return { kind: 'resume', name };
  // The page after a message was sent.
  if (kind === 'file' || kind === 'kind-words' || name === '/contact/sent') return undefined;
  return { kind: 'page', name };
}
