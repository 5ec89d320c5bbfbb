import type { SiteSettings } from '@vitrine/contract/site';
import { createContext, use } from 'react';
import { absoluteUrl, baseOf, isBelow } from './absolute-url.ts';
import { relativePath } from './relative-path.ts';
import type { Target } from './resolve-path.ts';
import type { PageOptions, SitePortfolio } from './site.ts';
import type { Words } from './words/words.ts';
import { SITE_WORDS } from './words.ts';

/** What every part of a page can read. */
export interface PageContext extends PageOptions {
  readonly portfolio: SitePortfolio;
  readonly settings: SiteSettings;
  /** The path of this page, like /projects/tidewatch. */
  readonly path: string;
  readonly target: Target;
  readonly words: Words;
  /** Whether machines are to read it too: neither a view nor below the dashboard. */
  readonly isForMachines: boolean;
  /** Returns the link to a path of the site, as in /resume or /#work. */
  readonly href: (path: string) => string;
}

const Context = createContext<PageContext | undefined>(undefined);
export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = use(Context);
  if (!page) throw new Error('This part is shown on a page only.');
  return page;
}

export function createPageContext(
  portfolio: SitePortfolio,
  settings: SiteSettings,
  target: Target,
  options: PageOptions,
): PageContext {
  const { path } = target;
  return {
    ...options,
    portfolio,
    settings,
    path,
    target,
    words: SITE_WORDS[settings.language],
    isForMachines: !options.isView && !isBelow(options),
    href(to) {
      // A host shows this page at any address, so that relative links would not work.
      if (options.mode === 'export' && target.kind === 'not-found')
        return new URL(absoluteUrl(options, to)).pathname;
      if (options.mode === 'export') return relativePath(path, to);
      return baseOf(to, options) + to;
    },
  };
}
