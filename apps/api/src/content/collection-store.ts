import {
  type Collection,
  type FileFieldOf,
  filesIn,
  type ItemOf,
  type NewOf,
  type UpdateOf,
} from '@vitrine/contract/define-collection';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { columnOf, type Stored } from '../db/collection-columns.ts';
import type { MediaMetadata } from '../db/media-metadata.ts';
import type { DB } from '../db/tables.ts';
import { toDocument } from '../media/media-response.ts';
import type { Actor } from './revision-store.ts';
import { addItem, editItem } from './write-store.ts';

/** The names of stored files, by their fields. */
type FileNames<C extends Collection> = { readonly [Field in FileFieldOf<C['fields']>]: string };

/** The items of a collection in its table. */
export interface CollectionStore<C extends Collection = Collection> {
  readonly collection: C;
  /** The errors of an update that sends nothing, if that is one. */
  readonly emptyUpdate?: Readonly<Record<string, string>> | undefined;
  list(db: Db): Promise<ItemOf<C>[]>;
  find(db: Db | Trx, id: string): Promise<ItemOf<C> | undefined>;
  /** Returns the ID of the new item. */
  add(trx: Trx, item: NewOf<C> & FileNames<C>, actor: Actor): Promise<string>;
  /** Updates the fields that are set. Returns the ID of the revision, if there is one. */
  update(
    trx: Trx,
    id: string,
    changes: UpdateOf<C> & Partial<FileNames<C>>,
    actor: Actor,
  ): Promise<string | undefined>;
}

/** What a collection does differently. */
interface Special<C extends Collection> extends Pick<CollectionStore, 'emptyUpdate'> {
  /** The order of a list that the owner does not order. */
  readonly order?: RawBuilder<unknown>;
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
  { order = sql`item.position`, toItem: toSpecialItem, emptyUpdate }: Special<Collection> = {},
): CollectionStore {
  const { name, facts, fields } = collection;
  const columns = Object.entries(fields).map(
    ([field, one]) => [field, columnOf(field, one)] as const,
  );
  const files = filesIn(fields).map(([field, one]) => [field, columnOf(field, one)] as const);

  return {
    collection,
    emptyUpdate,
    async list(db) {
      const { rows } = await sql<Row>`${select()} order by ${order}`.execute(db);
      return rows.map(toItem);
    },
    async find(db, id) {
      const { rows } = await sql<Row>`${select()} where item.id = ${id}`.execute(db);
      return rows[0] && toItem(rows[0]);
    },
    add: (trx, item, actor) => addItem(trx, name, toColumns(item), actor),
    update: (trx, id, changes, actor) =>
      editItem(trx, { noun: name, id }, toColumns(changes), actor),
  };

  function select() {
    const metadata = files.map(
      ([field]) => sql`, ${sql.ref(`${field}.metadata`)} as ${sql.ref(metadataOf(field))}`,
    );
    const joins = files.map(
      ([field, column]) => sql`join media as ${sql.ref(field)}
        on ${sql.ref(`${field}.name`)} = ${sql.ref(`item.${column}`)}`,
    );
    const selected = columns.map(([, column]) => sql.ref(`item.${column}`));
    return sql`select item.id, ${sql.join(selected)} ${sql.join(metadata, sql``)}
      from ${sql.table(facts.table)} as item ${sql.join(joins, sql` `)}`;
  }

  function toItem(row: Row): ItemOf<Collection> {
    if (toSpecialItem) return toSpecialItem(row);
    const values = columns.map(([field, column]) => [field, row[column]]);
    const documents = files.map(([field, column]) => [
      field,
      toDocument(String(row[column]), row[metadataOf(field)] as MediaMetadata),
    ]);
    return { _id: row['id'], ...Object.fromEntries([...values, ...documents]) };
  }

  /** The columns of the fields that are set, and their values. */
  function toColumns(content: unknown): Readonly<Record<string, unknown>> {
    const given: Row = Object(content);
    return Object.fromEntries(
      columns.flatMap(([field, column]) =>
        given[field] === undefined ? [] : [[column, given[field]]],
      ),
    );
  }
}

/** A row, with the metadata of its files. */
type Row = Readonly<Record<string, unknown>>;

function metadataOf(field: string): string {
  return `${field} metadata`;
}
