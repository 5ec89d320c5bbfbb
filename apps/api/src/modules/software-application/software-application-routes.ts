import { softwareApplicationCalls } from '@vitrine/contract/software-application';
import type { Db } from '../../db/client.ts';
import { notFound } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import type { MediaStore } from '../../media/media-store.ts';
import {
  addSoftwareApplication,
  deleteSoftwareApplication,
  findSoftwareApplication,
  listSoftwareApplications,
} from './software-application-store.ts';

export function softwareApplicationRoutes(serve: Serve, db: Db, media: MediaStore): void {
  serve(softwareApplicationCalls.list, async () => ({
    softwareApplications: await listSoftwareApplications(db),
  }));

  serve(softwareApplicationCalls.add, ({ input, files, once }) =>
    once(async (trx) => {
      const svg = await media.keep(trx, files.svg);
      const id = await addSoftwareApplication(trx, { ...input, svg });
      const softwareApplication = await findSoftwareApplication(trx, id);
      if (!softwareApplication) throw notFound('software application');
      return { message: 'Software application added.', softwareApplication };
    }),
  );

  serve(softwareApplicationCalls.remove, async ({ params }) => {
    if (!(await deleteSoftwareApplication(db, params.id))) throw notFound('software application');
    return { message: 'Software application deleted.' };
  });
}
