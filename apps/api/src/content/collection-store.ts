import type { FileFieldOf } from '@vitrine/contract/collection-schemas';
import type { Collection, ItemOf, NewOf, UpdateOf } from '@vitrine/contract/define-collection';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import type { Stored } from '../db/collection-columns.ts';
import type { DB } from '../db/tables.ts';
import { columnsIn, columnsOf, createView } from './field-columns.ts';
import { imagesOf, type RowWithFiles, selectWithFiles } from './item-images.ts';
import type { Actor } from './revision-store.ts';
import { addItem, editItem } from './write-store.ts';

/** The names of stored files, by their fields. Null removes one. */
type FileNames<C extends Collection> = {
  readonly [Field in FileFieldOf<C['fields']>]?: string | null;
};

/** The items of a collection in its table. */
export interface CollectionStore<C extends Collection = Collection> {
  readonly collection: C;
  /** The errors of an update that sends nothing, if that is one. */
  readonly emptyUpdate?: Readonly<Record<string, string>> | undefined;
  list(db: Db): Promise<ItemOf<C>[]>;
  /** Lists what visitors see, which is the same unless the collection says otherwise. */
  listPublic(db: Db): Promise<ItemOf<C>[]>;
  /** Lists what a token gets that can only read, if that is less than all. */
  readonly listForReaders?: ((db: Db) => Promise<ItemOf<C>[]>) | undefined;
  find(db: Db | Trx, id: string): Promise<ItemOf<C> | undefined>;
  /** Returns the ID of the new item. */
  add(trx: Trx, item: NewOf<C> & FileNames<C>, actor: Actor): Promise<string>;
  /** Updates the fields that are set. Returns the ID of the revision, if there is one. */
  update(
    trx: Trx,
    id: string,
    changes: UpdateOf<C> & FileNames<C>,
    actor: Actor,
  ): Promise<string | undefined>;
}

/** What a collection does differently. */
interface Special<C extends Collection> extends Pick<CollectionStore, 'emptyUpdate'> {
  /** The order of a list that the owner does not order. */
  readonly order?: RawBuilder<unknown>;
  /** SQL condition: visitors see the item. */
  readonly visible?: RawBuilder<unknown>;
  /** The values that replace private ones for a token that can only read. It gets what visitors see. */
  readonly masked?: Partial<ItemOf<C>>;
  /** The item of a row, if it is not the fields of the row. */
  readonly toItem?: (row: Selectable<DB[C['facts']['table'] & keyof DB]>) => ItemOf<C>;
}

/** Compiles only if the table has a column for each field. */
export function collectionStore<C extends Collection>(
  collection: C & Stored<C>,
  special?: Special<C>,
): CollectionStore<C>;
export function collectionStore(
  collection: Collection,
  { order = sql`item.position`, visible = sql`true`, ...special }: Special<Collection> = {},
): CollectionStore {
  const { name, facts } = collection;
  const fields = columnsOf(collection.fields);
  const files = fields.filter(({ field }) => field.file);
  const columns = ['id', ...fields.map(({ column }) => column)];
  const select = selectWithFiles(facts.table, columns, files);
  const view = createView(fields);

  async function list(db: Db, condition = sql`true`) {
    const { rows } = await sql<RowWithFiles>`
      ${select} where ${condition} order by ${order}`.execute(db);
    return rows.map(toItem);
  }

  function toItem(row: RowWithFiles): ItemOf<Collection> {
    if (special.toItem) return special.toItem(row);
    return view(row, imagesOf(row, files), { _id: row['id'] });
  }

  return {
    collection,
    emptyUpdate: special.emptyUpdate,
    list: (db) => list(db),
    listPublic: (db) => list(db, visible),
    listForReaders:
      special.masked &&
      (async (db) => (await list(db, visible)).map((item) => ({ ...item, ...special.masked }))),
    async find(db, id) {
      const { rows } = await sql<RowWithFiles>`${select} where item.id = ${id}`.execute(db);
      return rows[0] && toItem(rows[0]);
    },
    add: (trx, item, actor) => addItem(trx, name, columnsIn(fields, item), actor),
    update: (trx, id, changes, actor) =>
      editItem(trx, { noun: name, id }, columnsIn(fields, changes), actor),
  };
}
