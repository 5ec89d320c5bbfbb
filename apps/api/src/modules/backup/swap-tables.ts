import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { MAX_OF_KIND } from '../../auth/audit-store.ts';
import type { Trx } from '../../db/client.ts';

/** The schema in which a restore builds its tables. It exists within one transaction only. */
const SCRATCH = 'vitrine_restore';

type Kind = 'table' | 'type' | 'function';

/**
 * Builds the tables in a separate schema while the service uses the live ones. Only the swap locks
 * the live tables, for a few milliseconds.
 */
export async function buildTables(trx: Trx, build: () => Promise<void>) {
  const { rows } = await sql<{ live: string; path: string }>`
    select current_schema() as live, current_setting('search_path') as path`.execute(trx);
  const { live = 'public', path = '' } = rows[0] ?? {};
  await sql`create schema ${sql.id(SCRATCH)}`.execute(trx);
  await sql`select set_config('search_path', ${SCRATCH}, true)`.execute(trx);
  await build();
  await sql`select set_config('search_path', ${path}, true)`.execute(trx);

  return {
    /** Lists what only the live schema has: it may come from a newer release or another program. */
    async listUnknownObjects(): Promise<string[]> {
      const built = new Set((await objectsIn(trx, SCRATCH)).map(({ name }) => name));
      const others = (await objectsIn(trx, live)).filter(({ name }) => !built.has(name));
      return others.map(({ kind, name }) => `${kind} ${name}`);
    },
    /** Locks the live tables against reads and writes. */
    async lock(): Promise<void> {
      await lockTables(trx, live, pickNames(await replaced(trx, live), 'table'));
    },
    /** Copies the rows that were added to the live table since the restore began. */
    copyRecentRows: (table: string) => copyRecentRows(trx, live, table),
    /** Adds all live events to those of the backup. One that both have stays as it is live. */
    keepEvents: () => keepEvents(trx, live),
    /** Replaces the live tables with the new ones. The rows of `unchanged` tables are copied over. */
    async swap(unchanged: readonly string[]): Promise<void> {
      const built = await objectsIn(trx, SCRATCH);
      const old = await replaced(trx, live);
      for (const table of unchanged) await copyRows(trx, live, table);
      for (const kind of KINDS) await dropAll(trx, live, kind, pickNames(old, kind));
      for (const { kind, name } of built)
        await sql`alter ${KEYWORDS[kind]} ${sql.id(SCRATCH, name)} set schema ${sql.id(live)}`.execute(
          trx,
        );
      await sql`drop schema ${sql.id(SCRATCH)}`.execute(trx);
      // Triggers do not run for tables that stayed empty.
      await sql`select pg_notify('portfolio', ''), pg_notify('message', '')`.execute(trx);
    },
  };
}

/** In the order of dropping: tables refer to types and functions. */
const KINDS: readonly Kind[] = ['table', 'type', 'function'];

const KEYWORDS = { table: sql`table`, type: sql`type`, function: sql`function` };

async function dropAll(
  trx: Trx,
  schema: string,
  kind: Kind,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const others = kind === 'table' ? sql`cascade` : sql`restrict`;
  await sql`drop ${KEYWORDS[kind]} ${list(schema, names)} ${others}`.execute(trx);
}

/** Returns the live objects that a newly built object of the same name replaces. */
async function replaced(trx: Trx, live: string) {
  const built = new Set((await objectsIn(trx, SCRATCH)).map(({ name }) => name));
  return (await objectsIn(trx, live)).filter(({ name }) => built.has(name));
}

async function objectsIn(trx: Trx, schema: string): Promise<{ kind: Kind; name: string }[]> {
  const { rows } = await sql<{ kind: Kind; name: string }>`
    with present (oid, kind, name) as (
      select oid, 'table', relname::text from pg_class
        where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p')
      union all select oid, 'type', typname::text from pg_type
        where typnamespace = ${schema}::regnamespace and typtype in ('e', 'd')
      union all select oid, 'function', proname::text from pg_proc
        where pronamespace = ${schema}::regnamespace)
    select kind, name from present
    -- Objects of an extension belong to the extension.
    where not exists (select from pg_depend where objid = present.oid and deptype = 'e')
    order by kind, name`.execute(trx);
  return rows;
}

