import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@vitrine/testing/postgres';

const ROOT = join(import.meta.dirname, '../..');

/** One PostgreSQL for the whole run: the one in DATABASE_URL, else one of our own. */
async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  for (const file of ['apps/dashboard/dist/index.html', 'apps/api/dist/main.js'])
    if (!existsSync(join(ROOT, file))) throw new Error(`${file} is missing: npm run build first.`);
  if (process.env['DATABASE_URL']) return undefined;
  const own = await startPostgres({ forget: true });
  process.env['DATABASE_URL'] = own.url('postgres');
  return () => own.stop();
}

export default globalSetup;
