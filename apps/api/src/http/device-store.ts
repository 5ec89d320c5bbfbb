import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { hashToken, newToken } from './session-store.ts';

/** A browser is forgotten after so many days without a login. */
export const DEVICE_DAYS = 180;

/** How many browsers are remembered; the one that signed in the longest ago makes room. */
const MAX_DEVICES = 20;

const isCurrent = sql<boolean>`last_used_at > now() - interval '1 day' * ${DEVICE_DAYS}`;

/** Whether the owner has signed in with this browser before. */
export async function isKnownDevice(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('device')
    .select('owner_id')
    .where('token_hash', '=', hashToken(token))
    .where(isCurrent)
    .executeTakeFirst();
  return found !== undefined;
}

/** Remembers a browser under a new token, in place of the one that it had. */
export async function rememberDevice(
  db: Db | Trx,
  ownerId: string,
  before: string | undefined,
): Promise<string> {
  const token = newToken();
  if (before !== undefined)
    await db.deleteFrom('device').where('token_hash', '=', hashToken(before)).execute();
  await db
    .insertInto('device')
    .values({ token_hash: hashToken(token), owner_id: ownerId })
    .execute();
  await sql`delete from device where token_hash in (
    select token_hash from device where owner_id = ${ownerId}
    order by last_used_at desc offset ${MAX_DEVICES})`.execute(db);
  return token;
}

export async function deleteDevices(trx: Trx, ownerId: string): Promise<void> {
  await trx.deleteFrom('device').where('owner_id', '=', ownerId).execute();
}

/** Forgets every browser but the one with this token. */
export async function deleteOtherDevices(
  db: Db,
  ownerId: string,
  token: string | undefined,
): Promise<void> {
  await db
    .deleteFrom('device')
    .where('owner_id', '=', ownerId)
    .$if(token !== undefined, (query) => query.where('token_hash', '<>', hashToken(token ?? '')))
    .execute();
}

export async function deleteExpiredDevices(db: Db): Promise<void> {
  await db
    .deleteFrom('device')
    .where(({ not }) => not(isCurrent))
    .execute();
}
