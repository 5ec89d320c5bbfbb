import type { Image } from '@vitrine/contract/media';
import type {
  DraftUpdate,
  Project,
  ProjectDetails,
  PublicProjectDetails,
} from '@vitrine/contract/project';
import { sql } from 'kysely';
import { mapInParts } from '../../concurrency.ts';
import type { Columns } from '../../content/nouns.ts';
import { type Actor, SERVICE } from '../../content/revision-store.ts';
import { addItem, editItem, InvalidContentError } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';
import {
  CONTENT_COLUMNS,
  missingFields,
  type ProjectContent,
  publish,
  readStored,
  type StoredProject,
  withoutUndefined,
} from './project-states.ts';

type Images = ReadonlyMap<string, Image>;

/** Lists the projects as the owner published them, and those that were never published. */
export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await db
    .selectFrom('project')
    .leftJoin('media', 'media.name', 'project.banner')
    .select(['project.id', 'project.state', 'project.publish_at', 'project.version'])
    .select(sql<boolean>`draft is not null`.as('hasDraft'))
    .select(LISTED_COLUMNS)
    .select(['media.name as media', 'media.metadata'])
    .orderBy('project.position')
    .execute();
  return rows.map(({ media, metadata, hasDraft, ...row }) => ({
    ...toFields(row, imagesOf(media !== null && metadata ? [{ name: media, metadata }] : [])),
    ...toStatus({ ...row, hasDraft }),
  }));
}

export async function findProject(db: Db | Trx, id: string): Promise<ProjectDetails | undefined> {
  const row = await db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const images = await findImages(db, row.media);
  const { content, draft } = readStored(row);
  return {
    ...toFields(content, images),
    ...toStory(content, images),
    ...toStatus({ ...row, hasDraft: draft !== null }),
    draft: draft && {
      ...toFields({ ...content, ...draft }, images),
      ...toStory({ ...content, ...draft }, images),
    },
    images: [...images].map(([name, image]) => ({ name, image })),
  };
}

/** A published project, before its case study is rendered. */
export interface PublishedProject extends Omit<PublicProjectDetails, 'bodyHtml'> {
  readonly oldSlugs: readonly string[];
  readonly publishedAt: string;
  readonly updatedAt: string;
  /** The images of the case study, by name. */
  readonly images: Images;
}

/** The only query that reads projects for visitors. */
export async function listPublishedProjects(db: Db): Promise<PublishedProject[]> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'old_slugs', 'media', 'created_at', 'published_at', 'updated_at'])
    .select(CONTENT_COLUMNS)
    .where('state', '=', 'published')
    .orderBy('position')
    .execute();
  const images = await findImages(
    db,
    rows.flatMap((row) => row.media),
  );
  return mapInParts(rows, (row) => {
    const { content } = readStored({ ...row, state: 'published', draft: null, publish_at: null });
    const { stack, deployed, ...fields } = toFields(content, images);
    if (stack === '' || deployed === '') throw new Error('A published project is incomplete.');
    return {
      _id: row.id,
      ...fields,
      stack,
      deployed,
      ...toStory(content, images),
      oldSlugs: row.old_slugs,
      publishedAt: (row.published_at ?? row.created_at).toISOString(),
      updatedAt: row.updated_at.toISOString(),
      images,
    };
  });
}

interface RenamedColumns {
  gitRepoLink: 'git_repo_link';
  projectLink: 'project_link';
  bannerFocalX: 'banner_focal_x';
  bannerFocalY: 'banner_focal_y';
  bannerAlt: 'banner_alt';
  bannerDecorative: 'banner_decorative';
  startedOn: 'started_on';
  endedOn: 'ended_on';
}

type ProjectChanges = Omit<DraftUpdate, 'version'>;

/** Turns the fields of a form into columns. Images must be stored already. */
export async function toColumns(
  trx: Trx,
  changes: ProjectChanges,
): Promise<Partial<ProjectContent>> {
  await requireImages(trx, changes);
  // A new banner without a focal point is centered: the old point belongs to the old picture.
  const centered = changes.banner === undefined ? undefined : 50;
  const columns = {
    title: changes.title,
    slug: changes.slug || undefined,
    description: changes.description,
    technologies: changes.technologies,
    stack: changes.stack === '' ? null : changes.stack,
    deployed: changes.deployed === '' ? null : changes.deployed,
    git_repo_link: changes.gitRepoLink,
    project_link: changes.projectLink,
    banner: changes.banner,
    banner_focal_x: changes.bannerFocalX ?? centered,
    banner_focal_y: changes.bannerFocalY ?? centered,
    banner_alt: changes.bannerAlt,
    banner_decorative: changes.bannerDecorative,
    summary: changes.summary,
    role: changes.role,
    started_on: changes.startedOn,
    ended_on: changes.endedOn,
    featured: changes.featured,
    body: changes.body,
    gallery: changes.gallery,
  } satisfies ColumnsOf<ProjectChanges, RenamedColumns>;
  return withoutUndefined(columns);
}

const EMPTY: StoredProject = {
  state: 'draft',
  content: {
    title: '',
    slug: '',
    description: '',
    technologies: '',
    stack: null,
    deployed: null,
    git_repo_link: '',
    project_link: '',
    banner: null,
    banner_focal_x: 50,
    banner_focal_y: 50,
    banner_alt: '',
    banner_decorative: false,
    summary: '',
    role: '',
    started_on: '',
    ended_on: '',
    featured: false,
    body: '',
    gallery: [],
  },
  draft: null,
  publishAt: null,
};

