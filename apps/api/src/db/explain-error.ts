import { isDatabaseUnavailable } from './client.ts';

/** What is wrong with the database and what to do, for whoever set it up. Nothing for a fault of ours. */
export function explainDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const reason = error instanceof AggregateError ? error.errors[0]?.message : error.message;
  if (isDatabaseUnavailable(error))
    return `The database cannot be reached: ${reason}. Start PostgreSQL, or check host and port in DATABASE_URL.`;
  if (code === '28P01' || code === '28000' || reason.startsWith('SASL'))
    return `The database does not let us in: ${reason}. Check the user and the password in DATABASE_URL.`;
  if (code === '3D000')
    return `There is no such database: ${reason}. Make it, or check the name in DATABASE_URL.`;
  if (code === '42501')
    return `The database does not let us do this: ${reason}. Its owner should be the user in DATABASE_URL.`;
  if (code === '42P01')
    return 'The database has no tables of Vitrine yet. Start Vitrine, which makes them.';
  return undefined;
}
