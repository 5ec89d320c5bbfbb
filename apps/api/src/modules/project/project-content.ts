import { DEPLOYED, STACKS } from '@vitrine/contract/options';
import type { DraftUpdate } from '@vitrine/contract/project';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Published, withoutUndefined } from '../../content/published-store.ts';
import { InvalidContentError } from '../../content/write-store.ts';
import type { Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { SentForm } from '../../http/published-routes.ts';
import type { MediaStore } from '../../media/media-store.ts';

/** The columns that the owner writes, and that a draft can change. A changed backup can contain any JSON. */
const ProjectContent = z.object({
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  technologies: z.string(),
  stack: z.enum(STACKS).nullable(),
  deployed: z.enum(DEPLOYED).nullable(),
  git_repo_link: z.string(),
  project_link: z.string(),
  banner: z.string().nullable(),
  banner_focal_x: z.int(),
  banner_focal_y: z.int(),
  banner_alt: z.string(),
  banner_decorative: z.boolean(),
  summary: z.string(),
  role: z.string(),
  started_on: z.string(),
  ended_on: z.string(),
  featured: z.boolean(),
  body: z.string(),
  gallery: z.array(
    z.object({
      image: z.string(),
      alt: z.string(),
      caption: z.string(),
      decorative: z.boolean(),
      focalX: z.int(),
      focalY: z.int(),
    }),
  ),
});

export type ProjectContent = z.infer<typeof ProjectContent>;

export const CONTENT_COLUMNS = ProjectContent.keyof().options;

export const projectCollection: Published<ProjectContent> = {
  name: 'project',
  schema: ProjectContent,
  // Created once: for a list of projects, creating it for each would take most of the time.
  draftSchema: ProjectContent.partial(),
  empty: {
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
  missing: (content) => ({
    ...(content.description === '' && { description: 'Enter the description.' }),
    ...(content.technologies === '' && { technologies: 'Enter the technologies.' }),
    ...(content.stack === null && { stack: 'Choose a stack.' }),
    ...(content.deployed === null && { deployed: 'Choose whether it is deployed.' }),
    ...(content.banner === null && { projectBanner: 'Choose a file for the banner.' }),
  }),
};

/** Stores the banner of a form, and returns the columns that the form changes. */
export async function readProjectForm(
  trx: Trx,
  media: MediaStore,
  { input: { version: _, ...fields }, files: { projectBanner } }: SentForm<DraftUpdate>,
): Promise<Partial<ProjectContent>> {
  const banner = projectBanner && (await media.save(trx, projectBanner));
  return toColumns(trx, { ...fields, ...(banner && { banner }) });
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
  return withoutUndefined<ProjectContent>(columns);
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
