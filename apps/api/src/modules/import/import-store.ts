import { ItemId } from '@vitrine/contract/call';
import { TRASH_DAYS } from '@vitrine/contract/trash';
import { sql } from 'kysely';
import { z } from 'zod';
import { TRASH } from '../../content/collections.ts';
import type { Actor } from '../../content/revision-store.ts';
import { moveToTrash, restoreFromTrash } from '../../content/trash-store.ts';
import { undoVersion } from '../../content/version-store.ts';
import type { Db, Trx } from '../../db/client.ts';

/** What an import did. */
export interface Applied {
  readonly added: readonly ItemId[];
  /** The IDs of the revisions of items that were changed or deleted. */
  readonly revisions: readonly string[];
}

export async function recordImport(trx: Trx, { added, revisions }: Applied): Promise<string> {
  const { id } = await trx
    .insertInto('content_import')
    .values({ added: JSON.stringify(added), revisions: JSON.stringify(revisions) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const Stored = z.object({ added: z.array(ItemId), revisions: z.array(z.string()) });

/**
 * Takes back an import. Returns how many of its items were changed since and stay, or undefined if
 * there is no such import anymore.
 */
export async function undoImport(trx: Trx, id: string, actor: Actor): Promise<number | undefined> {
  // Of concurrent calls, one finds the row.
  const row = await trx
    .deleteFrom('content_import')
    .where('id', '=', id)
    .returning(['added', 'revisions'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { added, revisions } = Stored.parse(row);
  const changed = await findChanged(trx, await lockExisting(trx, added));
  const unchanged = added.filter((item) => !changed.has(item.id));
  for (const [noun, items] of Map.groupBy(unchanged, (item) => item.noun))
    await moveToTrash(trx, noun, toIds(items), actor);
  const deletions = await findDeletions(trx, revisions);
  for (const { noun, item } of deletions.values()) await restoreFromTrash(trx, noun, [item], actor);
  let left = changed.size;
  for (const revision of revisions.filter((one) => !deletions.has(one)))
    if ((await undoVersion(trx, revision, actor)) === 'changed') left += 1;
  return left;
}

/** Moves an entry of the timeline to the trash. Returns the ID of the revision, if there is such an entry. */
export async function deleteEntry(trx: Trx, id: string, actor: Actor): Promise<string | undefined> {
  const trashed = await moveToTrash(trx, 'timeline', [id], actor);
  if (trashed.length === 0) return undefined;
  const { rows } = await sql<{ id: string }>`
    select max(id)::text as id from revision where item_id = ${id}`.execute(trx);
  return rows[0]?.id;
}

/** The items that some of these revisions deleted, by the IDs of the revisions. */
async function findDeletions(trx: Trx, revisions: readonly string[]) {
  const { rows } = await sql<{ id: string; noun: ItemId['noun']; item: string }>`
    select id::text, noun, item_id as item from revision
    where id = any(${revisions}::bigint[]) and operation = 'delete'`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the IDs of items that were not deleted. Later changes wait until the end of the transaction. */
async function lockExisting(trx: Trx, items: readonly ItemId[]): Promise<string[]> {
  const existing: string[] = [];
  for (const [noun, some] of Map.groupBy(items, (item) => item.noun)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(TRASH[noun].table)} where id = any(${toIds(some)}::uuid[])
      order by id for update`.execute(trx);
    existing.push(...toIds(rows));
  }
  return existing;
}

/** Returns the IDs of those that were changed after they were added. */
async function findChanged(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct item_id as id from revision
    where item_id = any(${ids}::uuid[]) and operation <> 'create'
      and operation <> 'delete'`.execute(trx);
  return new Set(toIds(rows));
}

function toIds(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}

/** As long as deleted items stay in the trash. */
export async function deleteExpiredImports(db: Db): Promise<void> {
  await sql`delete from content_import
    where created_at < now() - interval '1 day' * ${TRASH_DAYS}`.execute(db);
}

/** Returns when items were last changed, by their IDs, and columns of the profile, by their names. */
export async function findChangeTimes(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ key: string; time: Date }>`
    select id::text as key, updated_at as time from timeline
    union all
    select id::text, updated_at from skill
    union all
    select id::text, updated_at from publication
    union all
    select key, max(created_at) from revision, jsonb_each(after)
    where noun = 'profile' and value is distinct from before -> key and before is not null
    group by key`.execute(db);
  return new Map(rows.map(({ key, time }) => [key, time]));
}
