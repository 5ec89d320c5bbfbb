import type { NewMessage } from '@vitrine/contract/public';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import { FORM_TOKEN_DAYS } from './form-token.ts';
import type { Folder } from './message-store.ts';

interface MessageInput extends Omit<NewMessage, 'token' | 'website'> {
  readonly folder: Folder;
  readonly spamReasons: string[];
  readonly isMailDue: boolean;
}

interface RenamedColumns {
  senderName: 'sender_name';
  spamReasons: 'spam_reasons';
  isMailDue: 'mail_due';
}

export async function addMessage(trx: Trx, message: MessageInput): Promise<void> {
  const columns = {
    sender_name: message.senderName,
    subject: message.subject,
    email: message.email,
    message: message.message,
    folder: message.folder,
    spam_reasons: message.spamReasons,
    mail_due: message.isMailDue,
  } satisfies ColumnsOf<MessageInput, RenamedColumns>;
  await trx
    .insertInto('message')
    .values({ ...columns, unread: true })
    .execute();
}

/**
 * Beyond this number, the oldest of what was filed as spam is deleted. What was moved to Spam stays:
 * otherwise a stolen session or token could move the inbox there, and new spam would delete it forever.
 */
export const MAX_SPAM = 1_000;
/** Limits how long one visitor waits for the deletion. */
const MAX_DELETED_AT_ONCE = 100;

export async function deleteOldestSpam(trx: Trx): Promise<void> {
  // Skips rows that another transaction is deleting or moving.
  const isFiled = sql`folder = 'spam' and spam_reasons <> '{}'`;
  await sql`delete from message where seq in (
    select seq from message
    where ${isFiled} and seq <= (
      select seq from message where ${isFiled} order by seq desc offset ${MAX_SPAM} limit 1)
    order by seq limit ${MAX_DELETED_AT_ONCE} for update skip locked)`.execute(trx);
}

/** Counts the messages of the last day with this text, ignoring case and repeated spaces. */
export async function countCopies(trx: Trx, text: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from message
    where content_hash = ${contentHash(text)}
      and created_at > now() - interval '1 day'`.execute(trx);
  return rows[0]?.count ?? 0;
}

function contentHash(text: string) {
  return sql<string>`md5(lower(regexp_replace(${text}, '\\s+', ' ', 'g')))::uuid`;
}

/** Whether the same visitor sent exactly this in the last ten minutes, as a double click does. */
export async function isRepeated(trx: Trx, message: NewMessage): Promise<boolean> {
  const found = await trx
    .selectFrom('message')
    .select('seq')
    .where('email', '=', message.email)
    .where('sender_name', '=', message.senderName)
    .where('subject', '=', message.subject)
    .where('message', '=', message.message)
    .where('content_hash', '=', contentHash(message.message))
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the key that signs form tokens, and the database's time, which all processes share. */
export async function findFormKey(db: Db | Trx): Promise<{ key: Buffer; now: number }> {
  return db
    .selectFrom('form_key')
    .select(['key', sql<number>`extract(epoch from now())::float8`.as('now')])
    .executeTakeFirstOrThrow();
}

/** Marks a token as used. Returns false if it was used before; of concurrent calls one returns true. */
export async function spendFormToken(trx: Trx, signature: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_form_token')
    .values({ signature })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes tokens that are no longer valid because of their age. */
export async function deleteExpiredFormTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('used_form_token')
    .where('used_at', '<', sql<Date>`now() - interval '1 day' * ${FORM_TOKEN_DAYS}`)
    .execute();
}
