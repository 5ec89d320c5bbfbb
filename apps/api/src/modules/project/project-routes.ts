import { projectCalls } from '@vitrine/contract/project';
import type { Db } from '../../db/client.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import {
  addProject,
  deleteProject,
  findProject,
  listProjects,
  updateProject,
} from './project-store.ts';

export function projectRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  registerRoute(projectCalls.list, async () => ({ projects: await listProjects(db) }));

  registerRoute(projectCalls.get, async ({ params }) => {
    const project = await findProject(db, params.id);
    if (!project) throw notFound('project');
    return { project };
  });

  registerRoute(projectCalls.add, ({ input, files, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const banner = await media.save(trx, files.projectBanner);
      const project = await findProject(trx, await addProject(trx, { ...input, banner }));
      if (!project) throw notFound('project');
      return { message: 'Project added.', project };
    }),
  );

  registerRoute(projectCalls.update, ({ params, input, files }) =>
    db.transaction().execute(async (trx) => {
      const banner = files.projectBanner && (await media.save(trx, files.projectBanner));
      const isUpdated = await updateProject(trx, params.id, {
        ...input,
        ...(banner && { banner }),
      });
      const project = await findProject(trx, params.id);
      if (!project) throw notFound('project');
      if (!isUpdated) {
        throw new HttpError(
          409,
          'This project was changed after you opened it. Reload it to see the changes.',
        );
      }
      return { message: 'Project updated.', project };
    }),
  );

  registerRoute(projectCalls.remove, async ({ params }) => {
    if (!(await deleteProject(db, params.id))) throw notFound('project');
    return { message: 'Project deleted.' };
  });
}
