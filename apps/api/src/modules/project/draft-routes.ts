import { projectCalls } from '@vitrine/contract/project';
import { hasScope } from '@vitrine/contract/routes';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { HttpError, validationError } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { createProject, editProject, writeChange } from './project-routes.ts';
import {
  discardDraft,
  publish,
  type StoredProject,
  saveDraft,
  unpublish,
} from './project-states.ts';

/** What the owner does with a project before visitors see it. */
export function draftRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  registerRoute(projectCalls.addDraft, ({ input, files, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const project = await createProject(trx, media, { input, files, request }, saveDraft);
      return { message: 'Draft saved.', project };
    }),
  );

  registerRoute(projectCalls.saveDraft, ({ params, input, files, request }) =>
    db.transaction().execute(async (trx) => {
      const edit = { id: params.id, input, files, request };
      const save: typeof saveDraft = (project, columns) =>
        saveDraft(requireMayChange(project, request), columns);
      return { message: 'Draft saved.', ...(await editProject(trx, media, edit, save)) };
    }),
  );

  registerRoute(projectCalls.discardDraft, async ({ params, request }) => {
    const changed = await db
      .transaction()
      .execute((trx) =>
        writeChange(trx, params, request, (project) =>
          discardDraft(requireMayChange(project, request)),
        ),
      );
    return { message: 'Changes discarded.', ...changed };
  });

  registerRoute(projectCalls.publish, async ({ params: { id }, input: { version }, request }) => {
    const changed = await db
      .transaction()
      .execute((trx) => writeChange(trx, { id, version }, request, publish));
    return { message: 'Project published.', ...changed };
  });

  registerRoute(projectCalls.unpublish, async ({ params, request }) => {
    const changed = await db
      .transaction()
      .execute((trx) => writeChange(trx, params, request, unpublish));
    return { message: 'Project unpublished.', ...changed };
  });

  registerRoute(projectCalls.schedule, async ({ params: { id }, input, request }) => {
    const publishAt = input.publishAt === null ? null : new Date(input.publishAt);
    if (publishAt && publishAt.getTime() <= Date.now())
      throw validationError({ publishAt: 'Choose a time in the future.' });
    const { project } = await db.transaction().execute((trx) =>
      writeChange(trx, { id, version: input.version }, request, (stored) => {
        if (publishAt && stored.state === 'published' && !stored.draft)
          throw new HttpError(409, 'This project has no changes to publish.');
        return { ...stored, publishAt };
      }),
    );
    return { message: publishAt ? 'Publication scheduled.' : 'Schedule removed.', project };
  });
}

/** What a schedule publishes is not a draft: a token that may only write drafts can neither change nor stop it. */
function requireMayChange(project: StoredProject, { token }: FastifyRequest): StoredProject {
  if (project.publishAt && token && !hasScope(token.scopes, 'write'))
    throw new HttpError(
      403,
      'This project is scheduled. Only a token with the scope write can change it.',
    );
  return project;
}
