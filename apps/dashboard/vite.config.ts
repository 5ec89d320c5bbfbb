import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Keeps the Host header, by which the API tells the dashboard from the public site. */
const api = {
  target: process.env['API_URL'] ?? 'http://127.0.0.1:4000',
  changeOrigin: false,
};

/** In development, Vite serves the pages and proxies everything else to the API. */
export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), compress()],
  resolve: {
    alias: {
      // A dependency of the Markdown renderer. Its browser version sets innerHTML, which the page's
      // Trusted Types policy forbids.
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
    },
  },
  build: {
    // Files have a hash in their name and are cached forever, so inline none of them.
    assetsInlineLimit: 0,
    // One chunk for what every page needs: another request costs more than the bytes it saves.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
    // The first versions that support light-dark().
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  server: {
    host: 'localhost',
    strictPort: true,
    proxy: { '/api': api, '/media': api, '/client.js': api, '/healthz': api, '/readyz': api },
  },
});

/** Preloads the fonts of the first paint, which the browser would otherwise find only in the CSS. */
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

/** Writes .br and .gz copies, which the API serves, so that nothing is compressed per request. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (!/\.(html|js|css|svg|webmanifest)$/.test(entry.name)) continue;
        const name = join(entry.parentPath, entry.name);
        const bytes = readFileSync(name);
        writeFileSync(`${name}.br`, brotliCompressSync(bytes));
        writeFileSync(`${name}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
