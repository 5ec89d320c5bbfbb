import { TOKEN_SCOPES, type TokenScope } from '@vitrine/contract/route';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { hashToken, newToken } from './session-store.ts';

/** An API token that passed the guard. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
}

/** Lets programs that search for leaked secrets recognize a token. */
const PREFIX = 'vt_';
/** With the prefix. Too few for guessing the rest. */
const SHOWN_CHARACTERS = 6;

const isValid = sql<boolean>`(expires_at is null or expires_at > now())`;

/** `isUseDue` limits writes to one every five minutes. */
export async function findToken(
  db: Db,
  secret: string,
): Promise<(ApiToken & { isUseDue: boolean }) | undefined> {
  if (!secret.startsWith(PREFIX)) return undefined;
  return db
    .selectFrom('api_token')
    .select(['id', 'name'])
    .select(sql<TokenScope[]>`scopes`.as('scopes'))
    .select(
      sql<boolean>`coalesce(last_used_at < now() - interval '5 minutes', true)`.as('isUseDue'),
    )
    .where('token_hash', '=', hashToken(secret))
    .where(isValid)
    .executeTakeFirst();
}

/** Whether a token that was found is still valid. */
export async function isTokenValid(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_token')
    .select('id')
    .where('id', '=', id)
    .where(isValid)
    .executeTakeFirst();
  return found !== undefined;
}

export async function markTokenUsed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

interface NewToken {
  readonly ownerId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresInDays: number | null;
}

/** Creates a token and returns its secret, of which only the hash is stored. */
export async function createToken(
  trx: Trx,
  { ownerId, name, scopes, expiresInDays }: NewToken,
): Promise<{ id: string; secret: string }> {
  const secret = `${PREFIX}${newToken()}`;
  const { id } = await trx
    .insertInto('api_token')
    .values({
      owner_id: ownerId,
      token_hash: hashToken(secret),
      prefix: secret.slice(0, SHOWN_CHARACTERS),
      name,
      scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
      expires_at:
        expiresInDays === null ? null : sql`now() + interval '1 day' * ${expiresInDays}::int`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret };
}

/** Lists the valid tokens, newest first. */
export async function listTokens(db: Db | Trx) {
  return db
    .selectFrom('api_token')
    .select(['id', 'name', 'prefix', 'created_at', 'expires_at', 'last_used_at'])
    .select(sql<TokenScope[]>`scopes`.as('scopes'))
    .where(isValid)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns the name of the token, or undefined if it did not exist. */
export async function deleteToken(trx: Trx, id: string): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('api_token')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}

/** Revokes every token, and returns the names of those that were valid. */
export async function deleteAllTokens(trx: Trx): Promise<string[]> {
  const names = (await listTokens(trx)).map(({ name }) => name);
  await trx.deleteFrom('api_token').execute();
  return names;
}
