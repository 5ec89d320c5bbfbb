import { test as base, expect, type Page } from '@playwright/test';
import { startEnvironment, type TestEnvironment } from '@vitrine/testing/environment';
import { PLAIN_SITE, type StaticSite, serveFolder } from '@vitrine/testing/static-site';

export { expect };

interface Fixtures {
  /** A signed-in browser on the seeded portfolio. */
  readonly owner: Page;
  /** A signed-in browser on an empty portfolio. */
  readonly beginner: Page;
  /** A signed-out browser on the seeded portfolio. */
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
      const { DATABASE_URL = '', SEED_DATABASE, SEED_MEDIA_DIR } = process.env;
      const seed =
        SEED_DATABASE && SEED_MEDIA_DIR
          ? { database: SEED_DATABASE, mediaDir: SEED_MEDIA_DIR }
          : undefined;
      const environment = await startEnvironment(DATABASE_URL, seed);
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
