import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { compiler, prepare } from '../db/prepared.ts';

export interface Session {
  readonly id: string;
  readonly ownerId: string;
}

/** A session ends after this long without a visit, and in any case after 90 days. */
export const SESSION_DAYS = 14;

const expiry = sql<Date>`least(now() + interval '1 day' * ${SESSION_DAYS}, created_at + interval '90 days')`;

/** Makes a session and returns its token, which is kept nowhere but in the browser's cookie. */
export async function createSession(
  db: Db | Trx,
  session: { ownerId: string; address: string; userAgent: string },
): Promise<string> {
  const token = newToken();
  const address = session.address.split('%')[0] ?? '';
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      owner_id: session.ownerId,
      // A proxy may pass on something that is no address, and PostgreSQL knows no zones.
      address: isIP(address) ? address : null,
      user_agent: session.userAgent.slice(0, 500),
      expires_at: sql`now() + interval '1 day' * ${SESSION_DAYS}`,
    })
    .execute();
  return token;
}

/** `due`: it was not prolonged for some minutes. Prolonging at every request would be a write each. */
export async function findSession(
  db: Db,
  token: string,
): Promise<(Session & { due: boolean }) | undefined> {
  const [session] = await find(db, [hashToken(token)]);
  return session;
}

const find = prepare(
  'session',
  sql<Session & { due: boolean }>`
    select id, owner_id as "ownerId", last_seen_at < now() - interval '5 minutes' as due
    from session
    where token_hash = ${null} and expires_at > now()`.compile(compiler),
);

export async function prolongSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql`now()`, expires_at: expiry })
    .where('id', '=', id)
    .execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute();
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
