import { type Change, MANY_VERSIONS, type Version } from '@vitrine/contract/history';
import type { HistoryCollection } from '@vitrine/contract/options';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Content, Json } from '../db/content.ts';
import type { MediaMetadata } from '../db/media-metadata.ts';
import { toDocument } from '../media/media-response.ts';
import { HISTORY } from './collections.ts';
import { describeValue, findTitles } from './describe-value.ts';
import {
  type Actor,
  changedColumns,
  contentOf,
  findVersion,
  type Item,
  mediaIn,
} from './revision-store.ts';

interface VersionRow {
  id: string;
  operation: Version['operation'];
  columns: string[];
  restored_from: Date | null;
  actor_type: Actor['type'];
  actor_name: string;
  created_at: Date;
}

/** Returns a page of versions, newest first. Each is compared with the one before it that still exists. */
export async function listVersions(
  db: Db,
  { noun, id }: Item,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<{ versions: Version[]; next: string | null }> {
  const { rows } = await sql<VersionRow>`
    select version.id, operation, restored_from, actor_type, actor_name, created_at, array(
      select key from jsonb_each(after)
      where value is distinct from earlier.content -> key and earlier.content is not null
    ) as columns
    from revision as version left join lateral (
      select coalesce(earlier.after, version.before) as content from revision as earlier
      where earlier.noun = version.noun and earlier.item_id = version.item_id
        and earlier.id < version.id
      order by earlier.id desc limit 1
    ) as earlier on true
    where noun = ${noun} and item_id = ${id}
      and (${before ?? null}::bigint is null or version.id < ${before ?? null}::bigint)
    order by version.id desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const labels = HISTORY[noun].labels;
  return {
    versions: page.map((row) => ({
      _id: row.id,
      operation: row.operation,
      fields: Object.keys(labels)
        .filter((column) => row.columns.includes(column))
        .map((column) => labels[column] ?? column),
      restoredFrom: row.restored_from?.toISOString() ?? null,
      actor: { type: row.actor_type, name: row.actor_name },
      createdAt: row.created_at.toISOString(),
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Returns the title of an item, the number of its versions up to a limit, and the time of the first. */
export async function describeHistory(
  db: Db,
  { noun, id }: Item,
): Promise<{ title: string; total: number; since: Date | null } | undefined> {
  const { table, title } = HISTORY[noun];
  const { rows } = await sql<{ title: string; total: number; since: Date | null }>`
    select ${sql.ref(title)} as title, (
      select count(*)::integer from (
        select from revision where noun = ${noun} and item_id = ${id} limit ${MANY_VERSIONS}
      ) as versions
    ) as total, (
      select created_at from revision where noun = ${noun} and item_id = ${id} order by id limit 1
    ) as since
    from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0];
}

export interface Comparison {
  readonly comparedWith: Date | null;
  readonly changes: Change[];
  readonly changesSince: Change[];
}

/** Compares a version with the one before it and with the current content. */
export async function compareVersion(db: Db, id: string): Promise<Comparison | undefined> {
  const version = await findVersion(db, id);
  if (!version) return undefined;
  const { noun } = version;
  const earlier = await sql<{ after: Content | null; created_at: Date }>`
    select after, created_at from revision
    where noun = ${noun} and item_id = ${version.id} and id < ${id}
    order by id desc limit 1`.execute(db);
  const [previous] = earlier.rows;
  const current = await sql<{ content: Content }>`
    select ${contentOf(noun, 'item')} as content
    from ${sql.table(HISTORY[noun].table)} as item where id = ${version.id}`.execute(db);
  const describe = (one: Content | null | undefined, other: Content | null | undefined) =>
    describeChanges(db, noun, one ?? {}, other ?? {});
  return {
    comparedWith: previous?.created_at ?? null,
    changes: await describe(previous?.after ?? version.before, version.after),
    changesSince: await describe(version.after, current.rows[0]?.content),
  };
}

async function describeChanges(
  db: Db,
  noun: HistoryCollection,
  before: Content,
  after: Content,
): Promise<Change[]> {
  const { labels, media } = HISTORY[noun];
  const columns = changedColumns(noun, before, after);
  const documents = await findDocuments(db, mediaIn(before, after));
  const titles = await findTitles(db, [before, after]);
  const describe = (value: Json | undefined) => describeValue(value, { labels, titles });
  return columns.map((column) => {
    const label = labels[column] ?? column;
    if (!media.includes(column))
      return {
        type: 'text',
        label,
        before: describe(before[column]),
        after: describe(after[column]),
      };
    return {
      type: 'media',
      label,
      before: documents.get(String(before[column])) ?? null,
      after: documents.get(String(after[column])) ?? null,
    };
  });
}

async function findDocuments(db: Db, names: readonly string[]) {
  if (names.length === 0) return new Map<string, never>();
  const { rows } = await sql<{ name: string; metadata: MediaMetadata }>`
    select name, metadata from media where name = any(${names})`.execute(db);
  return new Map(rows.map(({ name, metadata }) => [name, toDocument(name, metadata)]));
}
