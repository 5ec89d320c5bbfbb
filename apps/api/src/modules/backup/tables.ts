import { COLLECTIONS } from '@vitrine/contract/collections';
import { type RawBuilder, sql } from 'kysely';
import { TRASH } from '../../content/collections.ts';
import type { Db, Trx } from '../../db/client.ts';

/**
 * The tables in a backup, in the order of their references. Not included: sessions, codes and tokens,
 * which a restore ends, the hashes of visitors, as well as counters and queues.
 */
export const TABLES = [
  'media',
  'owner',
  ...Object.values(COLLECTIONS).map(({ table }) => table),
  'message',
  'trash',
  'revision',
  'site',
  'resume',
  'audit_event',
  'visit_count',
  'view',
] as const;

export type TableName = (typeof TABLES)[number];

/**
 * Ways to sign in, besides the password, what authors have withdrawn, links that were revoked, and where
 * copies are. They are in no backup, and no restore removes them: a backup must not be a way around the
 * second factor, a withdrawal or the end of a link, and it must not contain what opens other places.
 */
export const KEPT_TABLES = [
  'passkey',
  'second_factor',
  'recovery_code',
  'forgotten_item',
  'ended_view_link',
  // Decrypts the links of views. Nobody can read them with a backup alone.
  'view_key',
  // Where copies of the site are, and what opens these places. The copies show what was restored.
  'copy_key',
  'copy_destination',
  'copy_run',
] as const;

/**
 * The tables that a restore leaves unchanged: those above, those that hold nothing of the owner's,
 * and files that pages in caches still name. Every other table that is not in a backup is empty after a
 * restore.
 */
export const UNCHANGED_TABLES = [
  ...KEPT_TABLES,
  // Of this installation, and not of its content.
  'address',
  'rate_limit',
  'form_key',
  'used_form_token',
  'site_file',
  'automatic_backup',
] as const;

/**
 * Columns whose values are computed from others, besides those that PostgreSQL generates. They are in no
 * backup, and a restore ignores them in a backup that has them: nobody has checked them there.
 */
const DERIVED: Partial<Record<TableName, readonly string[]>> = {
  site: ['draft_css'],
  trash: ['media'],
  revision: ['media'],
};

const BATCH = 500;

/** The tables that this database has. Before the first start of a new version it has an older schema. */
export async function presentTables(db: Db): Promise<TableName[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${TABLES}::text[]) as tables (name)
    where to_regclass(name) is not null`.execute(db);
  return TABLES.filter((table) => rows.some(({ name }) => name === table));
}

/** Yields the rows as lines of JSON, read in batches. */
export async function* readRows(
  trx: Trx,
  table: TableName,
  isIncluded: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<string> {
  const columns = await listColumns(trx, table);
  await sql`declare backup no scroll cursor for
    select to_jsonb(included)::text as line from (
      select ${sql.join(columns.map((name) => sql.id(name)))}
      from ${sql.table(table)} where ${isIncluded}) as included`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch 500 from backup`.execute(trx);
    for (const { line } of rows) yield `${line}\n`;
    if (rows.length < BATCH) break;
  }
  await sql`close backup`.execute(trx);
}

/** Inserts rows with their original ids, sequence numbers and times. Returns how many. */
export async function writeRows(
  trx: Trx,
  table: TableName,
  lines: readonly string[],
): Promise<number> {
  const columns = sql.join((await listColumns(trx, table)).map((name) => sql.id(name)));
  const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${columns})
    overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join()}]`}::jsonb)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** The columns that a backup contains. */
async function listColumns(trx: Trx, table: TableName): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attname <> all(${DERIVED[table] ?? []}::text[])`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Computes the values that a restore ignores. The custom CSS is checked whenever a page needs it. */
export async function derive(trx: Trx): Promise<void> {
  await sql`update trash set media = media_names(item::text) where noun <> 'message'`.execute(trx);
  await sql`update revision set media = media_names(concat(before, after))`.execute(trx);
}

/** Sets the sequences, so that new rows come after the restored ones. An older schema has fewer tables. */
export async function continueSequences(db: Db | Trx): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relname = any(${TABLES})
      and attidentity <> ''`.execute(db);
  for (const { table, column } of rows) {
    // A deleted item is restored with its number, so a new one must not get it.
    const noun = Object.entries(TRASH).find(([, info]) => info.table === table)?.[0];
    const deleted = noun
      ? sql`union all select (item ->> 'seq')::numeric from trash
          where noun = ${noun} and jsonb_typeof(item -> 'seq') = 'number'`
      : sql``;
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), max(number)::numeric(15)::bigint)
      from (select ${sql.ref(column)} as number from ${sql.table(table)} ${deleted}) as used
      having max(number) is not null`.execute(db);
  }
}
