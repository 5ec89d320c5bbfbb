import { MANY_UNREAD, type Message, type MessageUpdate } from '@vitrine/contract/message';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { DB } from '../../db/tables.ts';
import { toReplies } from './reply-store.ts';

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
  const all = selectMessages(db, folder, before);
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
  'replies',
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
    replies: toReplies(row.replies),
  };
}

function selectMessages(db: Db, folder: Folder, before: string | undefined) {
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
  all: ReturnType<typeof selectMessages>,
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
