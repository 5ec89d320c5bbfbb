import { projectCalls } from '@vitrine/contract/project';
import type { Db } from '../../db/client.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import type { MediaStore } from '../../media/media-store.ts';
import {
  addProject,
  deleteProject,
  findProject,
  listProjects,
  updateProject,
} from './project-store.ts';

export function projectRoutes(serve: Serve, db: Db, media: MediaStore): void {
  serve(projectCalls.list, async () => ({ projects: await listProjects(db) }));

  serve(projectCalls.get, async ({ params }) => {
    const project = await findProject(db, params.id);
    if (!project) throw notFound('project');
    return { project };
  });

  serve(projectCalls.add, ({ input, files, once }) =>
    once(async (trx) => {
      const banner = await media.keep(trx, files.projectBanner);
      const project = await findProject(trx, await addProject(trx, { ...input, banner }));
      if (!project) throw notFound('project');
      return { message: 'Project added.', project };
    }),
  );

  serve(projectCalls.update, ({ params, input, files }) =>
    db.transaction().execute(async (trx) => {
      const banner = files.projectBanner && (await media.keep(trx, files.projectBanner));
      const isUpdated = await updateProject(trx, params.id, {
        ...input,
        ...(banner && { banner }),
      });
      const project = await findProject(trx, params.id);
      if (!project) throw notFound('project');
      if (!isUpdated) {
        throw new HttpError(
          409,
          'This project was changed in the meantime. Load it again to see the changes.',
        );
      }
      return { message: 'Project updated.', project };
    }),
  );

  serve(projectCalls.remove, async ({ params }) => {
    if (!(await deleteProject(db, params.id))) throw notFound('project');
    return { message: 'Project deleted.' };
  });
}
