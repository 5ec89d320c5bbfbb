import type { ItemOf } from '@vitrine/contract/define-collection';
import type { PublishedCollection } from '@vitrine/contract/define-published';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { mapInParts } from '../concurrency.ts';
import type { Db, Trx } from '../db/client.ts';
import type { Stored } from '../db/collection-columns.ts';
import {
  columnsIn,
  columnsOf,
  createView,
  type FieldColumn,
  type Images,
  type Row,
} from './field-columns.ts';
import {
  findImages,
  imagesOf,
  type RowWithFiles,
  requireImages,
  selectWithFiles,
} from './item-images.ts';
import { publishedContent, type StateColumns } from './published-content.ts';
import { type Change, type Save, saveDraft } from './publishing.ts';
import type { Actor } from './revision-store.ts';
import { addItem, editItem } from './write-store.ts';

/** The items of a collection with drafts in its table. */
export interface PublishedStore<C extends PublishedCollection = PublishedCollection> {
  readonly collection: C;
  /** Lists the items as the owner published them, and those that were never published. */
  list(db: Db): Promise<ItemOf<C>[]>;
  /** Lists what visitors see. */
  listPublic(db: Db): Promise<PublicItem<C>[]>;
  find(db: Db | Trx, id: string): Promise<z.output<C['Details']> | undefined>;
  /** Turns the fields that are set into columns. Rejects images that are not stored. */
  toColumns(trx: Trx, fields: ContentOf<C>): Promise<Row>;
  /** Adds a draft, or publishes it at once with `update`. Returns its ID. */
  add(trx: Trx, fields: ContentOf<C>, actor: Actor, save?: Save): Promise<string>;
  /** Changes an item. With a version, only if it is still the current one. */
  change(trx: Trx, target: Target, change: Change, actor: Actor): Promise<Changed>;
}

/** The fields of a form. Its files are stored already, and named in it. */
type ContentOf<C extends PublishedCollection> = Omit<z.output<C['Update']>, 'version'>;

/** What visitors see of an item, before its text is rendered. */
export type PublicItem<C extends PublishedCollection> = Omit<
  z.output<C['PublicDetails']>,
  'bodyHtml'
> & {
  readonly oldSlugs: readonly string[];
  readonly publishedAt: string;
  readonly updatedAt: string;
  /** The images of the text, by name. */
  readonly images: Images;
};

export interface Target {
  readonly id: string;
  readonly version?: number | undefined;
}

type Changed = { readonly revision: string | undefined } | 'missing' | 'outdated';

interface PublishedRow extends StateColumns {
  readonly id: string;
  readonly version: number;
  /** The names of all its images. */
  readonly media: readonly string[];
  readonly old_slugs: readonly string[];
  readonly created_at: Date;
  readonly published_at: Date | null;
  readonly updated_at: Date;
}

/**
 * Compiles only if the table has a column for each field. A list that the owner does not order needs an
 * order.
 */
export function publishedStore<C extends PublishedCollection>(
  collection: C & Stored<C>,
  order?: RawBuilder<unknown>,
): PublishedStore<C>;
export function publishedStore(
  collection: PublishedCollection,
  order = sql`item.position`,
): PublishedStore {
  const { name, facts } = collection;
  const fields = columnsOf(collection.fields);
  const view = createView(fields);
  const { readContent, read, write } = publishedContent(fields);
  const select = sql`select * from ${sql.table(facts.table)} as item`;
  const toColumns = async (trx: Trx, content: unknown) => {
    const columns = columnsIn(fields, content);
    await requireImages(trx, fields, columns);
    return columns;
  };

  return {
    collection,
    list: listItems(facts.table, fields, order),
    toColumns,
    async listPublic(db) {
      const { rows } = await sql<PublishedRow>`
        ${select} where state = 'published' order by ${order}`.execute(db);
      const images = await findImages(
        db,
        rows.flatMap(({ media }) => media),
      );
      return mapInParts(rows, (row) => ({
        _id: row.id,
        ...view(readContent(row), images),
        oldSlugs: row.old_slugs,
        publishedAt: (row.published_at ?? row.created_at).toISOString(),
        updatedAt: row.updated_at.toISOString(),
        images,
      }));
    },
    async find(db, id) {
      const { rows } = await sql<PublishedRow>`${select} where id = ${id}`.execute(db);
      const [row] = rows;
      if (!row) return undefined;
      const images = await findImages(db, row.media);
      const { content, draft } = read(row);
      return {
        ...view(content, images, showState(row, draft !== null)),
        draft: draft && view({ ...content, ...draft }, images),
        images: [...images].map(([imageName, image]) => ({ name: imageName, image })),
      };
    },
    async add(trx, content, actor, save = saveDraft) {
      const columns = await toColumns(trx, content);
      const empty = { state: 'draft', content: {}, draft: null, publishAt: null } as const;
      return addItem(trx, name, write(save(empty, columns)), actor);
    },
    async change(trx, { id, version }, change, actor) {
      const { rows } = await sql<PublishedRow>`
        ${select} where id = ${id} for update`.execute(trx);
      const [row] = rows;
      if (!row) return 'missing';
      if (version !== undefined && version !== row.version) return 'outdated';
      const columns = write(change(read(row)));
      return { revision: await editItem(trx, { noun: name, id }, columns, actor) };
    },
  };
}

type StateRow = Pick<PublishedRow, 'id' | 'state' | 'publish_at' | 'version'>;
type ListedRow = RowWithFiles & StateRow & { readonly hasDraft: boolean };

/** Returns the function that lists items without their details, in one query. */
function listItems(table: string, fields: readonly FieldColumn[], order: RawBuilder<unknown>) {
  const listed = fields.filter(({ field }) => !field.isDetail);
  const files = fields.filter(({ field }) => field.file);
  const columns = ['id', 'state', 'publish_at', 'version', ...listed.map(({ column }) => column)];
  const select = selectWithFiles(table, columns, files, [sql`draft is not null as "hasDraft"`]);
  const view = createView(listed);
  let query: CompiledQuery<ListedRow> | undefined;
  return async (db: Db) => {
    // Compiled once, because that takes longer than making the items of its rows.
    query ??= sql<ListedRow>`${select} order by ${order}`.compile(db);
    const { rows } = await db.executeQuery(query);
    return rows.map((row) => view(row, imagesOf(row, files), showState(row, row.hasDraft)));
  };
}

function showState({ id, state, publish_at, version }: StateRow, hasDraft: boolean) {
  return { _id: id, state, publishAt: publish_at?.toISOString() ?? null, hasDraft, version };
}
