import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { hashToken } from '../../http/session-store.ts';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/**
 * Makes a code that is good for a day. Each process prints its own and all of them work, so that
 * it does not matter which one answers.
 */
export async function createSetupCode(db: Db): Promise<string> {
  const letters = Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  await db
    .insertInto('setup_code')
    .values({ code_hash: hashOf(letters), expires_at: sql`now() + interval '1 day'` })
    .execute();
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/** `fixed` is the code from the settings, when there is one. */
export async function isSetupCode(
  db: Db,
  code: string,
  fixed: string | undefined,
): Promise<boolean> {
  if (fixed !== undefined) return timingSafeEqual(hashOf(code), hashOf(fixed));
  const found = await db
    .selectFrom('setup_code')
    .select('expires_at')
    .where('code_hash', '=', hashOf(code))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteSetupCodes(trx: Trx): Promise<void> {
  await trx.deleteFrom('setup_code').execute();
}

/** People type codes in their own way. */
function hashOf(code: string): Buffer {
  return hashToken(code.toUpperCase().replace(/[\s-]/g, ''));
}
