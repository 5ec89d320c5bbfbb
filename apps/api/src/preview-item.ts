import { DEFINED } from '@vitrine/contract/defined-collections';
import { Image } from '@vitrine/contract/media';
import type { ItemPreview } from '@vitrine/contract/site';
import type { ShownView } from '@vitrine/contract/view';
import type { ShownItem } from '@vitrine/site/site';
import { z } from 'zod';
import { findImages } from './content/item-images.ts';
import { saveDraft } from './content/publishing.ts';
import type { Actor } from './content/revision-store.ts';
import { listNewDrafts, publishedStoreOf } from './content/stores.ts';
import type { Db, Trx } from './db/client.ts';
import { notFound } from './http/errors.ts';

type Noun = ShownItem['noun'];

/** What is read of an item, whatever its collection is. */
const Saved = z.looseObject({
  _id: z.string(),
  body: z.string(),
  draft: z.looseObject({ body: z.string() }).nullable(),
  images: z.array(z.object({ name: z.string(), image: Image })),
});

/**
 * Reads an item as it would be with these fields. It is saved and read in a transaction that is then
 * rolled back, so that the preview cannot differ from what is saved, and nothing is stored.
 */
export async function previewItem(
  db: Db,
  mediaOrigin: string,
  noun: Noun,
  input: ItemPreview,
  actor: Actor,
): Promise<ShownItem> {
  const trx = await db.startTransaction().execute();
  const saved = await save(trx, noun, input, actor).finally(() => trx.rollback().execute());
  return showItem(noun, saved, mediaOrigin);
}

/** Reads the drafts that a view shows before they are public. Once they were public, it shows no draft of them. */
export async function readViewDrafts(
  db: Db,
  mediaOrigin: string,
  { drafts, sections, resume }: Pick<ShownView, 'drafts' | 'sections' | 'resume'>,
): Promise<ShownItem[]> {
  if (drafts.length === 0) return [];
  const chosen = new Set([...sections, ...resume.sections].flatMap(({ included }) => included));
  const unpublished = await listNewDrafts(db);
  const items: ShownItem[] = [];
  for (const id of drafts.filter((one) => chosen.has(one) && unpublished.has(one)))
    for (const noun of ['project', 'post'] as const) {
      const item = await publishedStoreOf(noun).find(db, id);
      if (item?.['state'] === 'draft') items.push(await showItem(noun, item, mediaOrigin));
    }
  return items;
}

async function showItem(noun: Noun, saved: object, mediaOrigin: string): Promise<ShownItem> {
  const { _id, images, draft, ...published } = Saved.parse(saved);
  const content = draft ?? published;
  const { renderMarkdown } = await import('./content/render-markdown.ts');
  const imagesByName = new Map(images.map(({ name, image }) => [name, image]));
  const bodyHtml =
    content.body === '' ? '' : await renderMarkdown(content.body, imagesByName, mediaOrigin);
  const now = new Date().toISOString();
  const shared = { oldSlugs: [], publishedAt: now, updatedAt: now };
  // A draft can have the address of another item, whose page would be shown.
  const fields = { ...content, _id, slug: published['slug'], bodyHtml };
  if (noun === 'project')
    return { noun, item: { ...DEFINED.project.PublicDetails.parse(fields), ...shared } };
  const post = DEFINED.post.PublicDetails.parse(fields);
  return { noun, item: { ...post, date: post.date || now.slice(0, 10), ...shared } };
}

async function save(trx: Trx, noun: Noun, { id, fields }: ItemPreview, actor: Actor) {
  const store = publishedStoreOf(noun);
  const { New, Update, facts } = store.collection;
  const savedId = id ?? (await store.add(trx, await withStored(trx, validOf(New, fields)), actor));
  if (id !== undefined) {
    const columns = await store.toColumns(trx, await withStored(trx, validOf(Update, fields)));
    await store.change(trx, { id }, (item) => saveDraft(item, columns), actor);
  }
  const item = await store.find(trx, savedId);
  if (!item) throw notFound(facts.label);
  return item;
}

/** The fields that name images. */
const Pictures = z.looseObject({
  banner: z.string().optional(),
  cover: z.string().optional(),
  gallery: z.array(z.looseObject({ image: z.string() })).optional(),
});

/** Leaves out images that were removed while the form was open. */
async function withStored(trx: Trx, content: unknown) {
  const { banner, cover, gallery, ...others } = Pictures.parse(content);
  const names = [banner ?? '', cover ?? '', ...(gallery ?? []).map(({ image }) => image)];
  const images = await findImages(trx, names);
  return {
    ...others,
    ...(banner !== undefined && { banner: images.has(banner) ? banner : '' }),
    ...(cover !== undefined && { cover: images.has(cover) ? cover : '' }),
    ...(gallery && { gallery: gallery.filter(({ image }) => images.has(image)) }),
  };
}

/** Leaves out what is not valid yet, such as half a link, and the address, which can be taken. */
function validOf<S extends z.ZodType>(schema: S, fields: ItemPreview['fields']): z.output<S> {
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
