import { sql } from 'kysely';
import type { Trx } from './client.ts';

/** Advisory locks, held until the end of the transaction. */
const LOCKS = {
  migration: 7_201,
  media: 7_202,
  messageMail: 7_203,
  order: 7_204,
  slug: 7_205,
  audit: 7_206,
  backup: 7_207,
} as const;

type LockName = keyof typeof LOCKS;

/** Takes an exclusive lock; waits for all other holders. */
export async function lock(trx: Trx, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[name]})`.execute(trx);
}

/** Takes an exclusive lock if it is free. Returns whether it was. */
export async function tryLock(trx: Trx, name: LockName): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS[name]}) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked ?? false;
}

/** Takes a shared lock; waits only for an exclusive holder. */
export async function lockShared(trx: Trx, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCKS[name]})`.execute(trx);
}
