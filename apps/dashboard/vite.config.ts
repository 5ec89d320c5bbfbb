import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:4000';

/** In development the pages come from here and everything else from the service. */
export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), compress()],
  // Every file is served under its own name and kept for ever; none hides in another.
  build: {
    assetsInlineLimit: 0,
    // What every page needs comes in one piece: a request costs more than the bytes in it.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
    // The first that know light-dark(), which says each colour once for both themes.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  server: {
    host: 'localhost',
    strictPort: true,
    proxy: { '/api': api, '/media': api, '/client.js': api, '/healthz': api, '/readyz': api },
  },
});

/** The faces of the first words are asked for with the page, not once the style sheet is read. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => /-latin-(wght|400)-normal.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${name}`,
              crossorigin: '',
            },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** Whoever serves the files sends these copies: compressed once, as small as can be. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (!/\.(html|js|css|svg)$/.test(entry.name)) continue;
        const name = join(entry.parentPath, entry.name);
        const bytes = readFileSync(name);
        writeFileSync(`${name}.br`, brotliCompressSync(bytes));
        writeFileSync(`${name}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
