import { DEPLOYED, STACKS } from '@vitrine/contract/options';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../db/tables.ts';

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

/** Created once: for a list of projects, creating it for each would take most of the time. */
const ProjectDraft = ProjectContent.partial();

export const CONTENT_COLUMNS = ProjectContent.keyof().options;

type Row = Pick<Selectable<DB['project']>, 'state' | 'draft' | 'publish_at' | keyof ProjectContent>;

export function readStored({ state, draft, publish_at, ...row }: Row): StoredProject {
  const changes = draft === null ? undefined : ProjectDraft.safeParse(draft);
  return {
    state,
    // The schema also gives the keys of the gallery the order in which they are compared.
    content: ProjectContent.parse(row),
    draft: changes?.success ? withoutUndefined(changes.data) : null,
    publishAt: publish_at,
  };
}

/**
 * A draft project has its content in the columns. A published one has there what visitors see, and the
 * columns that differ in `draft`.
 */
export interface StoredProject {
  readonly state: 'draft' | 'published';
  readonly content: ProjectContent;
  readonly draft: Partial<ProjectContent> | null;
  readonly publishAt: Date | null;
}

/** The content as the owner last saved it, published or not. */
export function latestContent({ content, draft }: StoredProject): ProjectContent {
  return { ...content, ...draft };
}

/** Publishes the changes. What else is in the draft stays there. */
export function update(project: StoredProject, changes: Partial<ProjectContent>): StoredProject {
  const content = { ...project.content, ...changes };
  const isScheduled = project.state === 'published' && project.publishAt !== null;
  const draft = changedColumns(content, { ...content, ...project.draft, ...changes });
  return {
    state: 'published',
    content,
    draft,
    publishAt: isScheduled && draft ? project.publishAt : null,
  };
}

export function saveDraft(project: StoredProject, changes: Partial<ProjectContent>): StoredProject {
  if (project.state === 'draft') return { ...project, content: { ...project.content, ...changes } };
  const draft = changedColumns(project.content, { ...latestContent(project), ...changes });
  return { ...project, draft, publishAt: draft && project.publishAt };
}

export function publish(project: StoredProject): StoredProject {
  return { state: 'published', content: latestContent(project), draft: null, publishAt: null };
}

export function unpublish(project: StoredProject): StoredProject {
  return { state: 'draft', content: latestContent(project), draft: null, publishAt: null };
}

export function discardDraft(project: StoredProject): StoredProject {
  return { ...project, draft: null, publishAt: null };
}

/** Drops undefined columns, which would replace stored ones when merged. */
export function withoutUndefined(
  fields: { [Column in keyof ProjectContent]?: ProjectContent[Column] | undefined },
): Partial<ProjectContent> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What a published project must have, with the messages of the form. */
export function missingFields(content: ProjectContent): Record<string, string> {
  return {
    ...(content.description === '' && { description: 'Enter the description.' }),
    ...(content.technologies === '' && { technologies: 'Enter the technologies.' }),
    ...(content.stack === null && { stack: 'Choose a stack.' }),
    ...(content.deployed === null && { deployed: 'Choose whether it is deployed.' }),
    ...(content.banner === null && { projectBanner: 'Choose a file for the banner.' }),
  };
}

function changedColumns(
  published: ProjectContent,
  latest: ProjectContent,
): Partial<ProjectContent> | null {
  const changed = CONTENT_COLUMNS.filter(
    (column) => JSON.stringify(published[column]) !== JSON.stringify(latest[column]),
  );
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((column) => [column, latest[column]]));
}
