import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    // Importing the app takes seconds, so a worker imports it once for all its files.
    isolate: false,
    // Tests spend part of their time waiting, for mail or for a timeout.
    maxWorkers: 4,
    // Generous limits cost nothing while tests pass, and a busy machine does not fail them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // As in the browser tests. The summary of the pipeline names tests that needed a second run.
    retry: process.env['CI'] ? 1 : 0,
  },
});
