import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';

/**
 * Takes the key for this transaction. A second request with the same key waits here until the
 * first has ended, and then sees what it left.
 */
export async function takeKey(
  trx: Trx,
  use: { route: string; key: string; fingerprint: Buffer },
): Promise<{ mine: true } | { mine: false; same: boolean; answer: unknown }> {
  const taken = await trx
    .insertInto('idempotency')
    .values(use)
    .onConflict((conflict) => conflict.columns(['route', 'key']).doNothing())
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows === 1n) return { mine: true };
  const earlier = await trx
    .selectFrom('idempotency')
    .select(['fingerprint', 'response'])
    .where('route', '=', use.route)
    .where('key', '=', use.key)
    .executeTakeFirstOrThrow();
  return {
    mine: false,
    same: earlier.fingerprint.equals(use.fingerprint),
    answer: earlier.response,
  };
}

export async function keepAnswer(
  trx: Trx,
  use: { route: string; key: string },
  answer: unknown,
): Promise<void> {
  await trx
    .updateTable('idempotency')
    .set({ response: JSON.stringify(answer) })
    .where('route', '=', use.route)
    .where('key', '=', use.key)
    .execute();
}

/** A retry comes within seconds; a day is generous. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
