import { timelineCalls } from '@vitrine/contract/timeline';
import type { Db } from '../../db/client.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import { addTimelineEntry, deleteTimelineEntry, listTimeline } from './timeline-store.ts';

export function timelineRoutes(registerRoute: RegisterRoute, db: Db): void {
  registerRoute(timelineCalls.list, async () => ({ timelines: await listTimeline(db) }));

  registerRoute(timelineCalls.add, ({ input, runIdempotently }) =>
    runIdempotently(async (trx) => ({
      message: 'Timeline entry added.',
      timeline: await addTimelineEntry(trx, input),
    })),
  );

  registerRoute(timelineCalls.remove, async ({ params }) => {
    if (!(await deleteTimelineEntry(db, params.id))) throw notFound('timeline entry');
    return { message: 'Timeline entry deleted.' };
  });
}
