import { Reply } from '@vitrine/contract/message';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../db/client.ts';
import type { DB } from '../../db/tables.ts';

type Row = Selectable<DB['message']>;

/** A message that stays locked until the transaction ends, in a folder or in the trash. */
export interface Answered {
  readonly message: Row;
  readonly replies: readonly Reply[];
  readonly save: (replies: readonly Reply[]) => Promise<void>;
}

/** A changed backup can contain anything. What is no reply is left out. */
const Replies = z.array(Reply.nullable().catch(null));

/** A reply that was not sent by then is shown as failed: a restored backup has no jobs. */
const STUCK_MS = 15 * 60_000;

export function toReplies(stored: Row['replies'], now = Date.now()): Reply[] {
  return readReplies(stored).map((reply) =>
    isStuck(reply, now)
      ? { ...reply, state: 'failed', problem: 'It was not sent in 15 minutes.' }
      : reply,
  );
}

export function isStuck({ state, createdAt }: Reply, now = Date.now()): boolean {
  const isPending = state === 'waiting' || state === 'sending';
  return isPending && now - Date.parse(createdAt) > STUCK_MS;
}

function readReplies(stored: Row['replies']): Reply[] {
  return Replies.parse(stored).filter((reply) => reply !== null);
}

/** Locks a message that is not in the trash, and counts its replies. Undefined if there is none. */
export async function countReplies(trx: Trx, id: string): Promise<number | undefined> {
  const found = await trx
    .selectFrom('message')
    .select(sql<number>`jsonb_array_length(replies)`.as('count'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found?.count;
}

/** An answered message is no spam. In Spam, it would be deleted with its replies one day. */
export async function addReply(trx: Trx, id: string, reply: Reply): Promise<void> {
  await trx
    .updateTable('message')
    .set({
      replies: sql`replies || ${JSON.stringify([reply])}::jsonb`,
      unread: false,
      folder: sql`case when folder = 'spam' then 'inbox' else folder end`,
      spam_reasons: sql`case when folder = 'spam' then '{}' else spam_reasons end`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks a message and reads its replies. What cancels a reply and what sends it both do so first: a reply
 * is canceled or sent, never both.
 */
export async function lockAnswered(trx: Trx, id: string): Promise<Answered | undefined> {
  // It may be moved to the trash and back while this waits for the lock.
  for (const find of [findInFolder, findInTrash, findInFolder]) {
    const { rows } = await find(id).execute(trx);
    const [message] = rows;
    if (message)
      return {
        message,
        replies: readReplies(message.replies),
        save: async (replies) => {
          await (find === findInTrash ? saveInTrash : saveInFolder)(trx, id, replies);
        },
      };
  }
  return undefined;
}

function findInFolder(id: string) {
  return sql<Row>`select * from message where id = ${id} for update`;
}

function findInTrash(id: string) {
  return sql<Row>`select message.* from trash, jsonb_populate_record(null::message, item) as message
    where noun = 'message' and trash.id = ${id} for update of trash`;
}

async function saveInFolder(trx: Trx, id: string, replies: readonly Reply[]): Promise<void> {
  await trx
    .updateTable('message')
    .set({ replies: JSON.stringify(replies) })
    .where('id', '=', id)
    .execute();
}

async function saveInTrash(trx: Trx, id: string, replies: readonly Reply[]): Promise<void> {
  await sql`update trash set item = item || jsonb_build_object('replies', ${JSON.stringify(replies)}::jsonb)
    where noun = 'message' and id = ${id}`.execute(trx);
}
