import { test as base, expect, type Page } from '@playwright/test';
import { emptyPortfolio, samplePortfolio } from '../../examples/backend/portfolio.ts';
import { servePages } from './pages.ts';
import { type SpecOnlyHost, startSpecOnlyHost } from './spec-only-host.ts';

export { expect };

interface Fixtures {
  /** After every test, checks that the dashboard made only specified calls. */
  readonly onlyKnownCalls: undefined;
  /** A signed-out browser; the portfolio has content. */
  readonly visitor: Page;
  /** A signed-in browser; the portfolio has content. */
  readonly owner: Page;
  /** A signed-in browser; the portfolio is empty. */
  readonly beginner: Page;
}

interface Site {
  readonly pages: string;
  readonly host: SpecOnlyHost;
}

export const test = base.extend<
  Fixtures & { readonly host: SpecOnlyHost },
  { readonly site: Site }
>({
  site: [
    async ({ browserName: _ }, use) => {
      // Another port is another origin but the same site, so cookies are sent.
      const pages = await servePages('localhost');
      const host = await startSpecOnlyHost(pages.origin);
      pages.connect(host.origin);
      await use({ pages: pages.origin, host });
      await pages.stop();
      await host.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.pages),
  host: async ({ site: { host } }, use) => {
    host.portfolio = samplePortfolio(host.picture);
    host.requests.length = 0;
    await use(host);
  },
  onlyKnownCalls: [
    async ({ host, context }, use) => {
      const elsewhere: string[] = [];
      context.on('request', (request) => {
        const isCall = ['xhr', 'fetch', 'ping'].includes(request.resourceType());
        if (isCall && !request.url().startsWith(`${host.origin}/`)) elsewhere.push(request.url());
      });
      await use(undefined);
      expect(host.strangeRequests()).toEqual([]);
      expect(elsewhere).toEqual([]);
    },
    { auto: true },
  ],
  visitor: ({ host: _, page }, use) => use(page),
  owner: async ({ host, page }, use) => {
    await host.signIn(page.context());
    await use(page);
  },
  beginner: async ({ host, owner }, use) => {
    host.portfolio = emptyPortfolio(host.picture);
    await use(owner);
  },
});
