import type { Client } from 'pg';

/** What changes by itself, or with any attempt. */
const RESTLESS = ['rate_limit', 'session', 'device', 'idempotency'];

/** Every row of every table, as text: two of these are equal when nothing was written in between. */
export async function everyRow(database: Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const dump: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !RESTLESS.includes(table.name))) {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from ${name} as t order by 1`,
    );
    dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}
