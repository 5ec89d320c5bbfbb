import { defineConfig } from 'rolldown';

/**
 * The service as it runs in production: our code and its libraries in a few files, so that a start
 * reads those instead of a thousand and takes no types off.
 */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // What has machine code in it, and what is loaded only where it is asked for, if at all.
  external: ['sharp', 'prom-client', /^@opentelemetry\//, 'pg-native', /^@fastify\/.*-compiler$/],
  output: {
    dir: 'dist',
    cleanDir: true,
    // With one letter beyond Latin-1, Node would keep the whole file in memory at two bytes a letter.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
});
