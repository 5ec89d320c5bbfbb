import type { Version } from '@vitrine/contract/history';
import type { HistoryNoun } from '@vitrine/contract/options';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import type { Content } from '../db/content.ts';
import { HISTORY } from './nouns.ts';
import { isSlugTaken } from './slug-store.ts';

/** Who makes a change. */
export interface Actor {
  readonly type: 'session' | 'token' | 'service';
  /** The User-Agent of the session, or the name of the token. */
  readonly name: string;
}

/** The service itself, as when nobody is signed in yet. */
export const SERVICE: Actor = { type: 'service', name: '' };

export interface Item {
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

/** Records an item that is new, or that was restored from the trash. */
export async function recordCreate(
  trx: Trx,
  item: Item,
  actor: Actor,
  operation: 'create' | 'restore' = 'create',
): Promise<void> {
  const after = await readContent(trx, item);
  if (after) await writeRevision(trx, item, operation, actor, { before: null, after });
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
      media: mediaIn(before, after),
      actor_type: actor.type,
      actor_name: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return revision.id;
}

/** The names of all media files that the contents mention. */
export function mediaIn(...contents: (Content | null)[]): string[] {
  return [...new Set(JSON.stringify(contents).match(/[0-9a-f]{64}\.[a-z]{3,4}/g) ?? [])];
}

export function changedColumns(before: Content, after: Content): string[] {
  const columns = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...columns].filter(
    (column) => JSON.stringify(before[column] ?? null) !== JSON.stringify(after[column] ?? null),
  );
}

interface StoredVersion extends Item {
  readonly before: Content | null;
  readonly after: Content | null;
  readonly createdAt: Date;
  readonly isLatest: boolean;
}

export async function findVersion(db: Db | Trx, id: string): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select noun, item_id as id, before, after, created_at as "createdAt", not exists (
      select from revision as later
      where later.noun = revision.noun and later.item_id = revision.item_id
        and later.id > revision.id
    ) as "isLatest"
    from revision where id = ${id}`.execute(db);
  return rows[0];
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
  const allowed = Object.fromEntries(
    Object.entries(content).filter(([column]) => !hidden.includes(column)),
  );
  const { restore = (unchanged) => unchanged } = HISTORY[version.noun];
  await writeContent(trx, version, restore(allowed, before));
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
  // Another project may have taken the address since.
  const isKept = async (column: string) =>
    column in content &&
    (column !== 'slug' || !(await isSlugTaken(trx, String(content['slug']), id)));
  const columns: string[] = [];
  for (const column of Object.keys(labels)) if (await isKept(column)) columns.push(column);
  const row = sql.table(table);
  const assignments = columns.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`recorded.${column}`)}`,
  );
  if (table === 'project') {
    const next = (column: string) =>
      sql.ref(`${columns.includes(column) ? 'recorded' : 'item'}.${column}`);
    // Without changes to publish, the schedule would publish a later draft.
    assignments.push(
      sql`version = item.version + 1`,
      sql`publish_at = case when ${next('state')} = 'draft' or ${next('draft')} is not null
        then item.publish_at end`,
    );
  }
  if (columns.includes('slug'))
    assignments.push(sql`old_slugs = case when item.slug = recorded.slug then item.old_slugs
      else array_append(array_remove(item.old_slugs, recorded.slug), item.slug) end`);
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
