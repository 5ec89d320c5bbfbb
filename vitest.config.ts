import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    // Most of the time goes to waiting, for mail and for what must time out.
    maxWorkers: 6,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
