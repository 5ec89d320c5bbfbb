import { createHash, randomBytes } from 'node:crypto';
import type { SignInMethod } from '@vitrine/contract/options';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { clientAddress } from './client-address.ts';

export interface Session {
  readonly id: string;
  readonly ownerId: string;
  /** The password, a passkey or a code was used in this session within the last 10 minutes. */
  readonly isConfirmed: boolean;
  /** The User-Agent header at sign-in. */
  readonly userAgent: string;
}

/** Days without a visit after which a session ends. It always ends after 90 days. */
export const SESSION_DAYS = 14;

const expiry = sql<Date>`least(now() + interval '1 day' * ${SESSION_DAYS}, created_at + interval '90 days')`;

interface NewSession {
  readonly ownerId: string;
  readonly passwordHash: string;
  readonly address: string;
  readonly userAgent: string;
  /** Without it, there is no session while a second factor is on. */
  readonly hasPassedSecondFactor: boolean;
  readonly method?: SignInMethod;
  /** The passkey of this browser. */
  readonly passkeyId?: string | undefined;
}

/**
 * Creates a session and returns its token, which is stored only in the browser's cookie. Returns
 * undefined if the password was changed since it was checked, which ends all sessions, or if the second
 * factor was turned on since.
 */
export async function createSession(trx: Trx, session: NewSession): Promise<string | undefined> {
  const token = newToken();
  // Waits for changes of the account, so that the next statement sees them.
  await trx.selectFrom('owner').select('id').forShare().execute();
  const { rows } = await sql`
    insert into session (token_hash, owner_id, address, user_agent, method, passkey_id, expires_at)
    select ${hashToken(token)}, id, ${clientAddress(session.address) ?? null}::inet,
      ${session.userAgent.slice(0, 500)}, ${session.method ?? 'password'},
      ${session.passkeyId ?? null}::uuid, now() + interval '1 day' * ${SESSION_DAYS}
    from owner
    where id = ${session.ownerId} and password_hash = ${session.passwordHash}
      and (${session.hasPassedSecondFactor} or not exists (select from second_factor))
    returning id`.execute(trx);
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

/** Blocks logins and other changes to the owner until the transaction ends. */
export async function lockOwner(trx: Trx): Promise<void> {
  await trx.selectFrom('owner').select('id').forUpdate().execute();
}

/** Whether a session that was found has not ended. */
export async function isSessionValid(db: Db, id: string): Promise<boolean> {
  return (await validSession(db, id).executeTakeFirst()) !== undefined;
}

/** The same, and it cannot be deleted until the transaction ends. */
export async function holdSession(trx: Trx, id: string): Promise<boolean> {
  return (await validSession(trx, id).forKeyShare().executeTakeFirst()) !== undefined;
}

function validSession(db: Db | Trx, id: string) {
  return db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`);
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
    .select(sql<SignInMethod>`method`.as('method'))
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Returns the session, or undefined if it did not exist. */
export async function deleteSession(
  db: Db | Trx,
  id: string,
): Promise<Pick<Session, 'userAgent'> | undefined> {
  return db
    .deleteFrom('session')
    .where('id', '=', id)
    .returning('user_agent as userAgent')
    .executeTakeFirst();
}

/** Deletes the previous session of a browser that signs in again. */
export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
}

export async function deleteOtherSessions(
  db: Db | Trx,
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

/** 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
