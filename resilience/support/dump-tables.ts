import type { Client } from 'pg';

/** Tables that any request may change. */
const VOLATILE = ['rate_limit', 'session', 'device', 'idempotency'];

/** All rows of all tables as text: two dumps are equal if nothing was written in between. */
export async function dumpTables(database: Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const dump: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !VOLATILE.includes(table.name))) {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from ${name} as t order by 1`,
    );
    dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}
