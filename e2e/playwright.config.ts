import { defineConfig } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';

export default defineConfig({
  testDir: '.',
  outputDir: '../.dev/e2e',
  globalSetup: './support/global-setup.ts',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 30_000,
  // A machine that stops for a second breaks a test once; a fault breaks it twice. Both are listed.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: '../.dev/e2e-results.json' }]],
  use: {
    launchOptions,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
  },
  projects: ['spec', 'journeys', 'spec-only-host', 'public-site', 'quality'].map((name) => ({
    name,
    testDir: `./${name}`,
  })),
});
