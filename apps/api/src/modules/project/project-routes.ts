import { projectCalls } from '@vitrine/contract/project';
import { moveItem } from '../../content/order-store.ts';
import { moveToTrash } from '../../content/trash-store.ts';
import type { Db } from '../../db/client.ts';
import { actorOf } from '../../http/auth-guard.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { addProject, findProject, listProjects, updateProject } from './project-store.ts';

export function projectRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  registerRoute(projectCalls.list, async () => ({ projects: await listProjects(db) }));

  registerRoute(projectCalls.get, async ({ params }) => {
    const project = await findProject(db, params.id);
    if (!project) throw notFound('project');
    return { project };
  });

  registerRoute(projectCalls.add, ({ input, files, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const banner = await media.save(trx, files.projectBanner);
      const id = await addProject(trx, { ...input, banner }, actorOf(request));
      const project = await findProject(trx, id);
      if (!project) throw notFound('project');
      return { message: 'Project added.', project };
    }),
  );

  registerRoute(projectCalls.update, ({ params: { id }, input, files, request }) =>
    db.transaction().execute(async (trx) => {
      const banner = files.projectBanner && (await media.save(trx, files.projectBanner));
      const changes = { ...input, ...(banner && { banner }) };
      const { isUpdated, revision } = await updateProject(trx, id, changes, actorOf(request));
      const project = await findProject(trx, id);
      if (!project) throw notFound('project');
      if (!isUpdated) {
        throw new HttpError(
          409,
          'This project was changed after you opened it. Reload it to see the changes.',
        );
      }
      return { message: 'Project updated.', project, revision };
    }),
  );

  registerRoute(projectCalls.move, async ({ params, input }) => {
    const move = db
      .transaction()
      .execute((trx) => moveItem(trx, 'project', params.id, input.after));
    if (!(await move)) throw notFound('project');
    return {};
  });

  registerRoute(projectCalls.remove, async ({ params, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, 'project', [params.id], actorOf(request)));
    if (trashed.length === 0) throw notFound('project');
    return { message: 'Project deleted.', trashed };
  });
}
