import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['resilience/**/*.test.ts'],
    // These need a store to talk to: npm run test:object-store.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env['S3_ENDPOINT'] ? [] : ['resilience/object-store/**']),
    ],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    reporters: ['default', './resilience/support/figures.ts'],
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
