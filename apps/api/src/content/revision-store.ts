import { type Change, MANY_VERSIONS, type Version } from '@vitrine/contract/history';
import type { HistoryNoun } from '@vitrine/contract/options';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import type { Content } from '../db/content.ts';
import type { MediaMetadata } from '../db/media-metadata.ts';
import { toDocument } from '../media/media-response.ts';
import { HISTORY } from './nouns.ts';

/** Who makes a change. */
export interface Actor {
  readonly type: 'session' | 'token' | 'service';
  /** The User-Agent of the session, or the name of the token. */
  readonly name: string;
}

/** The service itself, as when nobody is signed in yet. */
export const SERVICE: Actor = { type: 'service', name: '' };

interface Item {
  readonly noun: HistoryNoun;
  readonly id: string;
}

interface Revised<T> {
  readonly result: T;
  /** The ID of the revision. Undefined if nothing changed. */
  readonly revision: string | undefined;
}

/**
 * Runs a change to an item and records it in the same transaction. The row is locked from before the
 * change, so that the recorded versions follow each other.
 */
export async function recordUpdate<T>(
  trx: Trx,
  item: Item,
  actor: Actor,
  work: () => Promise<T>,
): Promise<Revised<T>> {
  const before = await readContent(trx, item);
  const result = await work();
  const after = await readContent(trx, item);
  if (!before || !after) return { result, revision: undefined };
  return { result, revision: await writeRevision(trx, item, 'update', actor, { before, after }) };
}

/** Records a new item. */
export async function recordCreate(trx: Trx, item: Item, actor: Actor): Promise<void> {
  const after = await readContent(trx, item);
  if (after) await writeRevision(trx, item, 'create', actor, { before: null, after });
}

/** Records that an item was restored from the trash. */
export async function recordRestore(trx: Trx, item: Item, actor: Actor): Promise<void> {
  const after = await readContent(trx, item);
  if (after) await writeRevision(trx, item, 'restore', actor, { before: null, after });
}

/** SQL: the content columns of a row as JSON. */
export function contentOf(noun: HistoryNoun, row: string): RawBuilder<Content> {
  const columns = Object.keys(HISTORY[noun].labels);
  return sql<Content>`jsonb_build_object(${sql.join(
    columns.flatMap((column) => [sql`${column}::text`, sql.ref(`${row}.${column}`)]),
  )})`;
}

/** Reads and locks the current content of an item. */
async function readContent(trx: Trx, { noun, id }: Item): Promise<Content | undefined> {
  const { rows } = await sql<{ content: Content }>`
    select ${contentOf(noun, 'item')} as content
    from ${sql.table(HISTORY[noun].table)} as item where id = ${id} for update`.execute(trx);
  return rows[0]?.content;
}

interface Contents {
  readonly before: Content | null;
  readonly after: Content | null;
  readonly restoredFrom?: Date;
}

