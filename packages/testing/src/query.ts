import pg from 'pg';

/** Runs one statement on a new connection. */
export async function runSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
