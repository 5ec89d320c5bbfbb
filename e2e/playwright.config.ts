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
  // Generous limits cost nothing while tests pass, and a busy machine does not fail them.
  timeout: 240_000,
  // A slow machine can fail a test. The summary lists tests that did not pass on the first attempt.
  retries: 2,
  expect: { timeout: 30_000 },
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
