import { MANY_UNREAD, type Message, type MessageUpdate } from '@vitrine/contract/message';
import type { NewMessage } from '@vitrine/contract/public';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { DB } from '../../db/tables.ts';
import { FORM_TOKEN_DAYS } from './form-token.ts';

export type Folder = NonNullable<MessageUpdate['folder']>;

interface PageOptions {
  readonly folder: Folder;
  readonly search: string;
  readonly limit: number;
  readonly before: string | undefined;
}

/** Returns a page of messages, newest first, and where the next page begins. */
export async function listMessages(
  db: Db,
  { folder, search, limit, before }: PageOptions,
): Promise<{ messages: Message[]; next: string | null }> {
  const tsquery = toPrefixQuery(search);
  const all = messagesOf(db, folder, before);
  // Fetch one extra row to find out whether there is a next page.
  const rows =
    tsquery === ''
      ? await all
          .orderBy('seq', 'desc')
          .limit(limit + 1)
          .execute()
      : await searchMessages(db, all, tsquery, limit + 1);
  const page = rows.slice(0, limit);
  return {
    messages: page.map(toMessage),
    next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null,
  };
}

const COLUMNS = [
  'seq',
  'id',
  'sender_name',
  'subject',
  'email',
  'message',
  'created_at',
  'unread',
  'spam_reasons',
] as const;

type Row = Pick<Selectable<DB['message']>, (typeof COLUMNS)[number]>;

function toMessage(row: Row): Required<Message> {
  return {
    _id: row.id,
    senderName: row.sender_name,
    subject: row.subject,
    email: row.email,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    unread: row.unread,
    spamReasons: row.spam_reasons,
  };
}

function messagesOf(db: Db, folder: Folder, before: string | undefined) {
  return db
    .selectFrom('message')
    .select(COLUMNS)
    .where('folder', '=', folder)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? ''));
}

/** How many of the newest messages are scanned, first and second. */
const SCAN_SIZES = [2_000, 20_000];
/** With fewer matches than this in a scan, a larger scan would hardly fill a page. */
const MIN_MATCHES = 5;

/**
 * Scans the newest messages first: for a common word the full-text index would collect every match
 * before sorting. A rare word has few entries in the index. The planner alone would scan the whole
 * table for a rare word.
 */
async function searchMessages(
  db: Db,
  all: ReturnType<typeof messagesOf>,
  tsquery: string,
  limit: number,
): ReturnType<typeof all.execute> {
  const isMatch = sql<SqlBool>`search_vector @@ to_tsquery('simple', ${tsquery})`;
  for (const size of SCAN_SIZES) {
    const found = await db
      .selectFrom(all.select('search_vector').orderBy('seq', 'desc').limit(size).as('newest'))
      .select(COLUMNS)
      .where(isMatch)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    if (found.length === limit) return found;
    if (found.length < MIN_MATCHES) break;
  }
  // No index has this order, so the planner uses the full-text index.
  return all.where(isMatch).orderBy(sql`seq + 0`, 'desc').limit(limit).execute();
}

/**
 * Matches each word as a prefix: `lett hel` finds 'hello' and 'letter'. In a search of several words,
 * one of fewer than three characters matches whole words only, since too many words begin with it.
 */
function toPrefixQuery(search: string): string {
  const words = search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words
    .map((word) => (words.length > 1 && word.length < 3 ? `'${word}'` : `'${word}':*`))
    .join(' & ');
}

/** Counts the unread messages of each folder, up to MANY_UNREAD so that a large inbox stays fast. */
export async function countUnread(db: Db): Promise<Record<Folder, number>> {
  const { rows } = await sql<{ folder: Folder; count: number }>`
    select folder, (
      select count(*)::integer from (
        select from message where message.folder = folders.folder and unread limit ${MANY_UNREAD}
      ) as unread_messages
    ) as count
    from unnest(enum_range(null::message_folder)) as folders (folder)`.execute(db);
  const counts: Record<Folder, number> = { inbox: 0, spam: 0, archived: 0 };
  for (const { folder, count } of rows) counts[folder] = count;
  return counts;
}

export async function updateMessages(
  db: Db,
  { ids, unread, folder }: MessageUpdate,
): Promise<number> {
  const columns = {
    unread,
    folder,
    // The owner has decided that it is no spam, so it no longer counts as what was filed as spam.
    ...(folder !== undefined && folder !== 'spam' && { spam_reasons: [] }),
  } satisfies ColumnsOf<Omit<MessageUpdate, 'ids'>>;
  const result = await db
    .updateTable('message')
    .set(columns)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

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

export interface DueMessage {
  readonly seq: string;
  readonly senderName: string;
  readonly subject: string;
  readonly email: string;
  readonly message: string;
}

/** Returns the messages that the owner has not been emailed about, oldest first. */
export async function findDueMessages(db: Db, limit: number): Promise<DueMessage[]> {
  return db
    .selectFrom('message')
    .select(['seq', 'sender_name as senderName', 'subject', 'email', 'message'])
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
