import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Json } from '../../db/content.ts';

/** The replies to a message. */
interface KeptReplies {
  readonly id: string;
  readonly replies: Json;
}

/** Reads the replies to messages that got one since the restore began. They will be sent. */
export async function readReplies(trx: Trx): Promise<KeptReplies[]> {
  const { rows } = await sql<KeptReplies>`
    select id, replies from message
    where exists (select from jsonb_array_elements(replies) as reply
      where (reply ->> 'createdAt')::timestamptz >= now())`.execute(trx);
  return rows;
}

export async function keepReplies(trx: Trx, kept: readonly KeptReplies[]): Promise<void> {
  for (const { id, replies } of kept)
    await sql`update message set replies = ${JSON.stringify(replies)}::jsonb where id = ${id}`.execute(
      trx,
    );
}
