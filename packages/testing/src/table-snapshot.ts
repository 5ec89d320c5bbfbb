import { KEPT_TABLES, TABLES } from '@vitrine/api/modules/backup/tables';
import type { Client } from 'pg';

/**
 * The tables of a backup, of what a login needs besides the password, and those that a restore empties,
 * in the order of their references.
 */
const ALL = [
  ...TABLES,
  ...KEPT_TABLES,
  'session',
  'password_reset',
  'setup_code',
  'rate_limit',
  'idempotency',
  'automatic_backup',
];

/** Restores the tables that the filter accepts, all by default, and empties the others. */
export type RestoreTables = (isRestored?: (table: string) => boolean) => Promise<void>;

/** Copies every table and returns a function that restores the copy. */
export async function snapshotTables(
  database: Client,
  schema = 'snapshot',
): Promise<RestoreTables> {
  await database.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
  const inserts = new Map<string, string>();
  for (const table of ALL) {
    // As JSON: a column of one of our own types would prevent a restore from replacing that type.
    await database.query(
      `create table ${schema}.${table} as select to_jsonb(copied) as content from ${table} as copied`,
    );
    // Generated columns cannot be written.
    const { rows } = await database.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = rows[0]?.names ?? '';
    inserts.set(
      table,
      `insert into ${table} (${names}) overriding system value select ${names}
       from ${schema}.${table}, jsonb_populate_record(null::${table}, content)`,
    );
  }
  return (isRestored = () => true) =>
    runInOneTransaction(database, [
      // Waits for requests that are still writing.
      `lock table ${ALL.join()} in exclusive mode`,
      // For a few rows, faster than truncate, which replaces the files of every table and index.
      ...ALL.toReversed().map((table) => `delete from ${table}`),
      ...ALL.filter(isRestored).map((table) => inserts.get(table)),
    ]);
}

/** One transaction sends one notification, and no request sees half of the rows. */
async function runInOneTransaction(
  database: Client,
  statements: readonly (string | undefined)[],
  attempts = 5,
): Promise<void> {
  try {
    await database.query(statements.join(';\n'));
  } catch (error) {
    const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
    if (!isDeadlock || attempts === 1) throw error;
    await runInOneTransaction(database, statements, attempts - 1);
  }
}
