import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';

interface EarlierRequest {
  readonly isSameRequest: boolean;
  readonly response: unknown;
}

/**
 * Claims the key for this transaction, or returns the earlier request that used it. A concurrent
 * request with the same key waits here until the first transaction ends.
 */
export async function claimKey(
  trx: Trx,
  claim: { route: string; key: string; fingerprint: Buffer },
): Promise<EarlierRequest | undefined> {
  const inserted = await trx
    .insertInto('idempotency')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['route', 'key']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
  const earlier = await trx
    .selectFrom('idempotency')
    .select(['fingerprint', 'response'])
    .where('route', '=', claim.route)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow();
  return {
    isSameRequest: earlier.fingerprint.equals(claim.fingerprint),
    response: earlier.response,
  };
}

export async function storeResponse(
  trx: Trx,
  claim: { route: string; key: string },
  response: unknown,
): Promise<void> {
  await trx
    .updateTable('idempotency')
    .set({ response: JSON.stringify(response) })
    .where('route', '=', claim.route)
    .where('key', '=', claim.key)
    .execute();
}

/** Clients retry within seconds; a day leaves a wide margin. */
export async function deleteExpiredKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
