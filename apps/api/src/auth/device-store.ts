import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { hashToken, newToken } from './session-store.ts';

/** Days without a login after which a browser is forgotten. */
export const DEVICE_DAYS = 180;

/** The maximum number of remembered browsers. The least recently used one is removed first. */
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

/** Remembers a browser under a new token, which replaces its previous one. */
export async function rememberDevice(
  db: Db | Trx,
  ownerId: string,
  previousToken: string | undefined,
): Promise<string> {
  const token = newToken();
  if (previousToken !== undefined)
    await db.deleteFrom('device').where('token_hash', '=', hashToken(previousToken)).execute();
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

/** Forgets all browsers except the one with this token. */
export async function deleteOtherDevices(
  db: Db | Trx,
  ownerId: string,
  token: string,
): Promise<void> {
  await db
    .deleteFrom('device')
    .where('owner_id', '=', ownerId)
    .where('token_hash', '<>', hashToken(token))
    .execute();
}

export async function deleteExpiredDevices(db: Db): Promise<void> {
  await db
    .deleteFrom('device')
    .where(({ not }) => not(isCurrent))
    .execute();
}
