import type { ItemId } from '@vitrine/contract/call';
import { recordOf } from '@vitrine/contract/collections';
import { TRASH_COLLECTIONS, type TrashCollection } from '@vitrine/contract/options';
import { TRASH_DAYS, type TrashItem } from '@vitrine/contract/trash';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import type { Content } from '../db/content.ts';
import { lock } from '../db/locks.ts';
import type { MediaMetadata } from '../db/media-metadata.ts';
import { toDocument } from '../media/media-response.ts';
import { isRecorded, TRASH } from './collections.ts';
import { DETAIL, SEARCHED, TITLE } from './deleted-items.ts';
import { isOrdered } from './order-store.ts';
import { type Actor, contentOf } from './revision-store.ts';
import { restoreDeleted } from './write-store.ts';

/** Moves items to the trash, as whole rows. Returns those that existed. */
export async function moveToTrash(
  trx: Trx,
  noun: TrashCollection,
  ids: readonly string[],
  actor: Actor,
): Promise<ItemId[]> {
  const { table, media, allMedia, forgotten } = TRASH[noun];
  const names = allMedia
    ? sql.ref(`item.${allMedia}`)
    : sql`array_remove(array[${sql.join(
        media.map((column) => sql.ref(`item.${column}`)),
      )}]::text[], null)`;
  const revisions = isRecorded(noun)
    ? sql`, recorded as (
        insert into revision (noun, item_id, operation, before, media, actor_type, actor_name)
        select ${noun}, id, 'delete', ${contentOf(noun, 'item')}, ${names},
          ${actor.type}, ${actor.name}
        from item)`
    : sql``;
  const { rows } = await sql<{ id: string }>`
    with item as (delete from ${sql.table(table)} where id = any(${ids}::uuid[]) returning *)
      ${revisions}
    insert into trash (id, noun, item, media)
    select id, ${noun}, to_jsonb(item) - ${forgotten}::text[], ${names}
    from item order by seq
    -- A changed backup can contain an item that is also in its trash.
    on conflict (id) do update set noun = excluded.noun, item = excluded.item,
      media = excluded.media, deleted_at = excluded.deleted_at
    returning id`.execute(trx);
  return rows.map(({ id }) => ({ noun, id }));
}

/** Restores items with their IDs and, if it is free, their place in the list. */
export async function restoreFromTrash(
  trx: Trx,
  noun: TrashCollection,
  ids: readonly string[],
  actor: Actor,
): Promise<ItemId[]> {
  // Before the rows of the trash, which a rebalance changes.
  if (isOrdered(noun)) await lock(trx, 'order');
  const restored: ItemId[] = [];
  for (const id of ids.toSorted()) {
    const { rows } = await sql<{ item: Content }>`
      delete from trash where noun = ${noun} and id = ${id} returning item`.execute(trx);
    if (!rows[0]) continue;
    await restoreDeleted(trx, noun, { ...rows[0].item, id }, actor);
    restored.push({ noun, id });
  }
  return restored;
}

interface PageOptions {
  readonly limit: number;
  readonly before: string | undefined;
  readonly nouns: readonly TrashCollection[];
  readonly search: string;
}

interface Row {
  seq: string;
  id: string;
  noun: TrashCollection;
  title: string;
  detail: string;
  deleted_at: Date;
  expires_at: Date;
  image: string | null;
  metadata: MediaMetadata | null;
}

/** Returns a page of the trash, newest first. */
export async function listTrash(
  db: Db,
  { limit, before, nouns, search }: PageOptions,
): Promise<{ items: TrashItem[]; next: string | null }> {
  const { rows } = await sql<Row>`
    select seq, id, noun, left(${TITLE}, 300) as title, ${DETAIL} as detail, deleted_at,
      deleted_at + interval '1 day' * ${TRASH_DAYS} as expires_at, media.name as image, media.metadata
    from trash left join media on media.name = trash.media[1]
    where (${before ?? null}::bigint is null or seq < ${before ?? null}::bigint)
      and noun = any(${nouns}::text[])
      and (${search} = '' or position(lower(${search}) in lower(${SEARCHED})) > 0)
    order by seq desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  return {
    items: page.map(toTrashItem),
    next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null,
  };
}

function toTrashItem({ id, noun, title, detail, ...row }: Row): TrashItem {
  return {
    _id: id,
    noun,
    title,
    detail,
    image: row.image && row.metadata ? toDocument(row.image, row.metadata) : null,
    deletedAt: row.deleted_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

export async function countTrash(db: Db): Promise<Record<TrashCollection, number>> {
  const { rows } = await sql<{ noun: TrashCollection; count: number }>`
    select noun, count(*)::integer as count from trash group by noun`.execute(db);
  const counts = recordOf(TRASH_COLLECTIONS, () => 0);
  for (const { noun, count } of rows) counts[noun] = count;
  return counts;
}
