import { sql } from 'kysely';
import { hashToken, newToken } from '../auth/session-store.ts';
import type { Db, Trx } from '../db/client.ts';

const PREVIEW_MINUTES = 60;

/** Creates the token of an address at which the draft of the design can be seen. */
export async function createPreview(db: Db): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const { expires_at } = await db
    .insertInto('site_preview')
    .values({
      token_hash: hashToken(token),
      purpose: 'design',
      expires_at: sql`now() + interval '1 minute' * ${PREVIEW_MINUTES}`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, expiresAt: expires_at };
}

export async function isPreview(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('site_preview')
    .select('purpose')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'design')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends every preview, for a new password. */
export async function deletePreviews(trx: Trx): Promise<void> {
  await trx.deleteFrom('site_preview').execute();
}
