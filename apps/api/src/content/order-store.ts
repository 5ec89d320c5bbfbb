import {
  COLLECTIONS,
  type CollectionFacts,
  type CollectionName,
} from '@vitrine/contract/collections';
import type { TrashCollection } from '@vitrine/contract/options';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { sql } from 'kysely';
import type { Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';

/** The collections whose items the owner orders by hand. */
export type OrderedName = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['isOrdered'] extends true ? Name : never;
}[CollectionName];

export function isOrdered(noun: TrashCollection): noun is OrderedName {
  const facts: Partial<Record<TrashCollection, CollectionFacts>> = COLLECTIONS;
  return facts[noun]?.isOrdered ?? false;
}

/** Keys grow when items are moved to the same place again and again. */
const MAX_LENGTH = 60;

/** Returns the position after the last item. Other adds and moves wait until this transaction ends. */
export async function positionAtEnd(trx: Trx, noun: OrderedName): Promise<string> {
  await lock(trx, 'order');
  return newPosition(trx, noun, async () => {
    const { rows } = await sql<{ last: string | null }>`
      select max(position) as last from ${listOf(noun)}`.execute(trx);
    return { previous: rows[0]?.last ?? null, next: null };
  });
}

/** Returns this position if it is free, or else one directly after it. */
export async function positionAtOrAfter(
  trx: Trx,
  noun: OrderedName,
  position: string,
): Promise<string> {
  await lock(trx, 'order');
  const list = listOf(noun);
  const { rows } = await sql<{ id: string }>`
    select id from ${list} where position = ${position} for key share`.execute(trx);
  const [taken] = rows;
  if (!taken) return position;
  return newPosition(trx, noun, async () => {
    // Found by its ID, since a rebalance changes its position.
    const { rows } = await sql<Place>`
      select position as previous, (
        select min(position) from ${list} where position > taken.position
      ) as next
      from ${list} as taken where id = ${taken.id}`.execute(trx);
    return rows[0] ?? { previous: position, next: null };
  });
}

/** Moves an item after another one, or to the top. Returns false if one of them does not exist. */
export async function moveItem(
  trx: Trx,
  noun: OrderedName,
  id: string,
  after: string | null,
): Promise<boolean> {
  await lock(trx, 'order');
  // A deletion waits for the move, or the move for the deletion.
  await sql`select from ${listOf(noun)} where id in (${id}, ${after}) for key share`.execute(trx);
  const place = await findPlace(trx, noun, id, after);
  if (!place) return false;
  const { own, previous, next } = place;
  const isInPlace = (previous === null || own > previous) && (next === null || own < next);
  if (isInPlace || id === after) return true;
  const position = await newPosition(
    trx,
    noun,
    async () => (await findPlace(trx, noun, id, after)) ?? place,
  );
  await sql`update ${listOf(noun)} set position = ${position} where id = ${id}`.execute(trx);
  return true;
}

function listOf(noun: OrderedName) {
  return sql.table(COLLECTIONS[noun].table);
}

/** The positions between which an item is placed. Null at the ends of the list. */
interface Place {
  readonly previous: string | null;
  readonly next: string | null;
}

async function findPlace(
  trx: Trx,
  noun: OrderedName,
  id: string,
  after: string | null,
): Promise<(Place & { readonly own: string }) | undefined> {
  const list = listOf(noun);
  const { rows } = await sql<Place & { own: string }>`
    select moved.position as own, previous.position as previous, (
      select min(position) from ${list}
      where id <> moved.id and (previous.position is null or position > previous.position)
    ) as next
    from ${list} as moved left join ${list} as previous on previous.id = ${after}
    where moved.id = ${id} and (previous.id is not null or ${after}::uuid is null)`.execute(trx);
  return rows[0];
}

async function newPosition(
  trx: Trx,
  noun: OrderedName,
  findPlace: () => Promise<Place>,
): Promise<string> {
  const { previous, next } = await findPlace();
  try {
    const position = generateKeyBetween(previous, next);
    if (position.length <= MAX_LENGTH) return position;
  } catch {
    // A restored backup can contain positions that are not keys of a fractional index.
  }
  await rebalance(trx, noun);
  const fresh = await findPlace();
  return generateKeyBetween(fresh.previous, fresh.next);
}

/** Gives all items of a list short keys in one statement, with the deleted ones in between. */
async function rebalance(trx: Trx, noun: OrderedName): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id, position collate "C" as place, false as is_deleted from ${listOf(noun)}
    union all
    select id, (item ->> 'position') collate "C", true from trash
    where noun = ${noun} and item ->> 'position' is not null
    order by place, is_deleted`.execute(trx);
  const positions = generateNKeysBetween(null, null, rows.length);
  await sql`
    with fresh (id, position) as (
        select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${positions}::text[])),
      deleted as (
        update trash set item = item || jsonb_build_object('position', fresh.position)
        from fresh where fresh.id = trash.id and noun = ${noun})
    update ${listOf(noun)} as item set position = fresh.position
    from fresh where fresh.id = item.id`.execute(trx);
}
