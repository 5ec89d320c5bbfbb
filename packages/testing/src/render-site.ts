import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '@vitrine/contract/site';
import { renderPage } from '@vitrine/site/render-page';
import type { Page, PageOptions, SitePortfolio } from '@vitrine/site/site';
import { validateXML } from 'xmllint-wasm';

export const ORIGIN = 'https://ada.example';

export const LIVE: PageOptions = {
  origin: ORIGIN,
  mode: 'live',
  base: '',
  assets: {
    stylesheet: '/assets/design-1.css',
    script: '/assets/contact-1.js',
    fonts: ['/assets/serif-1.woff2'],
  },
  contactUrl: '/contact',
};

/** Renders a page as visitors see it, unless a test says otherwise. */
export function render(
  portfolio: SitePortfolio,
  path: string,
  settings: Partial<SiteSettings> = {},
  options: Partial<PageOptions> = {},
): Page {
  const design = { ...DEFAULT_SITE_SETTINGS, ...settings };
  return renderPage(portfolio, design, path, { ...LIVE, ...options });
}

/**
 * Returns the names of the files that are invalid. It takes several at once, because the validator
 * takes longer to start than to run.
 */
export async function findInvalidXml(
  files: Readonly<Record<string, string>>,
  how: { schema: string; extension?: 'relaxng' } | { normalization: 'c14n' },
): Promise<string[]> {
  const xml = Object.entries(files).map(([fileName, contents]) => ({ fileName, contents }));
  const { rawOutput } = await validateXML({ xml, ...how });
  return Object.keys(files).filter((name) =>
    new RegExp(`^${name}(:\\d+: .*error| fails to validate)`, 'm').test(rawOutput),
  );
}
