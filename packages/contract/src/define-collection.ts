import { z } from 'zod';
import {
  byId,
  type Call,
  call,
  deleteResponse,
  messageResponse,
  movedAfter,
  updateResponse,
} from './call.ts';
import type { Fields, OptionalField, StoredFile, ValueField } from './collection-field.ts';
import { COLLECTIONS, type CollectionFacts, type CollectionName } from './collections.ts';
import type { Route } from './routes.ts';

interface Routes {
  readonly list: Route;
  readonly add: Route;
  readonly update: Route;
  readonly remove: Route;
  /** Of a collection that the owner orders. */
  readonly move?: Route;
}

/** Derives the schemas and the calls of a collection from its fields. */
export function defineCollection<N extends CollectionName, R extends Routes, F extends Fields>(
  name: N,
  routes: R,
  fields: F & Titled<N>,
  options: Options<F> = {},
) {
  return withSchemas(name, routes, fields, {
    Item: itemSchema(fields, COLLECTIONS[name].type),
    New: newSchema(fields),
    Update: updateSchema(fields),
    ...options,
  });
}

/** Has the field that names an item. */
type Titled<N extends CollectionName> = Readonly<
  Record<(typeof COLLECTIONS)[N]['title'], Fields[string]>
>;

interface Options<F extends Fields> {
  /** The fields that the history shows first, if it is not in the order of a response. */
  readonly shownFirst?: readonly (keyof F & string)[];
  readonly about?: { readonly list: string; readonly update: string };
}

interface Schemas<F extends Fields, Item, New, Update> extends Options<F> {
  readonly Item: Item;
  readonly New: New;
  readonly Update: Update;
}

/**
 * Derives the calls of a collection whose schemas are not only its fields. `as R['list']` keeps the
 * literal types of a route, by which `CallOf` finds its call.
 */
export function withSchemas<
  N extends CollectionName,
  R extends Routes,
  F extends Fields,
  Item extends z.ZodObject,
  New extends z.ZodType,
  Update extends z.ZodType,
>(
  name: N,
  routes: R,
  fields: F & Titled<N>,
  { Item, New, Update, shownFirst = [], about }: Schemas<F, Item, New, Update>,
) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  const { label } = facts;
  return {
    name,
    facts,
    fields,
    /** The names of the fields, in the order of the history. */
    shown: [...new Set<string>([...shownFirst, ...Object.keys(fields)])],
    Item,
    New,
    Update,
    calls: {
      list: listCall(name, routes.list as R['list'], Item, about?.list),
      add: call(routes.add as R['add'], {
        about: `Adds ${withArticle(label)}.`,
        input: New,
        files: newFiles(fields),
        response: { ...messageResponse, ...named(facts.one, Item) },
        status: 201,
      }),
      update: call(routes.update as R['update'], {
        about: about?.update ?? 'Updates the fields that are sent.',
        params: byId(label),
        input: Update,
        files: updateFiles(fields),
        response: { ...updateResponse, ...named(facts.one, Item) },
      }),
      ...moveCalls(routes, label),
      remove: removeCall(routes.remove as R['remove'], label),
    },
  };
}

export function listCall<N extends CollectionName, R extends Route, Item extends z.ZodObject>(
  name: N,
  route: R,
  Item: Item,
  about = `Lists all ${COLLECTIONS[name].labels} in the owner’s order.`,
) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  return call(route, { about, response: named(facts.many, z.array(Item)) });
}

export function removeCall<R extends Route>(route: R, label: string) {
  return call(route, {
    about: `Moves ${withArticle(label)} to the trash.`,
    params: byId(label),
    response: deleteResponse,
  });
}

type MoveCalls<R extends Routes> = R extends { readonly move: infer M extends Route }
  ? { readonly move: ReturnType<typeof moveCall<M>> }
  : Record<never, never>;

function moveCalls<R extends Routes>(routes: R, label: string): MoveCalls<R>;
function moveCalls({ move }: Routes, label: string) {
  return move ? { move: moveCall(move, label) } : {};
}

export function moveCall<R extends Route>(route: R, label: string) {
  return call(route, {
    about: `Moves ${withArticle(label)} after another one, or to the top.`,
    params: byId(label),
    input: movedAfter(label),
    response: {},
  });
}

