import { softwareApplicationCalls } from '@vitrine/contract/software-application';
import { moveItem } from '../../content/order-store.ts';
import { moveToTrash } from '../../content/trash-store.ts';
import type { Db } from '../../db/client.ts';
import { actorOf } from '../../http/auth-guard.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import {
  addSoftwareApplication,
  findSoftwareApplication,
  listSoftwareApplications,
  updateSoftwareApplication,
} from './software-application-store.ts';

export function softwareApplicationRoutes(
  registerRoute: RegisterRoute,
  db: Db,
  media: MediaStore,
): void {
  registerRoute(softwareApplicationCalls.list, async () => ({
    softwareApplications: await listSoftwareApplications(db),
  }));

  registerRoute(softwareApplicationCalls.add, ({ input, files, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const svg = await media.save(trx, files.svg);
      const id = await addSoftwareApplication(trx, { ...input, svg }, actorOf(request));
      const softwareApplication = await findSoftwareApplication(trx, id);
      if (!softwareApplication) throw notFound('software application');
      return { message: 'Software application added.', softwareApplication };
    }),
  );

  registerRoute(softwareApplicationCalls.update, ({ params: { id }, input, files, request }) =>
    db.transaction().execute(async (trx) => {
      const svg = files.svg && (await media.save(trx, files.svg));
      const changes = { ...input, ...(svg && { svg }) };
      const revision = await updateSoftwareApplication(trx, id, changes, actorOf(request));
      const softwareApplication = await findSoftwareApplication(trx, id);
      if (!softwareApplication) throw notFound('software application');
      return { message: 'Software application updated.', softwareApplication, revision };
    }),
  );

  registerRoute(softwareApplicationCalls.move, async ({ params, input }) => {
    const move = db
      .transaction()
      .execute((trx) => moveItem(trx, 'software_application', params.id, input.after));
    if (!(await move)) throw notFound('software application');
    return {};
  });

  registerRoute(softwareApplicationCalls.remove, async ({ params, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, 'software-application', [params.id], actorOf(request)));
    if (trashed.length === 0) throw notFound('software application');
    return { message: 'Software application deleted.', trashed };
  });
}
