import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from './client.ts';
import { lock } from './locks.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/**
 * Brings the database to the newest schema and returns the names of what was applied.
 * All of it is one transaction under one lock: processes that start together take turns, and one
 * that is killed leaves nothing behind.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrations = await readMigrations();
  return db.transaction().execute(async (trx) => {
    // Waiting for another process, or building an index, may take its time.
    await sql`set local statement_timeout = 0`.execute(trx);
    await lock(trx, 'migration');
    await sql`create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(trx);
    const { rows } = await sql<{ name: string; checksum: string }>`
      select name, checksum from schema_migration`.execute(trx);
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const added: string[] = [];
    for (const { name, text, checksum } of migrations) {
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known !== undefined)
        throw new Error(`Migration ${name} was changed after it was applied.`);
      await sql.raw(text).execute(trx);
      await sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`.execute(
        trx,
      );
      added.push(name);
    }
    return added;
  });
}

async function readMigrations() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
