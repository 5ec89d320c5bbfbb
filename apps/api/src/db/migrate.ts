import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { MIGRATIONS } from '../paths.ts';
import type { Db, Trx } from './client.ts';
import { lock } from './locks.ts';

/**
 * Applies pending migrations and returns their names. They run in one transaction under one lock, so
 * processes that start together take turns, and a killed process leaves nothing behind.
 */
export async function migrate(db: Db): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    // Waiting for another process or building an index can take a long time.
    await sql`set local statement_timeout = 0`.execute(trx);
    await lock(trx, 'migration');
    return applyMigrations(trx);
  });
}

/** Applies all migrations, or those up to `last`. */
export async function applyMigrations(trx: Trx, last?: string): Promise<string[]> {
  await sql`create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(trx);
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migration`.execute(trx);
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const added: string[] = [];
  for (const { name, text, checksum } of await readMigrations()) {
    if (last !== undefined && name > last) break;
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known !== undefined) throw new Error(`Migration ${name} was changed after it was applied.`);
    await sql.raw(text).execute(trx);
    await sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`.execute(
      trx,
    );
    added.push(name);
  }
  return added;
}

/** The migrations that this database has, in order. */
export async function appliedMigrations(db: Db | Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The migrations of this version, in order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readMigrations()).map(({ name }) => name);
}

async function readMigrations() {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(MIGRATIONS, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
