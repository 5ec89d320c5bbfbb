import { defineConfig } from 'vitest/config';

/** Tests of the programs: each test starts processes, which takes most of its time. */
const PROCESS_TESTS = '{apps,packages,tools}/**/*.process.test.ts';

export default defineConfig({
  test: {
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
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['{apps,packages,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', PROCESS_TESTS],
        },
      },
      { extends: true, test: { name: 'process', include: [PROCESS_TESTS] } },
    ],
  },
});
