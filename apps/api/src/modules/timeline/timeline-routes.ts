import { timelineCalls } from '@vitrine/contract/timeline';
import { moveToTrash } from '../../content/trash-store.ts';
import type { Db } from '../../db/client.ts';
import { actorOf } from '../../http/auth-guard.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import { addTimelineEntry, listTimeline, updateTimelineEntry } from './timeline-store.ts';

export function timelineRoutes(registerRoute: RegisterRoute, db: Db): void {
  registerRoute(timelineCalls.list, async () => ({ timelines: await listTimeline(db) }));

  registerRoute(timelineCalls.add, ({ input, request, runIdempotently }) =>
    runIdempotently(async (trx) => ({
      message: 'Timeline entry added.',
      timeline: await addTimelineEntry(trx, input, actorOf(request)),
    })),
  );

  registerRoute(timelineCalls.update, ({ params: { id }, input, request }) =>
    db.transaction().execute(async (trx) => {
      const actor = actorOf(request);
      const { timeline, revision } = await updateTimelineEntry(trx, id, input, actor);
      if (!timeline) throw notFound('timeline entry');
      return { message: 'Timeline entry updated.', timeline, revision };
    }),
  );

  registerRoute(timelineCalls.remove, async ({ params, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, 'timeline', [params.id], actorOf(request)));
    if (trashed.length === 0) throw notFound('timeline entry');
    return { message: 'Timeline entry deleted.', trashed };
  });
}
