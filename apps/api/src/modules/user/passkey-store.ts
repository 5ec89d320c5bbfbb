import type { Passkey } from '@vitrine/contract/passkey';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

/** Lists the passkeys, oldest first. */
export async function listPasskeys(db: Db, sessionId: string): Promise<Passkey[]> {
  const rows = await passkeys(db, sessionId).orderBy('created_at').orderBy('id').execute();
  return rows.map(toPasskey);
}

export async function hasPasskeys(db: Db, host: string): Promise<boolean> {
  const found = await db
    .selectFrom('passkey')
    .select('id')
    .where('host', '=', host)
    .executeTakeFirst();
  return found !== undefined;
}

/** The passkeys of a host, as browsers name them. */
export async function listDescriptors(db: Db, host: string) {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id as id', 'transports'])
    .where('host', '=', host)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, transports }) => ({ id, type: 'public-key' as const, transports }));
}

/** The host names of passkeys that do not work on this one. */
export async function listOtherHosts(db: Db, host: string): Promise<string[]> {
  const rows = await db
    .selectFrom('passkey')
    .select('host')
    .distinct()
    .where('host', '<>', host)
    .orderBy('host')
    .execute();
  return rows.map((row) => row.host);
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly host: string;
  readonly isSynced: boolean;
}

/** Returns the ID of the passkey, or undefined if it exists already. */
export async function addPasskey(trx: Trx, passkey: NewPasskey): Promise<string | undefined> {
  const added = await trx
    .insertInto('passkey')
    .values({
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: String(passkey.counter),
      transports: [...passkey.transports],
      name: passkey.name,
      host: passkey.host,
      is_synced: passkey.isSynced,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

export async function findPasskey(
  db: Db | Trx,
  id: string,
  sessionId: string,
): Promise<Passkey | undefined> {
  const row = await passkeys(db, sessionId).where('id', '=', id).executeTakeFirst();
  return row && toPasskey(row);
}

/** Returns whether the passkey existed. */
export async function renamePasskey(trx: Trx, id: string, name: string): Promise<boolean> {
  const result = await trx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns the name of the removed passkey, or undefined if there was none. */
export async function removePasskey(trx: Trx, id: string): Promise<string | undefined> {
  const removed = await trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name;
}

/** What is needed to check a signature. A passkey of another host is not found. */
export async function findKey(db: Db | Trx, credentialId: string, host: string) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'public_key as publicKey'])
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .executeTakeFirst();
}

/**
 * Records a use. Returns false if the counter did not increase, so that of two requests with the same
 * count only one succeeds. Passkeys that do not count always report 0.
 */
export async function recordUse(
  db: Db,
  id: string,
  { counter, isSynced }: { counter: number; isSynced: boolean },
): Promise<boolean> {
  const result = await db
    .updateTable('passkey')
    .set({ counter: String(counter), is_synced: isSynced, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Remembers which passkey this browser has. */
export async function setSessionPasskey(
  db: Db | Trx,
  sessionId: string,
  passkeyId: string,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ passkey_id: passkeyId })
    .where('id', '=', sessionId)
    .execute();
}

function passkeys(db: Db | Trx, sessionId: string) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'host', 'created_at', 'last_used_at', 'is_synced'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('session')
            .select('session.id')
            .where('session.id', '=', sessionId)
            .whereRef('session.passkey_id', '=', 'passkey.id'),
        )
        .as('is_this'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof passkeys>['executeTakeFirstOrThrow']>>;

function toPasskey(row: Row): Passkey {
  return {
    _id: row.id,
    name: row.name,
    host: row.host,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.is_synced,
    isThis: row.is_this === true,
  };
}

/** Returns the names of the removed passkeys. */
export async function removeAllPasskeys(trx: Trx): Promise<string[]> {
  const removed = await trx.deleteFrom('passkey').returning('name').execute();
  return removed.map(({ name }) => name);
}
