import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { hashToken, newToken } from '../../http/session-store.ts';

/** How long a reset link works, from the moment its mail leaves. */
export const RESET_MINUTES = 10;

/** Makes a token. Those of earlier mails end, so that only the newest link works. */
export async function createReset(db: Db, ownerId: string): Promise<string> {
  const token = newToken();
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('password_reset').where('owner_id', '=', ownerId).execute();
    await trx
      .insertInto('password_reset')
      .values({
        token_hash: hashToken(token),
        owner_id: ownerId,
        expires_at: sql`now() + interval '1 minute' * ${RESET_MINUTES}`,
      })
      .execute();
  });
  return token;
}

/** A first look, so that guesses cost us no hashing. */
export async function isResetValid(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('password_reset')
    .select('owner_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses the token up and returns whose it was. Of many that try at once, one gets an answer. */
export async function useReset(trx: Trx, token: string): Promise<string | undefined> {
  const used = await trx
    .deleteFrom('password_reset')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('owner_id')
    .executeTakeFirst();
  return used?.owner_id;
}

export async function deleteResets(trx: Trx, ownerId: string): Promise<void> {
  await trx.deleteFrom('password_reset').where('owner_id', '=', ownerId).execute();
}

export async function deleteExpiredResets(db: Db): Promise<void> {
  await db.deleteFrom('password_reset').where('expires_at', '<', sql<Date>`now()`).execute();
}
