import type { CollectionName } from '@vitrine/contract/collections';
import { sql } from 'kysely';
import type { Trx } from '../db/client.ts';

/**
 * Deletes what is stored about an item besides its row: its history, and what is in the trash or was
 * deleted forever. A restored backup does not bring it back. Returns the names of all its files.
 */
export async function forgetItem(trx: Trx, noun: CollectionName, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with deleted as (
        delete from trash where noun = ${noun} and id = ${id} returning media),
      purged as (
        delete from purged_item where noun = ${noun} and id = ${id} returning media),
      history as (
        delete from revision where noun = ${noun} and item_id = ${id} returning media),
      recorded as (
        insert into forgotten_item (id) values (${id}) on conflict do nothing)
    select distinct unnest(media) as name from (
      table deleted union all table purged union all table history
      union all select media from purged_revision where noun = ${noun} and item_id = ${id}) as gone
    `.execute(trx);
  return rows.map(({ name }) => name);
}