function pickNames(objects: readonly { kind: Kind; name: string }[], kind: Kind): string[] {
  return objects.filter((one) => one.kind === kind).map(({ name }) => name);
}

function list(schema: string, names: readonly string[]) {
  return sql.join(names.map((name) => sql.id(schema, name)));
}

const LOCK_ATTEMPTS = 400;

/**
 * Locks the tables, always in the same order. A reader that holds one table may wait for another that
 * is already locked. To avoid that deadlock, the wait times out before PostgreSQL's deadlock check
 * (after 1 s), releases all locks and tries again.
 */
async function lockTables(trx: Trx, schema: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint before_lock`.execute(trx);
    try {
      await sql`set local lock_timeout = 250`.execute(trx);
      await sql`lock table ${list(schema, names)} in access exclusive mode`.execute(trx);
      await sql`set local lock_timeout = 0`.execute(trx);
      return;
    } catch (error) {
      await sql`rollback to savepoint before_lock`.execute(trx);
      const isTaken = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!isTaken || attempt === LOCK_ATTEMPTS) throw error;
    }
    await sleep(50 + Math.random() * 200);
  }
}

/** Copies the columns that both have: the live table may have an older schema, or not exist yet. */
async function copyRows(trx: Trx, live: string, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${`${SCRATCH}.${table}`}::regclass and attnum > 0 and not attisdropped
      and attname in (select attname from pg_attribute
        where attrelid = to_regclass(format('%I.%I', ${live}::text, ${table}::text)) and attnum > 0 and not attisdropped)`.execute(
    trx,
  );
  if (rows.length === 0) return;
  const columns = sql.join(rows.map(({ name }) => sql.id(name)));
  await sql`delete from ${sql.id(SCRATCH, table)}`.execute(trx);
  await sql`insert into ${sql.id(SCRATCH, table)} (${columns})
    select ${columns} from ${sql.id(live, table)}`.execute(trx);
}

/**
 * A backup can contain any events. Those in the future would push out new ones, and those above the limit
 * would push out live ones, so they are left out. Converts through JSON: before the first start of a new
 * version, the live table may lack columns.
 */
async function keepEvents(trx: Trx, live: string): Promise<void> {
  const built = sql.id(SCRATCH, 'audit_event');
  const kept = sql.id(live, 'audit_event');
  await sql`delete from ${built}
    where last_at > now() or id in (select id from ${kept})`.execute(trx);
  await sql`
    insert into ${built} select copy.*
    from ${kept} as kept, jsonb_populate_record(null::${built}, to_jsonb(kept)) as copy`.execute(
    trx,
  );
  await sql`
    delete from ${built} where id in (
      select id from (
        select id, row_number() over (
          partition by kind order by id in (select id from ${kept}) desc, last_at desc) as place
        from ${built}
      ) as numbered
      where place > ${MAX_OF_KIND}::int)`.execute(trx);
}

/** Converts through JSON, since each schema has its own types. `now()` is the start of the transaction. */
async function copyRecentRows(trx: Trx, live: string, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${`${SCRATCH}.${table}`}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''`.execute(trx);
  const columns = sql.join(rows.map(({ name }) => sql.id(name)));
  const built = sql.id(SCRATCH, table);
  await sql`
    insert into ${built} (${columns})
    select ${sql.join(rows.map(({ name }) => sql.id('copy', name)))}
    from ${sql.id(live, table)} as recent, jsonb_populate_record(null::${built}, to_jsonb(recent)) as copy
    where recent.created_at >= now()
    order by recent.seq
    on conflict (id) do nothing`.execute(trx);
}
