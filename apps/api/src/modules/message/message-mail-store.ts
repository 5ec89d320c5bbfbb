import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

export type DueMessage = Awaited<ReturnType<typeof findDueMessages>>[number];

/** Returns the messages that the owner has not been emailed about, oldest first. */
export async function findDueMessages(db: Db, limit: number) {
  return db
    .selectFrom('message')
    .select(['seq', 'id', 'sender_name as senderName', 'subject', 'email', 'message'])
    .where('mail_due', '=', true)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Returns the owner's address, whether emails are wanted, and how long until the next is allowed. */
export async function findMailbox(
  db: Db | Trx,
  pauseMinutes: number,
): Promise<{ email: string; isWanted: boolean; waitSeconds: number } | undefined> {
  return db
    .selectFrom('owner')
    .select([
      'email',
      'mail_messages as isWanted',
      sql<number>`greatest(0, coalesce(ceil(extract(epoch from
        messages_mailed_at + interval '1 minute' * ${pauseMinutes} - now())), 0))::integer`.as(
        'waitSeconds',
      ),
    ])
    .executeTakeFirst();
}

/** Call it once the owner has been emailed about these messages, or does not want emails. */
export async function clearMailDue(
  db: Db,
  seqs: readonly string[],
  wasMailed: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('message').set({ mail_due: false }).where('seq', 'in', seqs).execute();
    if (wasMailed) await trx.updateTable('owner').set({ messages_mailed_at: sql`now()` }).execute();
  });
}
