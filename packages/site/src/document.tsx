import type { ReactNode } from 'react';
import { Head, type HeadProps } from './head.tsx';
import { usePage } from './page-context.ts';
import { listNavigation } from './sections.ts';
import type { SitePortfolio } from './site.ts';
import { latestUpdate } from './text.ts';

interface DocumentProps extends HeadProps {
  /** The class of the body, as in page-home. */
  readonly kind: string;
  /** The part of the navigation that this page belongs to. */
  readonly current?: string;
  readonly project?: string;
  readonly children: ReactNode;
}

/** The frame of every page. */
export function Document({ kind, current, project, children, ...head }: DocumentProps) {
  const { settings, words, portfolio, href, path, isForMachines } = usePage();
  const { fullName } = portfolio.profile;
  const isHome = path === '/';
  return (
    <html lang={settings.language} dir={words.dir} data-scheme={settings.scheme}>
      <Head {...head} />
      <body className={`page-${kind}`} data-page={kind} data-project={project}>
        <a className="skip" href="#main">
          {words.skip}
        </a>
        <header className="site-header">
          <a
            className="site-name"
            href={href('/')}
            rel="home"
            aria-current={isHome ? 'page' : undefined}
          >
            {fullName}
          </a>
          <nav aria-label={words.mainNavigation}>
            <ul>
              {listNavigation(portfolio, settings).map(({ to, name }) => (
                <li key={to}>
                  <a
                    href={href(to)}
                    aria-current={to === path ? 'page' : to === current ? 'true' : undefined}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="site-footer">
          <p>{settings.footer || copyright(portfolio)}</p>
          <ul>
            {isForMachines && (
              <li>
                <a href={href('/feed.xml')} type="application/atom+xml">
                  {words.feed}
                </a>
              </li>
            )}
            <li>
              <a href="#main">{words.backToTop}</a>
            </li>
          </ul>
        </footer>
      </body>
    </html>
  );
}

/** The year comes from the content, so that a page changes only with its content. */
function copyright(portfolio: SitePortfolio): string {
  const year = latestUpdate(portfolio)?.slice(0, 4);
  return ['©', year, portfolio.profile.fullName].filter(Boolean).join(' ');
}
