import { defineConfig } from 'rolldown';

/**
 * Bundles the service and its libraries into a few files for production. It starts faster, because
 * Node reads fewer files and strips no types.
 */
export default defineConfig({
  input: ['src/main.ts', 'src/vitrine.ts'],
  platform: 'node',
  // Libraries that are loaded only if they are configured.
  external: ['prom-client', /^@opentelemetry\//, 'pg-native', /^@fastify\/.*-compiler$/],
  output: {
    dir: 'dist',
    cleanDir: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  },
});
