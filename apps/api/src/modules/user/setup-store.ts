import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../../auth/session-store.ts';
import type { Db, Trx } from '../../db/client.ts';

/** Letters and digits that do not look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Creates a code that is valid for a day. Every process prints a code, and all of them work. */
export async function createSetupCode(db: Db): Promise<string> {
  const code = Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  await db
    .insertInto('setup_code')
    .values({ code_hash: hashCode(code), expires_at: sql`now() + interval '1 day'` })
    .execute();
  return code.replace(/.{4}(?=.)/g, '$&-');
}

/** `fixedCode` is the code from the settings, if there is one. */
export async function isSetupCode(
  db: Db,
  code: string,
  fixedCode: string | undefined,
): Promise<boolean> {
  if (fixedCode !== undefined) return timingSafeEqual(hashCode(code), hashCode(fixedCode));
  const found = await db
    .selectFrom('setup_code')
    .select('expires_at')
    .where('code_hash', '=', hashCode(code))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteSetupCodes(trx: Trx): Promise<void> {
  await trx.deleteFrom('setup_code').execute();
}

/** Ignores case, spaces and hyphens, which people type differently. */
function hashCode(code: string): Buffer {
  return hashToken(code.toUpperCase().replace(/[\s-]/g, ''));
}
