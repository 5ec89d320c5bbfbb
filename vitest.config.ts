import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    // Tests spend most of their time waiting, for mail or for a timeout.
    maxWorkers: 6,
    // Generous limits cost nothing while tests pass, and a busy machine does not fail them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
