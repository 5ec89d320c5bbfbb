import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { InvalidContentError } from './invalid-content-error.ts';
import type { PublishedStore } from './published-store.ts';
import { publish } from './publishing.ts';
import { SERVICE } from './revision-store.ts';

/**
 * Publishes the items whose time has come. Rejects after the last one if one could not be published,
 * because another item has its address by now.
 */
export async function publishDueIn(db: Db, store: PublishedStore): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(store.collection.facts.table)}
    where publish_at <= now()`.execute(db);
  const errors: unknown[] = [];
  for (const { id } of rows)
    try {
      const invalid = await db.transaction().execute((trx) => publishIfDue(trx, store, id));
      if (invalid) errors.push(invalid);
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}

/** Returns the error of an item that is invalid. It loses its schedule and stays a draft. */
async function publishIfDue(
  trx: Trx,
  { collection, change }: PublishedStore,
  id: string,
): Promise<InvalidContentError | undefined> {
  // Another process may have published it in the meantime.
  const { rows } = await sql`
    select from ${sql.table(collection.facts.table)}
    where id = ${id} and publish_at <= now() for update`.execute(trx);
  if (rows.length === 0) return undefined;
  try {
    await change(trx, { id }, publish, SERVICE);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidContentError)) throw error;
    await change(trx, { id }, (item) => ({ ...item, publishAt: null }), SERVICE);
    return error;
  }
}
