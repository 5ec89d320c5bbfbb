import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { clientAddress } from './client-address.ts';

export interface Session {
  readonly id: string;
  readonly ownerId: string;
  /** The password was entered in this session within the last 10 minutes. */
  readonly isConfirmed: boolean;
  /** The User-Agent header at sign-in. */
  readonly userAgent: string;
}

/** Days without a visit after which a session ends. It always ends after 90 days. */
export const SESSION_DAYS = 14;

const expiry = sql<Date>`least(now() + interval '1 day' * ${SESSION_DAYS}, created_at + interval '90 days')`;

/**
 * Creates a session and returns its token, which is stored only in the browser's cookie. Returns
 * undefined if the password was changed since it was checked: a change ends all sessions.
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

/** `isExtensionDue` limits writes to one every five minutes. */
export async function findSession(
  db: Db,
  token: string,
): Promise<(Session & { isExtensionDue: boolean }) | undefined> {
  return db
    .selectFrom('session')
    .select(['id', 'owner_id as ownerId', 'user_agent as userAgent'])
    .select(sql<boolean>`last_seen_at < now() - interval '5 minutes'`.as('isExtensionDue'))
    .select(sql<boolean>`confirmed_at > now() - interval '10 minutes'`.as('isConfirmed'))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Marks the session as confirmed and returns a new token, or undefined if the session has ended. The
 * old token stops working, so that a stolen copy gains nothing.
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

/** Lists the owner's sessions, most recently used first. */
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

/** Returns whether the session existed. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('session').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes the previous session of a browser that signs in again. */
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
