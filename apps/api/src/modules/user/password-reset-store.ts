import { sql } from 'kysely';
import { hashToken, newToken } from '../../auth/session-store.ts';
import type { Db, Trx } from '../../db/client.ts';

/** How long a reset link works after its email is sent. */
export const RESET_MINUTES = 10;

/** Creates a token and deletes earlier ones, so that only the newest link works. */
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

/** Check this before hashing a new password, so that guessed tokens cost little. */
export async function isResetValid(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('password_reset')
    .select('owner_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes the token and returns its owner. Of concurrent calls one succeeds. */
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
