import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';

export interface Limit {
  readonly times: number;
  readonly minutes: number;
}

/**
 * Counts one use. Returns the count in the current window and when it ends. It is one statement that
 * uses the database's clock, so it works across processes with different clocks.
 */
export async function countUse(
  db: Db | Trx,
  key: string,
  { minutes }: Limit,
): Promise<{ used: number; resetsInSeconds: number }> {
  const { rows } = await sql<{ used: number; resetsInSeconds: number }>`
    insert into rate_limit as present (key, used, resets_at)
    values (${key}, 1, now() + interval '1 minute' * ${minutes})
    on conflict (key) do update set
      used = case when present.resets_at <= now() then 1 else present.used + 1 end,
      resets_at = case when present.resets_at <= now() then excluded.resets_at else present.resets_at end
    returning used, ceil(extract(epoch from resets_at - now()))::integer as "resetsInSeconds"`.execute(
    db,
  );
  return rows[0] ?? { used: 1, resetsInSeconds: minutes * 60 };
}

export async function resetUses(db: Db | Trx, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('rate_limit').where('key', 'in', keys).execute();
}

/** The maximum number of keys. A client with many addresses creates a key with every attempt. */
export const MAX_KEYS = 50_000;

/**
 * Deletes expired keys, and then keys above the maximum. Those with the fewest attempts go first, so
 * that a flood of new addresses does not reset the count of an account under attack.
 */
export async function pruneLimits(db: Db): Promise<void> {
  // Skips rows that are being updated; the next run deletes them.
  await sql`delete from rate_limit where key in
    (select key from rate_limit where resets_at < now() for update skip locked)`.execute(db);
  await sql`delete from rate_limit where key in
    (select key from rate_limit where key in
      (select key from rate_limit order by used desc, resets_at desc offset ${MAX_KEYS})
      for update skip locked)`.execute(db);
}
