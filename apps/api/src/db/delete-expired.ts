import { sql } from 'kysely';
import type { Db } from './client.ts';

/** The tables whose rows say until when they are valid. */
const TABLES = [
  'setup_code',
  'session',
  'api_token',
  'password_reset',
  'login_step',
  'site_preview',
] as const;

export async function deleteExpired(db: Db): Promise<void> {
  for (const table of TABLES)
    await db.deleteFrom(table).where('expires_at', '<', sql<Date>`now()`).execute();
}
