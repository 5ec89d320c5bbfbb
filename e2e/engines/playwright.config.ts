import { defineConfig } from '@playwright/test';

/** `npm run e2e:engines`: journeys in three browser engines. Pictures are in .dev/engines. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../.dev/e2e-engines',
  globalSetup: '../support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: 'list',
});
