import type { Image } from '@vitrine/contract/media';
import type { Project, ProjectDetails, PublicProjectDetails } from '@vitrine/contract/project';
import { sql } from 'kysely';
import { mapInParts } from '../../concurrency.ts';
import { readStored } from '../../content/published-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';
import { CONTENT_COLUMNS, type ProjectContent, projectCollection } from './project-content.ts';

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
  const { content, draft } = readStored(projectCollection, row);
  return {
    ...toFields(content, images),
    ...toCaseStudy(content, images),
    ...toStatus({ ...row, hasDraft: draft !== null }),
    draft: draft && {
      ...toFields({ ...content, ...draft }, images),
      ...toCaseStudy({ ...content, ...draft }, images),
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
    const content = projectCollection.schema.parse(row);
    const { stack, deployed, ...fields } = toFields(content, images);
    if (stack === '' || deployed === '') throw new Error('A published project is incomplete.');
    return {
      _id: row.id,
      ...fields,
      stack,
      deployed,
      ...toCaseStudy(content, images),
      oldSlugs: row.old_slugs,
      publishedAt: (row.published_at ?? row.created_at).toISOString(),
      updatedAt: row.updated_at.toISOString(),
      images,
    };
  });
}

async function findImages(db: Db | Trx, names: readonly string[]): Promise<Images> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .select(['name', 'metadata'])
    .where('name', '=', sql<string>`any(${[...new Set(names)]})`)
    .orderBy('name')
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

function toCaseStudy({ body, gallery }: ProjectContent, images: Images) {
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
