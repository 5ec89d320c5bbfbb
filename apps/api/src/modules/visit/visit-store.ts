import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { DB } from '../../db/tables.ts';

export type VisitKind = DB['visit_count']['kind'];

/** The name of all that has no row of its own. No path and no host is called so. */
export const OTHER = '*';

/** At most so many names of a kind have rows of their own, in a day and in a month. */
export const MAX_NAMES = 500;

/** At most so many hashes are kept of a day. Later visitors of that day are not counted. */
export const MAX_READERS = 100_000;

/** So many names of a ranking are shown. */
const TOP = 8;

const RETENTION = '25 months';
const HOUR_MS = 60 * 60 * 1000;

export interface Count {
  readonly day: string;
  readonly kind: VisitKind;
  readonly name: string;
  readonly count: number;
}

/** Someone who came on a day, whom other processes may have counted already. */
export interface Reader {
  readonly day: string;
  /** Empty for the site, else the ID of a view. */
  readonly scope: string;
  readonly hash: string;
  readonly referrer: string;
  readonly country: string;
}

export interface Salt {
  readonly day: string;
  readonly salt: Buffer;
}

/** The day in UTC, as in 2026-11-18. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Adds what a process counted, and returns the salts of these days, in one statement. A salt that
 * another process creates at the same time is missing from the result. Rows are written in order, so
 * that two processes never wait for each other.
 */
export async function writeVisits(
  db: Db,
  counts: readonly Count[],
  readers: readonly Reader[],
  saltDays: readonly string[],
): Promise<Salt[]> {
  const { rows } = await sql<Salt>`
    with arrived as (
      select distinct on (day, scope, hash) * from unnest(
        ${readers.map(({ day }) => day)}::date[], ${readers.map(({ scope }) => scope)}::text[],
        ${readers.map(({ hash }) => hash)}::bigint[],
        ${readers.map(({ referrer }) => referrer)}::text[],
        ${readers.map(({ country }) => country)}::text[]
      ) as arrived (day, scope, hash, referrer, country)
    ), full_day as (
      select day from visit_reader group by day having count(*) >= ${MAX_READERS}
    ), added as (
      insert into visit_reader (day, scope, hash)
      select day, scope, hash from arrived where day not in (select day from full_day)
      order by day, scope, hash
      on conflict do nothing
      returning day, scope, hash
    ), first_time as (
      select arrived.* from arrived join added using (day, scope, hash)
    ), counted (day, kind, name, count) as (
      select * from unnest(
        ${counts.map(({ day }) => day)}::date[], ${counts.map(({ kind }) => kind)}::visit_kind[],
        ${counts.map(({ name }) => name)}::text[], ${counts.map(({ count }) => count)}::integer[])
      union all select day, 'visit', '', 1 from first_time where scope = ''
      union all select day, 'referrer', referrer, 1 from first_time where scope = ''
      union all select day, 'country', country, 1 from first_time where scope = '' and country <> ''
      union all select day, 'view', scope, 1 from first_time where scope <> ''
    ), summed as (
      select period, kind, starts_on, name, sum(count) as count
      from counted, lateral (values
        ('day'::visit_period, day), ('month', date_trunc('month', day)::date)) as span (period, starts_on)
      group by period, kind, starts_on, name
    ), named as (
      select period, kind, starts_on, count(*) as names from visit_count
      where (period, kind, starts_on) in (select period, kind, starts_on from summed)
      group by period, kind, starts_on
    ), placed as (
      select summed.*, present.name is not null as is_present, coalesce(names, 0) + row_number() over (
        partition by period, kind, starts_on, present.name is null
        order by summed.count desc, name) as place
      from summed left join named using (period, kind, starts_on)
        left join visit_count as present using (period, kind, starts_on, name)
    ), written as (
      insert into visit_count (period, kind, starts_on, name, count)
      select period, kind, starts_on, shown.name, sum(count)
      from placed, lateral (select case
        when is_present or place <= ${MAX_NAMES}::integer
        then placed.name else ${OTHER} end as name) as shown
      group by period, kind, starts_on, shown.name
      order by period, kind, starts_on, shown.name
      on conflict (period, kind, starts_on, name)
        do update set count = visit_count.count + excluded.count
    ), created as (
      insert into visit_salt (day, salt)
      select * from unnest(${saltDays}::date[], ${saltDays.map(() => randomBytes(32))}::bytea[])
      order by 1
      on conflict do nothing
      returning day, salt
    )
    select day::text, salt from created
    union all select day::text, salt from visit_salt where day = any(${saltDays}::date[])`.execute(
    db,
  );
  return rows;
}

