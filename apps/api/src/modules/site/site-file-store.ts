import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Files that pages name by their content. All processes share them, also those of another version. */
export async function findSiteFile(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('site_file')
    .select('body')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.body;
}

/** Stores the files that are missing, and notes that all of them are in use. */
export async function shareSiteFiles(
  db: Db,
  names: readonly string[],
  read: (name: string) => Promise<Buffer>,
): Promise<void> {
  const known = await db
    .updateTable('site_file')
    .set({ used_at: sql`now()` })
    .where('name', 'in', names)
    .returning('name')
    .execute();
  for (const name of names)
    if (known.every((row) => row.name !== name))
      await db
        .insertInto('site_file')
        .values({ name, body: await read(name) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

/** Caches hold a page for two minutes, so that a month is far more than a page needs. */
export async function deleteUnusedSiteFiles(db: Db): Promise<void> {
  await db
    .deleteFrom('site_file')
    .where('used_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
