import { timelineCalls } from '@vitrine/contract/timeline';
import type { Db } from '../../db/client.ts';
import { notFound } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { addTimelineEntry, deleteTimelineEntry, listTimeline } from './timeline-store.ts';

export function timelineRoutes(serve: Serve, db: Db): void {
  serve(timelineCalls.list, async () => ({ timelines: await listTimeline(db) }));

  serve(timelineCalls.add, ({ input, once }) =>
    once(async (trx) => ({
      message: 'Timeline entry added.',
      timeline: await addTimelineEntry(trx, input),
    })),
  );

  serve(timelineCalls.remove, async ({ params }) => {
    if (!(await deleteTimelineEntry(db, params.id))) throw notFound('timeline entry');
    return { message: 'Timeline entry deleted.' };
  });
}
