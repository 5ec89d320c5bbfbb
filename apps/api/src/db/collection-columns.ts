import type { Field } from '@vitrine/contract/collection-field';
import { filesIn } from '@vitrine/contract/collection-schemas';
import type { Collection } from '@vitrine/contract/define-collection';
import type { DB } from './tables.ts';

/** The columns that are not content: history neither shows nor restores them. */
export type Bookkeeping = Shared | 'position' | 'link_hashes' | Publishing;

type Shared = 'id' | 'seq' | 'created_at' | 'updated_at';
type Publishing = 'version' | 'old_slugs' | 'publish_at' | 'media' | 'published_at';

/** The columns that a table needs besides those of its fields. */
type Needed<C extends Collection> =
  | Shared
  | (C['facts']['isOrdered'] extends true ? 'position' : never)
  | (C['facts']['hasDrafts'] extends true ? Publishing | StateColumn<C> : never);

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** The column of a field: `gitRepoLink` is stored in `git_repo_link`, unless the field says otherwise. */
export function columnOf(name: string, field: Field | undefined): string {
  return field?.column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns of a collection that name a file in `media`. */
export function mediaColumns({ fields }: Collection): string[] {
  return filesIn(fields).map(([name]) => columnOf(name, fields[name]));
}

type FieldColumn<C extends Collection> = {
  [Name in keyof C['fields'] & string]: C['fields'][Name] extends { readonly column: infer Column }
    ? Column
    : SnakeCase<Name>;
}[keyof C['fields'] & string];

/** Of the columns that hold the state of an item, those that are also content. */
type StateColumn<C extends Collection> = C['facts']['hasDrafts'] extends true
  ? 'state' | 'draft'
  : never;

type Column<C extends Collection> = keyof DB[C['facts']['table'] & keyof DB];
type ContentColumn<C extends Collection> = Exclude<Column<C>, Bookkeeping | StateColumn<C>>;

type MissingColumn<C extends Collection> =
  | Exclude<FieldColumn<C>, ContentColumn<C>>
  | Exclude<Needed<C>, Column<C>>;
type MissingField<C extends Collection> = Exclude<ContentColumn<C>, FieldColumn<C>>;

/**
 * A collection whose table has one content column for each field, and the columns that all tables have.
 * Of any other collection, the compiler says what its table or its fields lack.
 */
export type Stored<C extends Collection> = [MissingColumn<C> | MissingField<C>] extends [never]
  ? C
  : { readonly missingColumns: MissingColumn<C>; readonly missingFields: MissingField<C> };