/**
 * Deletes salts and hashes one hour after their day, because a process may still add the last seconds of
 * it, and totals after 25 months.
 */
export async function deleteExpiredVisits(db: Db, now: number = Date.now()): Promise<void> {
  const firstDay = dayOf(now - HOUR_MS);
  await sql`delete from visit_salt where day < ${firstDay}::date`.execute(db);
  await sql`delete from visit_reader where day < ${firstDay}::date`.execute(db);
  await sql`delete from visit_count
    where starts_on + ('1 ' || period)::interval <= ${dayOf(now)}::date - ${RETENTION}::interval`.execute(
    db,
  );
}

interface Period {
  readonly unit: 'day' | 'month';
  /** The first day of the first span. */
  readonly from: string;
}

/** Reads the totals of all spans since a day, of what has few names. */
export async function readSpans(db: Db, { unit, from }: Period) {
  const { rows } = await sql<{ from: string; kind: VisitKind; count: number }>`
    select starts_on::text as from, kind, sum(count)::integer as count from visit_count
    where period = ${unit} and kind in ('visit', 'resume', 'contact', 'view', 'bot')
      and starts_on >= ${from}::date
    group by starts_on, kind`.execute(db);
  return rows;
}

/** Reads the names with the highest counts since a day. What has no row of its own is in the total. */
export function rankNames({ unit, from }: Period, kinds: readonly VisitKind[]) {
  return sql<{ kind: VisitKind; name: string; count: number; total: number }>`
    with ranked as (
      select kind, name, sum(count)::integer as count,
        (sum(sum(count)) over (partition by kind))::integer as total,
        row_number() over (partition by kind order by name = ${OTHER}, sum(count) desc, name) as place
      from visit_count
      where period = ${unit} and kind = any(${kinds}::visit_kind[]) and starts_on >= ${from}::date
      group by kind, name)
    select kind, name, count, total from ranked
    where place <= ${TOP} and name <> ${OTHER} or place = 1 order by kind, place`;
}

/** The host that more than half of the visits of a span come from, if there is one. */
export async function findMainReferrer(db: Db, { unit, from }: Period): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from visit_count as referrer
    where period = ${unit} and kind = 'referrer' and starts_on = ${from}::date
      and name not in ('', ${OTHER}) and count * 2 > (
        select count from visit_count
        where period = ${unit} and kind = 'visit' and starts_on = ${from}::date)`.execute(db);
  return rows[0]?.name ?? null;
}

/** Yields all rows of days, oldest first, in batches of a month. */
export async function* readDays(db: Db): AsyncGenerator<Count[]> {
  const { rows: months } = await sql<{ month: string }>`
    select distinct starts_on::text as month from visit_count
    where period = 'month' order by month`.execute(db);
  for (const { month } of months) {
    const { rows } = await sql<Count>`
      select starts_on::text as day, kind, name, count from visit_count
      where period = 'day' and starts_on >= ${month}::date
        and starts_on < ${month}::date + interval '1 month'
      order by starts_on, kind, name`.execute(db);
    yield rows;
  }
}

/** Whether the owner wants visits counted. */
export async function findIsCounting(db: Db): Promise<boolean> {
  const owner = await db.selectFrom('owner').select('count_visits').executeTakeFirst();
  return owner?.count_visits ?? false;
}

export async function saveIsCounting(db: Db, isCounting: boolean): Promise<void> {
  await db.updateTable('owner').set({ count_visits: isCounting }).execute();
}
