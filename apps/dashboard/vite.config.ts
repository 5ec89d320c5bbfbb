import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:4000';

/** In development the pages come from here and everything else from the service. */
export default defineConfig({
  plugins: [react()],
  server: {
    host: 'localhost',
    strictPort: true,
    proxy: { '/api': api, '/media': api, '/healthz': api, '/readyz': api },
  },
});
