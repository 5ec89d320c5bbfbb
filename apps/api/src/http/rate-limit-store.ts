import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';

export interface Limit {
  readonly times: number;
  readonly minutes: number;
}

/**
 * Counts one use and tells how many there were in this window and when it ends. One statement, by
 * the database's clock: it holds across processes, whatever time each of them thinks it is.
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
  await db.deleteFrom('rate_limit').where('key', 'in', keys).execute();
}

/** How many keys are kept. A client with many addresses makes a new key with every attempt. */
export const MAX_KEYS = 50_000;

/**
 * Deletes what is past, and of the rest what is over the limit: the keys with the fewest attempts
 * first, so that a flood of new addresses does not reset the count of an account that is guessed at.
 */
export async function pruneLimits(db: Db): Promise<void> {
  // One that is being counted right now is left for the next time.
  await sql`delete from rate_limit where key in
    (select key from rate_limit where resets_at < now() for update skip locked)`.execute(db);
  await sql`delete from rate_limit where key in
    (select key from rate_limit where key in
      (select key from rate_limit order by used desc, resets_at desc offset ${MAX_KEYS})
      for update skip locked)`.execute(db);
}
