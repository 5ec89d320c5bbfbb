import { softwareApplicationCalls } from '@vitrine/contract/software-application';
import type { Db } from '../../db/client.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import {
  addSoftwareApplication,
  deleteSoftwareApplication,
  findSoftwareApplication,
  listSoftwareApplications,
} from './software-application-store.ts';

export function softwareApplicationRoutes(
  registerRoute: RegisterRoute,
  db: Db,
  media: MediaStore,
): void {
  registerRoute(softwareApplicationCalls.list, async () => ({
    softwareApplications: await listSoftwareApplications(db),
  }));

  registerRoute(softwareApplicationCalls.add, ({ input, files, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const svg = await media.save(trx, files.svg);
      const id = await addSoftwareApplication(trx, { ...input, svg });
      const softwareApplication = await findSoftwareApplication(trx, id);
      if (!softwareApplication) throw notFound('software application');
      return { message: 'Software application added.', softwareApplication };
    }),
  );

  registerRoute(softwareApplicationCalls.remove, async ({ params }) => {
    if (!(await deleteSoftwareApplication(db, params.id))) throw notFound('software application');
    return { message: 'Software application deleted.' };
  });
}
