import { test as base, expect, type Page } from '@playwright/test';
import { startWorld, type World } from '@vitrine/testing/environment';

export { expect };

interface Fixtures {
  /** A browser that is signed in, on the seeded portfolio. */
  readonly owner: Page;
  /** A browser that is signed in, on a portfolio with nothing in it. */
  readonly beginner: Page;
  /** A browser that is not signed in, on the seeded portfolio. */
  readonly visitor: Page;
}

export const test = base.extend<Fixtures, { world: World }>({
  world: [
    async ({ browserName: _ }, use) => {
      const world = await startWorld(process.env['DATABASE_URL'] ?? '');
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ world }, use) => use(world.origin),
  owner: async ({ world, page }, use) => {
    await world.fill();
    await page.context().addCookies([world.session]);
    await use(page);
  },
  beginner: async ({ world, page }, use) => {
    await world.empty();
    await page.context().addCookies([world.session]);
    await use(page);
  },
  visitor: async ({ world, page }, use) => {
    await world.fill();
    await use(page);
  },
});
