import { sql } from 'kysely';
import { hashToken, newToken } from '../../auth/session-store.ts';
import type { Db } from '../../db/client.ts';

/** What a challenge is for: the action, and the session that asked for it. A login has none. */
export interface ChallengeUse {
  readonly purpose: 'login' | 'register' | 'confirm';
  readonly sessionId?: string;
  /** The token of the known browser that asked for it. */
  readonly device?: string | undefined;
}

export const CHALLENGE_MINUTES = 5;

/**
 * Any visitor can ask for a login challenge, so a flood must not fill the disk. The oldest go first. Each
 * session and each known browser has its own, which neither visitors nor another session can push out.
 */
const MAX_OF_VISITORS = 50_000;
const MAX_OF_BROWSER = 100;

/** Returns a new challenge. Only its hash is stored. */
export async function createChallenge(
  db: Db,
  { purpose, sessionId, device }: ChallengeUse,
): Promise<string> {
  const challenge = newToken();
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: hashToken(challenge),
      purpose,
      session_id: sessionId ?? null,
      device_hash: device === undefined ? null : hashToken(device),
      expires_at: sql`now() + interval '1 minute' * ${CHALLENGE_MINUTES}`,
    })
    .execute();
  return challenge;
}

/** Uses up a challenge. Returns whether it was valid for this purpose and this session. */
export async function useChallenge(
  db: Db,
  challenge: string,
  { purpose, sessionId }: ChallengeUse,
): Promise<boolean> {
  const result = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where(sql<boolean>`session_id is not distinct from ${sessionId ?? null}::uuid`)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function pruneChallenges(db: Db): Promise<void> {
  await sql`delete from passkey_challenge where challenge_hash in
    (select challenge_hash from passkey_challenge where expires_at < now()
      for update skip locked)`.execute(db);
  await sql`delete from passkey_challenge where challenge_hash in
    (select challenge_hash from passkey_challenge where challenge_hash in
      (select challenge_hash from (
        select challenge_hash, row_number() over (
            partition by session_id, device_hash order by expires_at desc) as place,
          case when coalesce(session_id::text, device_hash::text) is null
            then ${MAX_OF_VISITORS}::int else ${MAX_OF_BROWSER}::int end as most
        from passkey_challenge) as numbered
      where place > most)
      for update skip locked)`.execute(db);
}
