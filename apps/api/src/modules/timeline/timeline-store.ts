import type { NewTimelineEntry, TimelineEntry } from '@vitrine/contract/timeline';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../content/revision-store.ts';
import { addItem, editItem } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { DB } from '../../db/tables.ts';

const COLUMNS = [
  'id',
  'title',
  'description',
  'from_year',
  'from_month',
  'to_year',
  'to_month',
  'kind',
  'organization',
  'location',
  'link',
  'highlights',
] as const;

/** Ongoing entries come first, then those that ended last. A year without a month ends in December. */
export async function listTimeline(db: Db): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('timeline')
    .select(COLUMNS)
    .orderBy('to_year', (order) => order.desc().nullsFirst())
    .orderBy(sql`coalesce(to_month, 12::smallint)`, 'desc')
    .orderBy('from_year', 'desc')
    .orderBy(sql`coalesce(from_month, 1::smallint)`, 'desc')
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(toTimelineEntry);
}

export async function addTimelineEntry(
  trx: Trx,
  entry: NewTimelineEntry,
  actor: Actor,
): Promise<TimelineEntry> {
  const id = await addItem(trx, 'timeline', toColumns(entry), actor);
  return toTimelineEntry(await entries(trx, id).executeTakeFirstOrThrow());
}

/** Returns the new entry, if it exists, and the ID of the revision, if there is one. */
export async function updateTimelineEntry(
  trx: Trx,
  id: string,
  entry: NewTimelineEntry,
  actor: Actor,
): Promise<{ timeline: TimelineEntry | undefined; revision: string | undefined }> {
  const revision = await editItem(trx, { noun: 'timeline', id }, toColumns(entry), actor);
  const row = await entries(trx, id).executeTakeFirst();
  return { timeline: row && toTimelineEntry(row), revision };
}

function entries(trx: Trx, id: string) {
  return trx.selectFrom('timeline').select(COLUMNS).where('id', '=', id);
}

function toColumns(entry: NewTimelineEntry) {
  return {
    title: entry.title,
    description: entry.description,
    from_year: entry.from,
    from_month: entry.fromMonth,
    to_year: entry.to,
    to_month: entry.toMonth,
    kind: entry.kind,
    organization: entry.organization,
    location: entry.location,
    link: entry.link,
    highlights: entry.highlights,
  } satisfies ColumnsOf<
    NewTimelineEntry,
    { from: 'from_year'; fromMonth: 'from_month'; to: 'to_year'; toMonth: 'to_month' }
  >;
}

type Row = Pick<Selectable<DB['timeline']>, (typeof COLUMNS)[number]>;

function toTimelineEntry(row: Row): Required<TimelineEntry> {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    timeline: {
      from: row.from_year,
      to: row.to_year,
      fromMonth: row.from_month,
      toMonth: row.to_month,
    },
    kind: row.kind,
    organization: row.organization,
    location: row.location,
    link: row.link,
    highlights: row.highlights,
  };
}
