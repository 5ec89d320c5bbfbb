import type { Message } from '@vitrine/contract/message';
import type { Db } from '../db/client.ts';

/** A page of messages, newest first, and where the next one begins. */
export async function listMessages(
  db: Db,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<{ messages: Message[]; next: string | null }> {
  const rows = await db
    .selectFrom('message')
    .select(['seq', 'id', 'sender_name', 'subject', 'email', 'message', 'created_at'])
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? ''))
    .orderBy('seq', 'desc')
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    messages: page.map((row) => ({
      _id: row.id,
      senderName: row.sender_name,
      subject: row.subject,
      email: row.email,
      message: row.message,
      createdAt: row.created_at.toISOString(),
    })),
    next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null,
  };
}

export async function deleteMessage(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('message').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
