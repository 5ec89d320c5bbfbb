import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { clientAddress } from './client-address.ts';

export interface Session {
  readonly id: string;
  readonly ownerId: string;
  /** The password was entered in it a short while ago. */
  readonly isConfirmed: boolean;
}

/** A session ends after this long without a visit, and in any case after 90 days. */
export const SESSION_DAYS = 14;

const expiry = sql<Date>`least(now() + interval '1 day' * ${SESSION_DAYS}, created_at + interval '90 days')`;

/**
 * Makes a session and returns its token, which is kept nowhere but in the browser's cookie. It is
 * made only while the password is still the one that was proved: a change that was committed
 * meanwhile has ended all sessions, and none may come after.
 */
export async function createSession(
  db: Db | Trx,
  session: { ownerId: string; passwordHash: string; address: string; userAgent: string },
): Promise<string | undefined> {
  const token = newToken();
  const { rows } = await sql`
    insert into session (token_hash, owner_id, address, user_agent, expires_at)
    select ${hashToken(token)}, id, ${clientAddress(session.address) ?? null}::inet,
      ${session.userAgent.slice(0, 500)}, now() + interval '1 day' * ${SESSION_DAYS}
    from owner
    where id = ${session.ownerId} and password_hash = ${session.passwordHash}
    for share
    returning id`.execute(db);
  return rows.length > 0 ? token : undefined;
}

/** `due`: it was not prolonged for some minutes. Prolonging at every request would be a write each. */
export async function findSession(
  db: Db,
  token: string,
): Promise<(Session & { due: boolean }) | undefined> {
  return db
    .selectFrom('session')
    .select(['id', 'owner_id as ownerId'])
    .select(sql<boolean>`last_seen_at < now() - interval '5 minutes'`.as('due'))
    .select(sql<boolean>`confirmed_at > now() - interval '10 minutes'`.as('isConfirmed'))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Marks the session as confirmed and returns its new token, or nothing if the session has ended. The
 * old token stops working: a copy of it must not gain what the owner confirms.
 */
export async function confirmSession(db: Db, id: string): Promise<string | undefined> {
  const token = newToken();
  const result = await db
    .updateTable('session')
    .set({ confirmed_at: sql`now()`, token_hash: hashToken(token) })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? token : undefined;
}

export async function extendSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql`now()`, expires_at: expiry })
    .where('id', '=', id)
    .execute();
}

/** Where the owner is signed in, last seen first. */
export async function listSessions(db: Db, ownerId: string) {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .select(sql<string>`coalesce(host(address), '')`.as('address'))
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Tells whether there was one. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('session').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The one that a browser had, when it signs in anew. */
export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
}

export async function deleteOtherSessions(
  db: Db,
  { id, ownerId }: Pick<Session, 'id' | 'ownerId'>,
): Promise<number> {
  const result = await db
    .deleteFrom('session')
    .where('owner_id', '=', ownerId)
    .where('id', '<>', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteAllSessions(trx: Trx, ownerId: string): Promise<void> {
  await trx.deleteFrom('session').where('owner_id', '=', ownerId).execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
