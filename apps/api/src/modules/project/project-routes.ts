import { type DraftUpdate, type ProjectDetails, projectCalls } from '@vitrine/contract/project';
import type { FastifyRequest } from 'fastify';
import { moveItem } from '../../content/order-store.ts';
import { moveToTrash } from '../../content/trash-store.ts';
import { InvalidContentError } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import { actorOf } from '../../http/auth-guard.ts';
import { HttpError, notFound, validationError } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { PreparedMedia } from '../../media/media-pipeline.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { type StoredProject, update } from './project-states.ts';
import {
  addProject,
  changeProject,
  findProject,
  listProjects,
  toColumns,
} from './project-store.ts';

export function projectRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  registerRoute(projectCalls.list, async () => ({ projects: await listProjects(db) }));

  registerRoute(projectCalls.get, async ({ params }) => ({
    project: await requireProject(db, params.id),
  }));

  registerRoute(projectCalls.add, ({ input, files, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      if (!files.projectBanner && !input.banner)
        throw validationError({ projectBanner: 'Choose a file for the banner.' });
      const project = await createProject(trx, media, { input, files, request }, update);
      return { message: 'Project added.', project };
    }),
  );

  registerRoute(projectCalls.update, ({ params, input, files, request }) =>
    db.transaction().execute(async (trx) => {
      const edit = { id: params.id, input, files, request };
      return { message: 'Project updated.', ...(await editProject(trx, media, edit, update)) };
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

/** A form that was sent. */
interface Form {
  readonly input: DraftUpdate;
  readonly files: { readonly projectBanner: PreparedMedia | undefined };
  readonly request: FastifyRequest;
}

/** What a form does to a project: it publishes the fields, or saves them as a draft. */
type Save = (
  project: StoredProject,
  columns: Awaited<ReturnType<typeof toColumns>>,
) => StoredProject;

export async function createProject(
  trx: Trx,
  media: MediaStore,
  form: Form,
  save: Save,
): Promise<ProjectDetails> {
  const columns = await readColumns(trx, media, form);
  const adding = addProject(trx, (empty) => save(empty, columns), actorOf(form.request));
  return requireProject(trx, await adding.catch(explainInvalid));
}

export async function editProject(
  trx: Trx,
  media: MediaStore,
  form: Form & { readonly id: string },
  save: Save,
) {
  const columns = await readColumns(trx, media, form);
  const target = { id: form.id, version: form.input.version };
  return writeChange(trx, target, form.request, (project) => save(project, columns));
}

/** Changes a project. Rejects if it does not exist, or if its version is not the current one. */
export async function writeChange(
  trx: Trx,
  target: { readonly id: string; readonly version?: number | undefined },
  request: FastifyRequest,
  change: (project: StoredProject) => StoredProject,
): Promise<{ project: ProjectDetails; revision: string | undefined }> {
  const changing = changeProject(trx, target, change, actorOf(request));
  const result = await changing.catch(explainInvalid);
  if (!result.isChanged && result.reason === 'missing') throw notFound('project');
  if (!result.isChanged) {
    throw new HttpError(
      409,
      'This project was changed after you opened it. Reload it to see the changes.',
    );
  }
  return { project: await requireProject(trx, target.id), revision: result.revision };
}

/** Stores the banner and returns the columns that the form changes. */
async function readColumns(trx: Trx, media: MediaStore, { input, files }: Form) {
  const { version: _, ...fields } = input;
  const banner = files.projectBanner && (await media.save(trx, files.projectBanner));
  return toColumns(trx, { ...fields, ...(banner && { banner }) }).catch(explainInvalid);
}

async function requireProject(db: Db | Trx, id: string): Promise<ProjectDetails> {
  const project = await findProject(db, id);
  if (!project) throw notFound('project');
  return project;
}

function explainInvalid(error: unknown): never {
  throw error instanceof InvalidContentError ? validationError({ ...error.fields }) : error;
}
