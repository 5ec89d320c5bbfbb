import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { sql } from 'kysely';
import type { Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';

/** The tables whose items the owner orders by hand. */
const ORDERED = ['project', 'skill', 'software_application'] as const;

export type OrderedTable = (typeof ORDERED)[number];

export function isOrdered(table: string): table is OrderedTable {
  return ORDERED.some((ordered) => ordered === table);
}

/** Keys grow when items are moved to the same place again and again. */
const MAX_LENGTH = 60;

/** Returns the position after the last item. Other adds and moves wait until this transaction ends. */
export async function positionAtEnd(trx: Trx, table: OrderedTable): Promise<string> {
  await lock(trx, 'order');
  return newPosition(trx, table, async () => {
    const { rows } = await sql<{ last: string | null }>`
      select max(position) as last from ${sql.table(table)}`.execute(trx);
    return { previous: rows[0]?.last ?? null, next: null };
  });
}

/** Returns this position if it is free, or else one directly after it. */
export async function positionAtOrAfter(
  trx: Trx,
  table: OrderedTable,
  position: string,
): Promise<string> {
  await lock(trx, 'order');
  const { rows } = await sql`
    select from ${sql.table(table)} where position = ${position}`.execute(trx);
  if (rows.length === 0) return position;
  return newPosition(trx, table, async () => {
    const { rows } = await sql<{ next: string | null }>`
      select min(position) as next from ${sql.table(table)} where position > ${position}`.execute(
      trx,
    );
    return { previous: position, next: rows[0]?.next ?? null };
  });
}

/** Moves an item after another one, or to the top. Returns false if one of them does not exist. */
export async function moveItem(
  trx: Trx,
  table: OrderedTable,
  id: string,
  after: string | null,
): Promise<boolean> {
  await lock(trx, 'order');
  const place = await findPlace(trx, table, id, after);
  if (!place) return false;
  const { own, previous, next } = place;
  const isInPlace = (previous === null || own > previous) && (next === null || own < next);
  if (isInPlace || id === after) return true;
  const position = await newPosition(
    trx,
    table,
    async () => (await findPlace(trx, table, id, after)) ?? place,
  );
  await sql`update ${sql.table(table)} set position = ${position} where id = ${id}`.execute(trx);
  return true;
}

/** The positions between which an item is placed. Null at the ends of the list. */
interface Place {
  readonly previous: string | null;
  readonly next: string | null;
}

async function findPlace(
  trx: Trx,
  table: OrderedTable,
  id: string,
  after: string | null,
): Promise<(Place & { readonly own: string }) | undefined> {
  const list = sql.table(table);
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
  table: OrderedTable,
  findPlace: () => Promise<Place>,
): Promise<string> {
  const { previous, next } = await findPlace();
  try {
    const position = generateKeyBetween(previous, next);
    if (position.length <= MAX_LENGTH) return position;
  } catch {
    // A restored backup can contain positions that are not keys of a fractional index.
  }
  await rebalance(trx, table);
  const fresh = await findPlace();
  return generateKeyBetween(fresh.previous, fresh.next);
}

/** Gives all items of a list short keys in one statement. */
async function rebalance(trx: Trx, table: OrderedTable): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} order by position`.execute(trx);
  const positions = generateNKeysBetween(null, null, rows.length);
  await sql`
    update ${sql.table(table)} as item set position = fresh.position
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${positions}::text[]) as fresh (id, position)
    where fresh.id = item.id`.execute(trx);
}
