import { project as projects } from '@vitrine/contract/project';
import type { ProjectPreview } from '@vitrine/contract/site';
import type { SiteProject } from '@vitrine/site/site';
import type { z } from 'zod';
import { findImages } from './content/item-images.ts';
import { saveDraft } from './content/publishing.ts';
import type { Actor } from './content/revision-store.ts';
import { stores } from './content/stores.ts';
import type { Db, Trx } from './db/client.ts';
import { notFound } from './http/errors.ts';

/**
 * Reads a project as it would be with these fields. It is saved and read in a transaction that is then
 * rolled back, so that the preview cannot differ from what is saved, and nothing is stored.
 */
export async function previewProject(
  db: Db,
  mediaOrigin: string,
  input: ProjectPreview,
  actor: Actor,
): Promise<SiteProject> {
  const trx = await db.startTransaction().execute();
  const item = await save(trx, input, actor).finally(() => trx.rollback().execute());
  const content = item.draft ?? item;
  const images = new Map(item.images.map(({ name, image }) => [name, image]));
  const { renderMarkdown } = await import('./modules/project/render-markdown.ts');
  const now = new Date().toISOString();
  return {
    ...content,
    _id: item._id,
    // A draft can have the address of another project, whose page would be shown.
    slug: item.slug,
    bodyHtml: content.body === '' ? '' : await renderMarkdown(content.body, images, mediaOrigin),
    oldSlugs: [],
    publishedAt: now,
    updatedAt: now,
  };
}

async function save(trx: Trx, { id, fields }: ProjectPreview, actor: Actor) {
  const { project: store } = stores;
  const savedId =
    id ?? (await store.add(trx, await withStored(trx, validOf(projects.New, fields)), actor));
  if (id !== undefined) {
    const valid = await withStored(trx, validOf(projects.Update, fields));
    const columns = await store.toColumns(trx, valid);
    await store.change(trx, { id }, (item) => saveDraft(item, columns), actor);
  }
  const item = await store.find(trx, savedId);
  if (!item) throw notFound('project');
  return item;
}

/** Leaves out images that were removed while the form was open. */
async function withStored<C extends z.output<typeof projects.Update>>(
  trx: Trx,
  content: C,
): Promise<C> {
  const { banner, gallery } = content;
  const names = [banner ?? '', ...(gallery ?? []).map(({ image }) => image)];
  const images = await findImages(trx, names);
  return {
    ...content,
    ...(banner && !images.has(banner) && { banner: '' }),
    ...(gallery && { gallery: gallery.filter(({ image }) => images.has(image)) }),
  };
}

/** Leaves out what is not valid yet, such as half a link, and the address, which can be taken. */
function validOf<S extends z.ZodType>(schema: S, fields: ProjectPreview['fields']): z.output<S> {
  const { slug: _, ...rest } = fields;
  const { error } = schema.safeParse(rest);
  const invalid = new Set<unknown>(
    error?.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1),
    ),
  );
  const valid = Object.entries(rest).filter(([name]) => !invalid.has(name));
  return schema.parse({
    ...(invalid.has('title') && { title: 'No title yet' }),
    ...Object.fromEntries(valid),
  });
}