type Change = (project: StoredProject) => StoredProject;

/** Adds a project: a change to an empty draft. */
export async function addProject(trx: Trx, change: Change, actor: Actor): Promise<string> {
  return addItem(trx, 'project', toRow(change(EMPTY)), actor);
}

export type Changed =
  | { readonly isChanged: true; readonly revision: string | undefined }
  | { readonly isChanged: false; readonly reason: 'missing' | 'outdated' };

/** Changes a project. With a version, only if it is still the current one. */
export async function changeProject(
  trx: Trx,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  change: Change,
  actor: Actor,
): Promise<Changed> {
  const row = await trx
    .selectFrom('project')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return { isChanged: false, reason: 'missing' };
  if (version !== undefined && version !== row.version)
    return { isChanged: false, reason: 'outdated' };
  const columns = toRow(change(readStored(row)));
  const revision = await editItem(trx, { noun: 'project', id }, columns, actor);
  return { isChanged: true, revision };
}

/**
 * Publishes the projects whose time has come. Rejects after the last one if one could not be published:
 * another project has its address by now, or an old version was restored that is incomplete.
 */
export async function publishDue(db: Db): Promise<void> {
  const due = await db
    .selectFrom('project')
    .select('id')
    .where('publish_at', '<=', sql<Date>`now()`)
    .execute();
  const errors: unknown[] = [];
  for (const { id } of due)
    try {
      const invalid = await db.transaction().execute((trx) => publishIfDue(trx, id));
      if (invalid) errors.push(invalid);
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}

/** Returns the error of a project that is invalid. It loses its schedule and stays a draft. */
async function publishIfDue(trx: Trx, id: string): Promise<InvalidContentError | undefined> {
  // Another process may have published it in the meantime.
  const isDue = await trx
    .selectFrom('project')
    .select('id')
    .where('id', '=', id)
    .where('publish_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  if (!isDue) return undefined;
  try {
    await changeProject(trx, { id }, publish, SERVICE);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidContentError)) throw error;
    await changeProject(trx, { id }, (project) => ({ ...project, publishAt: null }), SERVICE);
    return error;
  }
}

function toRow({ state, content, draft, publishAt }: StoredProject): Columns<'project'> {
  if (state === 'published' || publishAt) {
    const missing = missingFields({ ...content, ...(publishAt && draft) });
    if (Object.keys(missing).length > 0) throw new InvalidContentError(missing);
  }
  return { ...content, state, draft, publish_at: publishAt };
}

/** Verifies that images exist. Marks them as used, so that the cleanup keeps them. */
async function requireImages(trx: Trx, { banner, gallery = [] }: ProjectChanges): Promise<void> {
  const names = [...new Set([...gallery.map(({ image }) => image), ...(banner ? [banner] : [])])];
  if (names.length === 0) return;
  const rows = await trx
    .updateTable('media')
    .set({ orphaned_at: null })
    .where('name', 'in', names)
    .where(sql<boolean>`metadata ? 'variants' and name not like '%.svg'`)
    .returning('name')
    .execute();
  const stored = new Set(rows.map(({ name }) => name));
  const gone = 'This image does not exist anymore. Upload it again.';
  if (banner && !stored.has(banner)) throw new InvalidContentError({ projectBanner: gone });
  if (names.some((name) => !stored.has(name))) throw new InvalidContentError({ gallery: gone });
}

async function findImages(db: Db | Trx, names: readonly string[]): Promise<Images> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .select(['name', 'metadata'])
    .where('name', '=', sql<string>`any(${[...new Set(names)]})`)
    .execute();
  return imagesOf(rows);
}

function imagesOf(rows: readonly { name: string; metadata: MediaMetadata }[]): Images {
  return new Map(rows.map(({ name, metadata }) => [name, toDocument(name, metadata)]));
}

const LISTED_COLUMNS = CONTENT_COLUMNS.filter(
  (column) => column !== 'body' && column !== 'gallery',
).map((column) => `project.${column}` as const);

type ListedContent = Omit<ProjectContent, 'body' | 'gallery'>;

function toFields(content: ListedContent, images: Images) {
  const banner = content.banner === null ? undefined : images.get(content.banner);
  const focalPoint = { x: content.banner_focal_x, y: content.banner_focal_y };
  return {
    title: content.title,
    slug: content.slug,
    description: content.description,
    technologies: content.technologies,
    stack: content.stack ?? '',
    deployed: content.deployed ?? '',
    gitRepoLink: content.git_repo_link,
    projectLink: content.project_link,
    projectBanner: banner ? { ...banner, focalPoint } : { url: '' },
    bannerAlt: content.banner_alt,
    bannerDecorative: content.banner_decorative,
    summary: content.summary,
    role: content.role,
    startedOn: content.started_on,
    endedOn: content.ended_on,
    featured: content.featured,
  } as const;
}

function toStory({ body, gallery }: ProjectContent, images: Images) {
  return {
    body,
    gallery: gallery.flatMap(({ image: name, focalX, focalY, ...item }) => {
      const image = images.get(name);
      return image
        ? [{ ...item, name, image: { ...image, focalPoint: { x: focalX, y: focalY } } }]
        : [];
    }),
  };
}

function toStatus(row: {
  id: string;
  state: Project['state'];
  publish_at: Date | null;
  version: number;
  hasDraft: boolean;
}) {
  return {
    _id: row.id,
    state: row.state,
    publishAt: row.publish_at?.toISOString() ?? null,
    hasDraft: row.hasDraft,
    version: row.version,
  };
}
