import { softwareApplicationCalls } from '@vitrine/contract/software-application';
import { moveItem } from '../../content/order-store.ts';
import { moveToTrash } from '../../content/trash-store.ts';
import type { Db } from '../../db/client.ts';
import { actorOf } from '../../http/auth-guard.ts';
import { notFound } from '../../http/errors.ts';
import { readIcon, requireIcon } from '../../http/read-icon.ts';
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

  registerRoute(
    softwareApplicationCalls.add,
    async ({ input, files, request, runIdempotently }) => {
      const { icon, media: prepared } = await requireIcon(input, files);
      return runIdempotently(async (trx) => {
        const svg = await media.save(trx, prepared);
        const id = await addSoftwareApplication(trx, { ...input, icon, svg }, actorOf(request));
        const softwareApplication = await findSoftwareApplication(trx, id);
        if (!softwareApplication) throw notFound('software application');
        return { message: 'Software application added.', softwareApplication };
      });
    },
  );

  registerRoute(softwareApplicationCalls.update, async ({ params, input, files, request }) => {
    const { icon: _, ...fields } = input;
    const chosen = await readIcon(input, files);
    return db.transaction().execute(async (trx) => {
      const svg = chosen && { svg: await media.save(trx, chosen.media), icon: chosen.icon };
      const changes = { ...fields, ...svg };
      const revision = await updateSoftwareApplication(trx, params.id, changes, actorOf(request));
      const softwareApplication = await findSoftwareApplication(trx, params.id);
      if (!softwareApplication) throw notFound('software application');
      return { message: 'Software application updated.', softwareApplication, revision };
    });
  });

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
