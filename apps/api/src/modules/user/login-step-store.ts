import { sql } from 'kysely';
import { hashToken, newToken } from '../../auth/session-store.ts';
import type { Db, Trx } from '../../db/client.ts';

/** How long the owner has for the code after a correct password. */
export const STEP_MINUTES = 5;

const MAX_ATTEMPTS = 5;

export interface LoginStep {
  readonly id: string;
  readonly passwordHash: string;
}

/** Starts the second step of a login. Returns its token, which is stored only in a cookie. */
export async function createLoginStep(db: Db, { id, passwordHash }: LoginStep): Promise<string> {
  const token = newToken();
  await db
    .insertInto('login_step')
    .values({
      token_hash: hashToken(token),
      owner_id: id,
      password_hash: passwordHash,
      expires_at: sql`now() + interval '1 minute' * ${STEP_MINUTES}`,
    })
    .execute();
  return token;
}

/** Returns a login that waits for its code. A changed password ends it. */
export async function findLoginStep(db: Db, token: string): Promise<LoginStep | undefined> {
  return db
    .selectFrom('login_step')
    .innerJoin('owner', 'owner.id', 'owner_id')
    .select(['owner_id as id', 'login_step.password_hash as passwordHash'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', MAX_ATTEMPTS)
    .whereRef('login_step.password_hash', '=', 'owner.password_hash')
    .executeTakeFirst();
}

/** Counts an attempt before its code is checked. Returns whether there was one left. */
export async function countStepAttempt(db: Db, token: string): Promise<boolean> {
  const result = await db
    .updateTable('login_step')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('attempts', '<', MAX_ATTEMPTS)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends the step. Of concurrent calls one returns true. */
export async function useLoginStep(trx: Trx, token: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('login_step')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteLoginSteps(trx: Trx): Promise<void> {
  await trx.deleteFrom('login_step').execute();
}
