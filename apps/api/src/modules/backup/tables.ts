import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { isReferenced } from '../../media/media-store.ts';

/**
 * What a backup holds, in the order of references. Not in it: sessions, codes and tokens, which end
 * with a restore, and what only counts or waits.
 */
export const TABLES = [
  'media',
  'owner',
  'project',
  'skill',
  'software_application',
  'timeline',
  'message',
] as const;

export type TableName = (typeof TABLES)[number];

/**
 * What a restore leaves as it is: it says nothing of the owner. Every other table that is not in a
 * backup begins empty, as sessions do.
 */
export const KEPT = ['rate_limit', 'form_key', 'used_form_token'] as const;

const BATCH = 500;

/** The rows as lines of JSON, as many at a time as fit well into memory. */
export async function* readRows(trx: Trx, table: TableName): AsyncGenerator<string> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attgenerated <> ''`.execute(trx);
  // What the database works out by itself is not written down.
  const derived = columns.map(({ name }) => name);
  // A file that nothing shows may be swept away before it is read.
  const wanted = table === 'media' ? isReferenced() : sql`true`;
  await sql`declare backup no scroll cursor for
    select (to_jsonb(${sql.table(table)}.*) - ${derived}::text[])::text as line
    from ${sql.table(table)} where ${wanted}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch 500 from backup`.execute(trx);
    for (const { line } of rows) yield `${line}\n`;
    if (rows.length < BATCH) break;
  }
  await sql`close backup`.execute(trx);
}

/** Writes rows back, under the very numbers and times that they had. Returns how many there were. */
export async function writeRows(
  trx: Trx,
  table: TableName,
  lines: readonly string[],
): Promise<number> {
  const columns = sql.join((await columnsOf(trx, table)).map((name) => sql.id(name)));
  const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${columns})
    overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join()}]`}::jsonb)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** All but what the database works out by itself. */
async function columnsOf(trx: Trx, table: TableName): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`.execute(trx);
  return rows.map(({ name }) => name);
}

/** What is added next comes after what was restored. */
export async function continueSequences(db: Db | Trx): Promise<void> {
  for (const table of TABLES.filter((name) => name !== 'media' && name !== 'owner'))
    await sql`select setval(pg_get_serial_sequence(${table}, 'seq'), max(seq))
      from ${sql.table(table)} having max(seq) is not null`.execute(db);
}
