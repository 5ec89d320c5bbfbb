import { defineConfig } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';

export default defineConfig({
  testDir: '.',
  // It has its own configuration.
  testIgnore: 'engines/**',
  outputDir: '../.dev/e2e',
  globalSetup: './support/global-setup.ts',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 30_000,
  // A slow machine can fail a test once. The summary lists tests that passed only on the second attempt.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env['E2E_RESULTS'] ?? '../.dev/e2e-results.json' }],
  ],
  use: {
    launchOptions,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
  },
});
