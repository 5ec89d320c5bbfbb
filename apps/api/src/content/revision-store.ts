import type { Version } from '@vitrine/contract/history';
import type { HistoryCollection } from '@vitrine/contract/options';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import type { Content } from '../db/content.ts';
import { HISTORY } from './collections.ts';

/** Who makes a change. */
export interface Actor {
  readonly type: 'session' | 'token' | 'service';
  /** The User-Agent of the session, or the name of the token. */
  readonly name: string;
}

/** The service itself, as when nobody is signed in yet. */
export const SERVICE: Actor = { type: 'service', name: '' };

export interface Item {
  readonly noun: HistoryCollection;
  readonly id: string;
}

/** Records an item that is new, or that was restored from the trash. */
export async function recordCreate(
  trx: Trx,
  item: Item,
  actor: Actor,
  operation: 'create' | 'restore' = 'create',
): Promise<void> {
  const { rows } = await sql<{ after: Content }>`
    select ${contentOf(item.noun, 'item')} as after
    from ${sql.table(HISTORY[item.noun].table)} as item where id = ${item.id}`.execute(trx);
  if (rows[0]) await writeRevision(trx, item, operation, actor, { before: null, ...rows[0] });
}

/**
 * SQL: the content columns of a row as JSON. Columns that history must not hold are there as a hash, to
 * tell whether they have changed.
 */
export function contentOf(noun: HistoryCollection, row: string): RawBuilder<Content> {
  const { labels, secret = [] } = HISTORY[noun];
  const pairs = Object.keys(labels).flatMap((column) => [
    sql`${column}::text`,
    sql.ref(`${row}.${column}`),
  ]);
  if (secret.length > 0) {
    const values = sql.join(['id', ...secret].map((column) => sql.ref(`${row}.${column}`)));
    pairs.push(
      sql`${SECRET_HASH}::text`,
      sql`encode(sha256(convert_to(concat_ws(' ', ${values}), 'UTF8')), 'hex')`,
    );
  }
  return sql<Content>`jsonb_build_object(${sql.join(pairs)})`;
}

export const SECRET_HASH = 'secret_hash';

interface Contents {
  readonly before: Content | null;
  readonly after: Content | null;
  readonly restoredFrom?: Date;
}

/** Returns the ID of the revision, or undefined if nothing changed. */
export async function writeRevision(
  trx: Trx,
  { noun, id }: Item,
  operation: Version['operation'],
  actor: Actor,
  { before, after, restoredFrom }: Contents,
): Promise<string | undefined> {
  if (before && after && changedColumns(noun, before, after).length === 0) return undefined;
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

export function changedColumns(noun: HistoryCollection, before: Content, after: Content): string[] {
  return Object.keys(HISTORY[noun].labels).filter(
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
