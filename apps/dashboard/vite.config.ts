import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** In development the pages come from here and everything else from the service. */
export default defineConfig(({ mode }) => {
  const service = mode === 'development' ? 'http://127.0.0.1:4000' : undefined;
  return {
    plugins: [react()],
    server: {
      host: 'localhost',
      port: 5173,
      strictPort: true,
      ...(service && { proxy: { '/api': service, '/media': service } }),
    },
  };
});
