import { test as base, expect, type Page } from '@playwright/test';
import { startEnvironment, type TestEnvironment } from '@vitrine/testing/environment';

export { expect };

interface Fixtures {
  /** A browser that is signed in, on the seeded portfolio. */
  readonly owner: Page;
  /** A browser that is signed in, on a portfolio with nothing in it. */
  readonly beginner: Page;
  /** A browser that is not signed in, on the seeded portfolio. */
  readonly visitor: Page;
}

export const test = base.extend<Fixtures, { environment: TestEnvironment }>({
  environment: [
    async ({ browserName: _ }, use) => {
      const environment = await startEnvironment(process.env['DATABASE_URL'] ?? '');
      await use(environment);
      await environment.stop();
    },
    { scope: 'worker', timeout: 60_000 },
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
