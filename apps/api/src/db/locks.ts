import { sql } from 'kysely';
import type { Trx } from './client.ts';

/** The advisory locks of this database, each held until its transaction ends. */
const LOCKS = { migration: 7_201, media: 7_202, messageMail: 7_203 } as const;

type LockName = keyof typeof LOCKS;

/** Waits until nobody else holds the lock, shared or not. */
export async function lock(trx: Trx, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[name]})`.execute(trx);
}

/** Any number may hold it like this at once, and none while somebody has it alone. */
export async function lockShared(trx: Trx, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCKS[name]})`.execute(trx);
}
