import type { ItemId } from '@vitrine/contract/call';
import type { TrashCollection } from '@vitrine/contract/options';
import { TRASH_DAYS } from '@vitrine/contract/trash';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';
import { MEDIA_GRACE_DAYS } from '../media/media-store.ts';
import { TITLE } from './deleted-items.ts';
import { endLinksInTrash } from './ended-links.ts';

/** Days for which the vitrine command can restore what was deleted forever. Its files stay as long. */
export const PURGED_DAYS = MEDIA_GRACE_DAYS;

const isRestorable = sql<boolean>`purged_at > now() - interval '1 day' * ${PURGED_DAYS}`;

/** Deletes items in the trash forever, with their history. */
export async function deleteForever(
  trx: Trx,
  noun: TrashCollection,
  ids: readonly string[],
): Promise<ItemId[]> {
  return purge(trx, sql`noun = ${noun} and id = any(${ids}::uuid[])`);
}

export async function emptyTrash(trx: Trx): Promise<ItemId[]> {
  return purge(trx, sql`true`);
}

/** Moves items and their history to tables that no request reads. */
async function purge(trx: Trx, condition: RawBuilder<unknown>): Promise<ItemId[]> {
  // The author of a testimonial may be withdrawing it, wherever it is.
  await lock(trx, 'order');
  // Both statements below must see the same items, while others may be moved to the trash.
  const { rows: items } = await sql<{ id: string }>`
    select id from trash where ${condition} order by id for update`.execute(trx);
  const ids = items.map(({ id }) => id);
  await endLinksInTrash(trx, sql`id = any(${ids}::uuid[])`);
  // A restored backup can bring back what was deleted forever before, and its revision IDs.
  await sql`delete from purged_item where id = any(${ids}::uuid[])`.execute(trx);
  const { rows } = await sql<ItemId>`
    with gone as (
        delete from trash where id = any(${ids}::uuid[]) returning id, noun, item, media),
      forgotten as (
        delete from revision using gone
        where revision.noun = gone.noun and revision.item_id = gone.id
        returning revision.*),
      kept as (
        insert into purged_item (id, noun, item, media) select id, noun, item, media from gone),
      kept_history as (
        insert into purged_revision select * from forgotten on conflict do nothing),
      -- The cleanup counts the days of unused media from its next run.
      kept_media as (
        update media set orphaned_at = null where name in (
          select unnest(media) from gone union select unnest(media) from forgotten))
    select noun, id from gone`.execute(trx);
  return rows;
}

/** Deletes what has been in the trash for 30 days, and what was deleted forever 7 days ago. */
export async function deleteExpiredTrash(db: Db): Promise<void> {
  const isExpired = sql`deleted_at < now() - interval '1 day' * ${TRASH_DAYS}`;
  await endLinksInTrash(db, isExpired);
  await sql`
    with gone as (
      delete from trash where ${isExpired}
      returning id, noun)
    delete from revision using gone
    where revision.noun = gone.noun and revision.item_id = gone.id`.execute(db);
  await sql`delete from purged_item where not ${isRestorable}`.execute(db);
}

export interface PurgedItem extends ItemId {
  readonly title: string;
  readonly purgedAt: Date;
}

/** Lists what can be restored, newest first. */
export async function listPurged(db: Db): Promise<PurgedItem[]> {
  const { rows } = await sql<PurgedItem>`
    select id, noun, purged_at as "purgedAt", left(${TITLE}, 100) as title
    from purged_item where ${isRestorable} order by purged_at desc, id`.execute(db);
  return rows;
}

/** Moves items back to the trash with their history, for another 30 days. Without an ID, all of them. */
export async function restorePurged(trx: Trx, id: string | undefined): Promise<ItemId[]> {
  await lock(trx, 'order');
  const { rows } = await sql<ItemId>`
    insert into trash (id, noun, item, media)
    select id, noun, item, media from purged_item
    where ${isRestorable} and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by purged_at, id returning noun, id`.execute(trx);
  const ids = rows.map((row) => row.id);
  await sql`insert into revision overriding system value
    select * from purged_revision where item_id = any(${ids}::uuid[]) order by id`.execute(trx);
  await sql`delete from purged_item where id = any(${ids}::uuid[])`.execute(trx);
  return rows;
}
