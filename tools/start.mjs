// `npm start`: what was built, with the settings in .env. Not in TypeScript: taking its types off
// would cost the service 19 MB. package.json runs it with `exec`: npm passes signals on to its child, and
// a shell in between would end without passing them on.
import { existsSync } from 'node:fs';

const service = new URL('../apps/api/dist/main.js', import.meta.url);
const page = new URL('../apps/dashboard/dist/index.html', import.meta.url);
if (!existsSync(service) || !existsSync(page)) {
  console.error('Vitrine is not built yet: npm run build');
  process.exit(1);
}
if (existsSync('.env')) process.loadEnvFile('.env');
await import(service.href);
