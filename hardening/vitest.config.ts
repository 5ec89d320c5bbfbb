import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['hardening/**/*.test.ts'],
    // These need a store to talk to: npm run test:object-store.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env['S3_ENDPOINT'] ? [] : ['hardening/object-store/**']),
    ],
    globalSetup: ['apps/api/test/global-setup.ts'],
    reporters: ['default', './hardening/support/figures.ts'],
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
