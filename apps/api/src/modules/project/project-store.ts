import type { NewProject, Project, ProjectUpdate } from '@vitrine/contract/project';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';

export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await projects(db).orderBy('project.seq').execute();
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
}

export async function addProject(trx: Trx, project: ProjectInput): Promise<string> {
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
  } satisfies ColumnsOf<ProjectInput, RenamedColumns>;
  const { id } = await trx
    .insertInto('project')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Updates the fields that are set. With a version, only if it is still the current one.
 * Returns whether the project was updated.
 */
export async function updateProject(
  trx: Trx,
  id: string,
  { version, ...changes }: ProjectChanges & Pick<ProjectUpdate, 'version'>,
): Promise<boolean> {
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
  } satisfies ColumnsOf<ProjectChanges, RenamedColumns>;
  const result = await trx
    .updateTable('project')
    .set({ ...columns, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteProject(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('project').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
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
