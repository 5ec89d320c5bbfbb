import { MANY_UNREAD, type Message, type MessageUpdate } from '@vitrine/contract/message';
import type { NewMessage } from '@vitrine/contract/public';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { DB } from '../../db/tables.ts';

export type Folder = NonNullable<MessageUpdate['folder']>;

interface PageOptions {
  readonly folder: Folder;
  readonly search: string;
  readonly limit: number;
  readonly before: string | undefined;
}

/** A page of messages, newest first, and where the next one begins. */
export async function listMessages(
  db: Db,
  { folder, search, limit, before }: PageOptions,
): Promise<{ messages: Message[]; next: string | null }> {
  const wanted = prefixesOf(search);
  const all = messagesOf(db, folder, before);
  // One more than asked for tells whether there is a next page.
  const rows =
    wanted === ''
      ? await all
          .orderBy('seq', 'desc')
          .limit(limit + 1)
          .execute()
      : await find(db, all, wanted, limit + 1);
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

/** So many of the newest are looked through, one by one; if words turn up among them, some more. */
const NEAR = 2_000;
const FARTHER = 20_000;
/** With fewer than these among the near ones, a page would hardly be found among the farther ones. */
const SOME = 5;

/**
 * Words that are common are found among the newest messages, where the index of words would first
 * gather all that there are. Words that are rare are few in the index. Left to choose, the planner
 * walks through everything in search of a word that is in hardly any.
 */
async function find(
  db: Db,
  all: ReturnType<typeof messagesOf>,
  wanted: string,
  limit: number,
): ReturnType<typeof all.execute> {
  const hasWords = sql<SqlBool>`search_vector @@ to_tsquery('simple', ${wanted})`;
  for (const many of [NEAR, FARTHER]) {
    const found = await db
      .selectFrom(all.select('search_vector').orderBy('seq', 'desc').limit(many).as('newest'))
      .select(COLUMNS)
      .where(hasWords)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    if (found.length === limit) return found;
    if (found.length < SOME) break;
  }
  // An order that no index has: only the words lead there.
  return all.where(hasWords).orderBy(sql`seq + 0`, 'desc').limit(limit).execute();
}

/**
 * Each word as the beginning of one: `lett hel` finds 'hello' and 'letter'. Beside others a word of
 * two letters is taken as it is: too many begin like that to be gone through for one page.
 */
function prefixesOf(search: string): string {
  const words = search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words
    .map((word) => (words.length > 1 && word.length < 3 ? `'${word}'` : `'${word}':*`))
    .join(' & ');
}

/** The unread messages of each folder. An inbox of a million is counted no further than MANY_UNREAD. */
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

export async function deleteMessages(db: Db, ids: readonly string[]): Promise<number> {
  const result = await db.deleteFrom('message').where('id', 'in', ids).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function updateMessages(
  db: Db,
  { ids, unread, folder }: MessageUpdate,
): Promise<number> {
  const columns = { unread, folder } satisfies ColumnsOf<Omit<MessageUpdate, 'ids'>>;
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

/** Spam beyond this makes room for what is newer. */
export const SPAM_KEPT = 1_000;
/** One visitor does not wait for more than this, should there be far too much of it. */
const DELETED_AT_ONCE = 100;

export async function deleteOldestSpam(trx: Trx): Promise<void> {
  // Rows that another transaction deletes, or the owner moves, are left to it.
  await sql`delete from message where seq in (
    select seq from message
    where folder = 'spam' and seq <= (
      select seq from message where folder = 'spam' order by seq desc offset ${SPAM_KEPT} limit 1)
    order by seq limit ${DELETED_AT_ONCE} for update skip locked)`.execute(trx);
}

/** How often this text came within a day, whatever its spaces and capitals. */
export async function countCopies(trx: Trx, text: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from message
    where content_hash = md5(lower(regexp_replace(${text}, '\\s+', ' ', 'g')))::uuid
      and created_at > now() - interval '1 day'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The key that signs forms, and the time, by the clock that all processes share. */
export async function findFormKey(db: Db | Trx): Promise<{ key: Buffer; now: number }> {
  return db
    .selectFrom('form_key')
    .select(['key', sql<number>`extract(epoch from now())::float8`.as('now')])
    .executeTakeFirstOrThrow();
}

/** Returns whether this is the first message with the token. Of many at once, one is. */
export async function spendFormToken(trx: Trx, signature: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_form_token')
    .values({ signature })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A token is accepted for a day after its form was shown, so these have expired. */
export async function deleteExpiredFormTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('used_form_token')
    .where('used_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

export interface DueMessage {
  readonly seq: string;
  readonly senderName: string;
  readonly subject: string;
  readonly email: string;
  readonly message: string;
}

/** What the owner is still to be told of, oldest first. */
export async function findDueMessages(db: Db, limit: number): Promise<DueMessage[]> {
  return db
    .selectFrom('message')
    .select(['seq', 'sender_name as senderName', 'subject', 'email', 'message'])
    .where('mail_due', '=', true)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Where to tell them, if they want to be told, and how long to wait since the last time. */
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

/** The owner was told, or does not want to be. */
export async function settleDue(
  db: Db,
  seqs: readonly string[],
  wasMailed: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('message').set({ mail_due: false }).where('seq', 'in', seqs).execute();
    if (wasMailed) await trx.updateTable('owner').set({ messages_mailed_at: sql`now()` }).execute();
  });
}
