import type { NewTimelineEntry, TimelineEntry } from '@vitrine/contract/timeline';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';

const COLUMNS = ['id', 'title', 'description', 'from_year', 'to_year'] as const;

export async function listTimeline(db: Db): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('timeline')
    .select(COLUMNS)
    .orderBy('from_year', 'desc')
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(toTimelineEntry);
}

export async function addTimelineEntry(trx: Trx, entry: NewTimelineEntry): Promise<TimelineEntry> {
  const columns = {
    title: entry.title,
    description: entry.description,
    from_year: entry.from,
    to_year: entry.to,
  } satisfies ColumnsOf<NewTimelineEntry, { from: 'from_year'; to: 'to_year' }>;
  const row = await trx
    .insertInto('timeline')
    .values(columns)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toTimelineEntry(row);
}

export async function deleteTimelineEntry(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('timeline').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

interface Row {
  id: string;
  title: string;
  description: string;
  from_year: number;
  to_year: number | null;
}

function toTimelineEntry(row: Row): Required<TimelineEntry> {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    timeline: { from: row.from_year, to: row.to_year },
  };
}
