import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['hardening/**/*.test.ts'],
    globalSetup: ['apps/api/test/global-setup.ts'],
    reporters: ['default', './hardening/support/figures.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
