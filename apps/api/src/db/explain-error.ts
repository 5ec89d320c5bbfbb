import { isDatabaseUnavailable } from './client.ts';

/** Explains a database error to the operator, or returns undefined for a bug. */
export function explainDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const reason = error instanceof AggregateError ? error.errors[0]?.message : error.message;
  if (isDatabaseUnavailable(error))
    return `Cannot connect to the database: ${reason}. Start PostgreSQL, or check the host and port in DATABASE_URL.`;
  if (code === '28P01' || code === '28000' || reason.startsWith('SASL'))
    return `The database rejected the login: ${reason}. Check the user and password in DATABASE_URL.`;
  if (code === '3D000')
    return `The database does not exist: ${reason}. Create it, or check the name in DATABASE_URL.`;
  if (code === '42501')
    return `The database denied permission: ${reason}. Make the user in DATABASE_URL its owner.`;
  if (code === '42P01')
    return 'The database has no Vitrine tables yet. Start Vitrine to create them.';
  return undefined;
}
