import type { NewProject, Project, ProjectUpdate } from '@vitrine/contract/project';
import { sql } from 'kysely';
import { positionAtEnd } from '../../content/order-store.ts';
import { type Actor, recordCreate, recordUpdate } from '../../content/revision-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';

export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await projects(db).orderBy('project.position').execute();
  return rows.map(toProject);
}

export async function findProject(db: Db | Trx, id: string): Promise<Project | undefined> {
  const project = await projects(db).where('project.id', '=', id).executeTakeFirst();
  return project && toProject(project);
}

interface ProjectInput extends NewProject {
  /** The name of the stored picture. */
  readonly banner: string;
}

interface ProjectChanges extends Omit<ProjectUpdate, 'version'> {
  readonly banner?: string;
}

interface RenamedColumns {
  gitRepoLink: 'git_repo_link';
  projectLink: 'project_link';
  bannerFocalX: 'banner_focal_x';
  bannerFocalY: 'banner_focal_y';
  bannerAlt: 'banner_alt';
  startedOn: 'started_on';
  endedOn: 'ended_on';
}

export async function addProject(trx: Trx, project: ProjectInput, actor: Actor): Promise<string> {
  const columns = {
    title: project.title,
    description: project.description,
    technologies: project.technologies,
    stack: project.stack,
    deployed: project.deployed,
    git_repo_link: project.gitRepoLink,
    project_link: project.projectLink,
    banner: project.banner,
    banner_focal_x: project.bannerFocalX,
    banner_focal_y: project.bannerFocalY,
    banner_alt: project.bannerAlt,
    summary: project.summary,
    role: project.role,
    started_on: project.startedOn,
    ended_on: project.endedOn,
    featured: project.featured,
  } satisfies ColumnsOf<ProjectInput, RenamedColumns>;
  const { id } = await trx
    .insertInto('project')
    .values({ ...columns, position: await positionAtEnd(trx, 'project') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordCreate(trx, { noun: 'project', id }, actor);
  return id;
}

/**
 * Updates the fields that are set. With a version, only if it is still the current one.
 * Returns whether the project was updated, and the ID of the revision, if there is one.
 */
export async function updateProject(
  trx: Trx,
  id: string,
  { version, ...changes }: ProjectChanges & Pick<ProjectUpdate, 'version'>,
  actor: Actor,
): Promise<{ isUpdated: boolean; revision: string | undefined }> {
  // A new banner without a focal point is centered: the old point belongs to the old picture.
  const centered = changes.banner === undefined ? undefined : 50;
  const columns = {
    title: changes.title,
    description: changes.description,
    technologies: changes.technologies,
    stack: changes.stack,
    deployed: changes.deployed,
    git_repo_link: changes.gitRepoLink,
    project_link: changes.projectLink,
    banner: changes.banner,
    banner_focal_x: changes.bannerFocalX ?? centered,
    banner_focal_y: changes.bannerFocalY ?? centered,
    banner_alt: changes.bannerAlt,
    summary: changes.summary,
    role: changes.role,
    started_on: changes.startedOn,
    ended_on: changes.endedOn,
    featured: changes.featured,
  } satisfies ColumnsOf<ProjectChanges, RenamedColumns>;
  const update = trx
    .updateTable('project')
    .set({ ...columns, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0));
  const { result, revision } = await recordUpdate(trx, { noun: 'project', id }, actor, () =>
    update.executeTakeFirst(),
  );
  return { isUpdated: result.numUpdatedRows > 0n, revision };
}

function projects(db: Db | Trx) {
  return db
    .selectFrom('project')
    .innerJoin('media', 'media.name', 'project.banner')
    .select([
      'project.id as _id',
      'project.title',
      'project.description',
      'project.technologies',
      'project.stack',
      'project.deployed',
      'project.git_repo_link as gitRepoLink',
      'project.project_link as projectLink',
      'project.banner_alt as bannerAlt',
      'project.summary',
      'project.role',
      'project.started_on as startedOn',
      'project.ended_on as endedOn',
      'project.featured',
      'project.version',
      'project.banner_focal_x as focalX',
      'project.banner_focal_y as focalY',
      'media.name as banner',
      'media.metadata',
    ]);
}

type Row = Required<Omit<Project, 'projectBanner'>> & {
  focalX: number;
  focalY: number;
  banner: string;
  metadata: MediaMetadata;
};

function toProject({ focalX, focalY, banner, metadata, ...project }: Row): Project {
  const focalPoint = { x: focalX, y: focalY };
  return { ...project, projectBanner: { ...toDocument(banner, metadata), focalPoint } };
}