/** Returns the ID of the revision, or undefined if nothing changed. */
async function writeRevision(
  trx: Trx,
  { noun, id }: Item,
  operation: Version['operation'],
  actor: Actor,
  { before, after, restoredFrom }: Contents,
): Promise<string | undefined> {
  if (before && after && changedColumns(before, after).length === 0) return undefined;
  const revision = await trx
    .insertInto('revision')
    .values({
      noun,
      item_id: id,
      operation,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      restored_from: restoredFrom ?? null,
      media: [...new Set([...mediaIn(noun, before), ...mediaIn(noun, after)])],
      actor_type: actor.type,
      actor_name: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return revision.id;
}

function mediaIn(noun: HistoryNoun, content: Content | null): string[] {
  const names = HISTORY[noun].media.map((column) => content?.[column]);
  return names.filter((name) => typeof name === 'string');
}

function changedColumns(before: Content, after: Content): string[] {
  const columns = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...columns].filter(
    (column) => JSON.stringify(before[column] ?? null) !== JSON.stringify(after[column] ?? null),
  );
}

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
  const { table, labels } = HISTORY[noun];
  const [title = 'id'] = Object.keys(labels);
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

interface StoredVersion extends Item {
  readonly before: Content | null;
  readonly after: Content | null;
  readonly createdAt: Date;
  readonly isLatest: boolean;
}

async function findVersion(db: Db | Trx, id: string): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select noun, item_id as id, before, after, created_at as "createdAt", not exists (
      select from revision as later
      where later.noun = revision.noun and later.item_id = revision.item_id
        and later.id > revision.id
    ) as "isLatest"
    from revision where id = ${id}`.execute(db);
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
  noun: HistoryNoun,
  before: Content,
  after: Content,
): Promise<Change[]> {
  const { labels, media } = HISTORY[noun];
  const changed = new Set(changedColumns(before, after));
  const columns = Object.keys(labels).filter((column) => changed.has(column));
  const documents = await findDocuments(db, [...mediaIn(noun, before), ...mediaIn(noun, after)]);
  return columns.map((column) => {
    const label = labels[column] ?? column;
    if (!media.includes(column))
      return {
        type: 'text',
        label,
        before: toText(before[column]),
        after: toText(after[column]),
      };
    return {
      type: 'media',
      label,
      before: documents.get(toText(before[column])) ?? null,
      after: documents.get(toText(after[column])) ?? null,
    };
  });
}

async function findDocuments(db: Db, names: readonly string[]) {
  if (names.length === 0) return new Map<string, never>();
  const { rows } = await sql<{ name: string; metadata: MediaMetadata }>`
    select name, metadata from media where name = any(${names})`.execute(db);
  return new Map(rows.map(({ name, metadata }) => [name, toDocument(name, metadata)]));
}

function toText(value: Content[string] | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  // A changed backup can contain any JSON.
  const isText = Array.isArray(value) && value.every((line) => typeof line === 'string');
  return isText ? value.join('\n') : JSON.stringify(value);
}

export interface Restored {
  readonly noun: HistoryNoun;
  readonly revision: string | undefined;
  /** Whether the version shows something to visitors that stays hidden. */
  readonly staysHidden: boolean;
}

/** Restores the content of a version, as a new version. Returns undefined if the item is gone. */
export async function restoreVersion(
  trx: Trx,
  id: string,
  actor: Actor,
): Promise<Restored | undefined> {
  const version = await findVersion(trx, id);
  // A version that deletes an item restores what was deleted.
  const content = version?.after ?? version?.before;
  const before = version && (await readContent(trx, version));
  if (!version || !content || !before) return undefined;
  // An old version must not publish what is hidden now, like an address that is newer than the version.
  const hidden = HISTORY[version.noun].publishing.filter((column) => before[column] === false);
  const allowed = Object.entries(content).filter(([column]) => !hidden.includes(column));
  await writeContent(trx, version, Object.fromEntries(allowed));
  const after = (await readContent(trx, version)) ?? null;
  const contents = { before, after, restoredFrom: version.createdAt };
  return {
    noun: version.noun,
    revision: await writeRevision(trx, version, 'restore', actor, contents),
    staysHidden: hidden.some((column) => content[column] === true),
  };
}

/** Takes back a change, unless the item is gone or was changed again. */
export async function undoVersion(
  trx: Trx,
  id: string,
  actor: Actor,
): Promise<'undone' | 'missing' | 'changed'> {
  const item = await findVersion(trx, id);
  const before = item && (await readContent(trx, item));
  if (!item || !before) return 'missing';
  // The row is locked only now: another change may have been recorded in between.
  const version = await findVersion(trx, id);
  if (!version?.isLatest || !version.before) return 'changed';
  await writeContent(trx, version, version.before);
  const after = (await readContent(trx, version)) ?? null;
  await writeRevision(trx, version, 'undo', actor, { before, after });
  return 'undone';
}

/** Columns that were added after the content was recorded keep their value. */
async function writeContent(trx: Trx, { noun, id }: Item, content: Content): Promise<void> {
  const { table, labels } = HISTORY[noun];
  const columns = Object.keys(labels).filter((column) => column in content);
  const row = sql.table(table);
  const assignments = columns.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`recorded.${column}`)}`,
  );
  if (table === 'project') assignments.push(sql`version = item.version + 1`);
  await sql`
    update ${row} as item set ${sql.join(assignments)}, updated_at = now()
    from jsonb_populate_record(null::${row}, ${JSON.stringify(content)}) as recorded
    where item.id = ${id}`.execute(trx);
}

/** Keeps all versions of the last 30 days, then the last one of each day, then of each month. */
export async function pruneRevisions(db: Db): Promise<void> {
  await sql`
    delete from revision where id in (
      select id from (
        select id, row_number() over (
          partition by noun, item_id, date_trunc(
            case when created_at > now() - interval '1 year' then 'day' else 'month' end,
            created_at at time zone 'UTC')
          order by id desc) as place
        from revision where created_at < now() - interval '30 days'
      ) as old where place > 1)`.execute(db);
}
