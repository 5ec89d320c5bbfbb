import { startPostgres } from '../../tools/postgres.ts';

/** One PostgreSQL for the whole run: the one in DATABASE_URL, else one of our own. */
async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['DATABASE_URL']) return undefined;
  const own = await startPostgres({ forget: true });
  process.env['DATABASE_URL'] = own.url('postgres');
  return () => own.stop();
}

export default globalSetup;
