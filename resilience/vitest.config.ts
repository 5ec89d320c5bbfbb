import { basename } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, which mostly wait. Starting them first shortens the whole run. */
const FIRST = [
  'shared-cache.test.ts',
  'stalled.test.ts',
  'unused-connections.test.ts',
  'cross-site.test.ts',
  'database.test.ts',
  'load.test.ts',
  'mail.test.ts',
  'clock.test.ts',
  'svg.test.ts',
  'links.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = FIRST.indexOf(basename(moduleId));
      return index < 0 ? FIRST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['resilience/**/*.test.ts'],
    // These need an object store: npm run test:object-store.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env['S3_ENDPOINT'] ? [] : ['resilience/object-store/**']),
    ],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    reporters: ['default', './resilience/support/figures.ts'],
    sequence: { sequencer: LongestFirst },
    // Each file has its own service and database, so files can share a worker and what it has imported.
    isolate: false,
    maxWorkers: 5,
    // Generous, for busy machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // As in the browser tests. The summary of the pipeline names tests that needed a second run.
    retry: process.env['CI'] ? 1 : 0,
  },
});
