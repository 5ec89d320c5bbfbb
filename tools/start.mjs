// `npm start`: runs the build with the settings in .env. Not TypeScript, because stripping types would
// cost the service 19 MB of memory. package.json uses `exec`, because a shell between npm and Node.js
// would not forward signals.
import { existsSync } from 'node:fs';

const service = new URL('../apps/api/dist/main.js', import.meta.url);
const page = new URL('../apps/dashboard/dist/index.html', import.meta.url);
if (!existsSync(service) || !existsSync(page)) {
  console.error('Vitrine is not built yet. Run: npm run build');
  process.exit(1);
}
if (existsSync('.env')) process.loadEnvFile('.env');
await import(service.href);
