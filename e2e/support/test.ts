import { test as base, expect, type Page } from '@playwright/test';
import { startEnvironment, type TestEnvironment } from '@vitrine/testing/environment';
import { PLAIN_SITE, type StaticSite, serveFolder } from '@vitrine/testing/static-site';

export { expect };

interface Fixtures {
  /** A browser that is signed in, on the seeded portfolio. */
  readonly owner: Page;
  /** A browser that is signed in, on a portfolio with nothing in it. */
  readonly beginner: Page;
  /** A browser that is not signed in, on the seeded portfolio. */
  readonly visitor: Page;
}

interface WorkerFixtures {
  readonly environment: TestEnvironment;
  /** The example site, which only the tests of the public site start. */
  readonly site: StaticSite;
}

// A second set of worker fixtures would need a second set of workers: declare all of them here.
export const test = base.extend<Fixtures, WorkerFixtures>({
  environment: [
    async ({ browserName: _ }, use) => {
      const environment = await startEnvironment(process.env['DATABASE_URL'] ?? '');
      await use(environment);
      await environment.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  site: [
    async ({ browserName: _ }, use) => {
      const site = await serveFolder(PLAIN_SITE);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ environment }, use) => use(environment.origin),
  owner: async ({ environment, page }, use) => {
    await environment.fill();
    await page.context().addCookies([environment.session]);
    await use(page);
  },
  beginner: async ({ environment, page }, use) => {
    await environment.empty();
    await page.context().addCookies([environment.session]);
    await use(page);
  },
  visitor: async ({ environment, page }, use) => {
    await environment.fill();
    await use(page);
  },
});
