import { TABLES } from '@vitrine/api/modules/backup/tables';
import type { Client } from 'pg';

/** Those of a backup and those that end with a restore, in the order of their references. */
const ALL = [...TABLES, 'session', 'password_reset', 'setup_code', 'rate_limit', 'idempotency'];

/** Copies every table. What it gives back puts them as they were, all or some; the others are emptied. */
export async function snapshotTables(
  database: Client,
  schema = 'remembered',
): Promise<(kept?: (table: string) => boolean) => Promise<void>> {
  await database.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
  const columns = new Map<string, string>();
  for (const table of ALL) {
    // As JSON: a column of one of our types would keep a restore from replacing that type.
    await database.query(
      `create table ${schema}.${table} as select to_jsonb(kept) as content from ${table} as kept`,
    );
    // What the database works out by itself cannot be written.
    const { rows } = await database.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    columns.set(table, rows[0]?.names ?? '');
  }
  return async (kept = () => true) => {
    await empty(database);
    for (const table of ALL.filter(kept)) {
      const names = columns.get(table);
      await database.query(
        `insert into ${table} (${names}) overriding system value select ${names}
         from ${schema}.${table}, jsonb_populate_record(null::${table}, content)`,
      );
    }
  };
}

/** A request that is still under way may hold what this waits for, and wait for what this holds. */
async function empty(database: Client, attempts = 5): Promise<void> {
  try {
    await database.query(`truncate ${ALL.join()} cascade`);
  } catch (error) {
    const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
    if (!isDeadlock || attempts === 1) throw error;
    await empty(database, attempts - 1);
  }
}
