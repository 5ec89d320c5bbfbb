import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../../auth/session-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import { findStep } from './totp.ts';

const CODE_COUNT = 10;

/** Letters and digits that cannot be confused with each other: 32, so each one holds five bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 120 bits. From 112 bits on, OWASP's ASVS (6.5.2) accepts a plain hash in the database. */
const CODE_LENGTH = 24;

export async function isSecondFactorOn(db: Db | Trx): Promise<boolean> {
  const found = await db.selectFrom('second_factor').select('singleton').executeTakeFirst();
  return found !== undefined;
}

export async function findSecondFactor(db: Db) {
  const { rows } = await sql<{ createdAt: Date | null; left: number }>`
    select (select created_at from second_factor) as "createdAt",
      (select count(*)::integer from recovery_code) as "left"`.execute(db);
  return rows[0] ?? { createdAt: null, left: 0 };
}

/** Stores a secret that is not in use yet. A session has one at a time. */
export async function saveSetup(db: Db, sessionId: string, secret: Buffer): Promise<void> {
  await db
    .insertInto('second_factor_setup')
    .values({ session_id: sessionId, secret })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ secret, created_at: sql`now()` }),
    )
    .execute();
}

export type TurnOn = 'on' | 'already-on' | 'no-setup' | 'wrong-code';

/**
 * Turns on the second factor with a code of the secret that was set up in this session. The code counts
 * as used, so that it does not work again at the login.
 */
export async function turnOn(trx: Trx, sessionId: string, code: string): Promise<TurnOn> {
  const setup = await trx
    .selectFrom('second_factor_setup')
    .select(['secret', now])
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!setup) return (await isSecondFactorOn(trx)) ? 'already-on' : 'no-setup';
  const step = await findStep(setup.secret, normalizeCode(code), setup.now);
  if (step === undefined) return 'wrong-code';
  const added = await trx
    .insertInto('second_factor')
    .values({ secret: setup.secret, last_step: String(step) })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .executeTakeFirst();
  await trx.deleteFrom('second_factor_setup').execute();
  return added.numInsertedOrUpdatedRows === 1n ? 'on' : 'already-on';
}

/** Returns whether it was on. */
export async function turnOff(trx: Trx): Promise<boolean> {
  const result = await trx.deleteFrom('second_factor').executeTakeFirst();
  await trx.deleteFrom('recovery_code').execute();
  await trx.deleteFrom('second_factor_setup').execute();
  return result.numDeletedRows > 0n;
}

/** Replaces all recovery codes. Returns the new ones, which are stored only as hashes. */
export async function renewRecoveryCodes(trx: Trx): Promise<string[]> {
  await trx.deleteFrom('recovery_code').execute();
  const codes = Array.from({ length: CODE_COUNT }, newRecoveryCode);
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ code_hash: hashToken(normalizeCode(code)) })))
    .execute();
  return codes;
}

export type UsedCode = 'code' | 'recovery-code';

/**
 * Uses up a code. Each works once: of several requests with the same code, the database lets one pass.
 * Returns undefined if the code is wrong or was used.
 */
export async function useCode(trx: Trx, input: string): Promise<UsedCode | undefined> {
  const code = normalizeCode(input);
  if (/^\d{6}$/.test(code)) return (await useAppCode(trx, code)) ? 'code' : undefined;
  return (await useRecoveryCode(trx, code)) ? 'recovery-code' : undefined;
}

async function useAppCode(trx: Trx, code: string): Promise<boolean> {
  const factor = await trx.selectFrom('second_factor').select(['secret', now]).executeTakeFirst();
  if (!factor) return false;
  const step = await findStep(factor.secret, code, factor.now);
  if (step === undefined) return false;
  const used = await trx
    .updateTable('second_factor')
    .set({ last_step: String(step) })
    .where('last_step', '<', String(step))
    // It may have been turned off and on again in between.
    .where('secret', '=', factor.secret)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

async function useRecoveryCode(trx: Trx, code: string): Promise<boolean> {
  const used = await trx
    .deleteFrom('recovery_code')
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

/** The database's clock, in milliseconds: the processes' clocks may differ. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('now');

/** Accepts spaces, hyphens, capital letters, and letters that look like a digit. */
function normalizeCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

function newRecoveryCode(): string {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return characters.join('').replaceAll(/.{6}(?=.)/g, '$&-');
}