export function withArticle(label: string): string {
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}

type ById = ReturnType<typeof byId>;

/** A collection, whatever its fields are. */
export interface Collection {
  readonly name: CollectionName;
  readonly facts: CollectionFacts;
  readonly fields: Fields;
  readonly shown: readonly string[];
  readonly Item: z.ZodObject;
  readonly New: z.ZodType;
  readonly Update: z.ZodType;
  readonly calls: {
    readonly list: Call;
    readonly add: Call;
    readonly update: Call<Route, ById>;
    readonly move?: Call<Route, ById, z.ZodObject, ReturnType<typeof movedAfter>>;
    readonly remove: Call<Route, ById>;
  };
}

export type ItemOf<C extends Collection> = z.output<C['Item']>;
export type NewOf<C extends Collection> = z.output<C['New']>;
export type UpdateOf<C extends Collection> = z.output<C['Update']>;

/** The names of the fields that hold a file. */
export type FileFieldOf<F extends Fields> = {
  [K in keyof F]: F[K] extends StoredFile ? K : never;
}[keyof F];

type ItemShape<F extends Fields> = { _id: z.ZodUUID } & { [K in keyof F]: F[K]['output'] };

type NewShape<F extends Fields> = {
  [K in keyof F as F[K] extends ValueField ? K : never]: F[K] extends OptionalField<infer I>
    ? z.ZodDefault<I>
    : F[K] extends ValueField<infer I>
      ? I
      : never;
};

type UpdateShape<F extends Fields> = {
  [K in keyof F as F[K] extends ValueField ? K : never]: F[K] extends ValueField<infer I>
    ? z.ZodOptional<I>
    : never;
};

function itemSchema<F extends Fields>(fields: F, type: string): z.ZodObject<ItemShape<F>>;
function itemSchema(fields: Fields, type: string): z.ZodObject {
  const outputs = Object.entries(fields).map(([name, { output }]) => [name, output]);
  return z.object({ _id: z.uuid(), ...Object.fromEntries(outputs) }).meta({ id: type });
}

export function newSchema<F extends Fields>(fields: F): z.ZodObject<NewShape<F>, z.core.$strict>;
export function newSchema(fields: Fields): z.ZodObject {
  const inputs = valuesIn(fields).map(([name, field]) => [
    name,
    'empty' in field ? field.input.default(field.empty) : field.input,
  ]);
  return z.strictObject(Object.fromEntries(inputs));
}

function updateSchema<F extends Fields>(fields: F): z.ZodObject<UpdateShape<F>, z.core.$strict>;
function updateSchema(fields: Fields): z.ZodObject {
  const inputs = valuesIn(fields).map(([name, { input }]) => [name, input.optional()]);
  return z.strictObject(Object.fromEntries(inputs));
}

function valuesIn(fields: Fields): (readonly [string, ValueField | OptionalField])[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    'input' in field ? [[name, field] as const] : [],
  );
}

export function filesIn(fields: Fields): (readonly [string, StoredFile])[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    'file' in field ? [[name, field] as const] : [],
  );
}

interface SentFile {
  readonly kind: StoredFile['file']['kind'];
  readonly label: string;
  readonly required: false;
  readonly requiredUnless?: string;
}

type SentFiles<F extends Fields> = Readonly<Record<FileFieldOf<F>, SentFile>>;

function newFiles<F extends Fields>(fields: F): SentFiles<F>;
function newFiles(fields: Fields): Readonly<Record<string, SentFile>> {
  return Object.fromEntries(
    filesIn(fields).map(([name, { file }]) => [
      name,
      { ...sent(file), requiredUnless: file.namedBy },
    ]),
  );
}

function updateFiles<F extends Fields>(fields: F): SentFiles<F>;
function updateFiles(fields: Fields): Readonly<Record<string, SentFile>> {
  return Object.fromEntries(filesIn(fields).map(([name, { file }]) => [name, sent(file)]));
}

function sent({ kind, label }: StoredFile['file']): SentFile {
  return { kind, label, required: false };
}

/** An object with one key, whose name is a type parameter. */
export function named<K extends string, V>(key: K, value: V): Record<K, V>;
export function named<V>(key: string, value: V): Record<string, V> {
  return { [key]: value };
}
