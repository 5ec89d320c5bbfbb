import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { isReferred } from '../media/media-store.ts';

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
 * What a restore empties: those, and whatever hangs on the owner of before. In the order in which
 * requests take them, so that neither waits for the other for ever.
 */
export const EMPTIED = [
  'idempotency',
  'session',
  'device',
  'password_reset',
  'setup_code',
  ...TABLES,
] as const;

/** All that our migrations make, for a schema that is made anew. Others may have theirs beside it. */
export const MADE = {
  tables: [...EMPTIED, 'rate_limit', 'form_key', 'used_form_token', 'schema_migration'],
  types: ['message_folder', 'project_stack', 'project_deployed'],
  domains: ['web_link'],
  functions: ['tell', 'is_image_metadata'],
};

export async function dropEverything(trx: Trx): Promise<void> {
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));
  await sql`drop table if exists ${list(MADE.tables)} cascade`.execute(trx);
  await sql`drop type if exists ${list(MADE.types)}`.execute(trx);
  await sql`drop domain if exists ${list(MADE.domains)}`.execute(trx);
  await sql`drop function if exists ${list(MADE.functions)}`.execute(trx);
}

/** What else is in the schema, by its kind: a newer release may have made it, or somebody else. */
export async function namesOfOthers(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with present (oid, kind, name) as (
      select oid, 'table', relname::text from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      union all select oid, 'type', typname::text from pg_type
        where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd')
      union all select oid, 'function', proname::text from pg_proc
        where pronamespace = current_schema()::regnamespace)
    select kind || ' ' || name as name from present
    where name <> all (${Object.values(MADE).flat()}::text[])
      -- An extension's are its own.
      and not exists (select from pg_depend where objid = present.oid and deptype = 'e')
    order by kind, name`.execute(trx);
  return rows.map(({ name }) => name);
}

const BATCH = 500;

/** The rows as lines of JSON, as many at a time as fit well into memory. */
export async function* readRows(trx: Trx, table: TableName): AsyncGenerator<string> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attgenerated <> ''`.execute(trx);
  // What the database works out by itself is not written down.
  const derived = columns.map(({ name }) => name);
  // A file that nothing shows may be swept away before it is read.
  const wanted = table === 'media' ? isReferred() : sql`true`;
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
