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
import type { Field, Fields } from './collection-field.ts';
import { routesOf } from './collection-routes.ts';
import { formSchemas, outputsOf, sentFiles } from './collection-schemas.ts';
import { COLLECTIONS, type CollectionFacts, type CollectionName, named } from './collections.ts';
import type { Route } from './route.ts';

/** Derives the schemas and the calls of a collection from its fields. */
export function defineCollection<N extends CollectionName, F extends Fields>(
  name: N,
  fields: F & Titled<N>,
  options: Options<F> = {},
) {
  return withSchemas(name, fields, {
    Item: z
      .object({ _id: z.uuid(), ...outputsOf<F, 'listed'>(fields, 'listed') })
      .meta({ id: COLLECTIONS[name].type }),
    ...formSchemas<F>(fields),
    ...options,
  });
}

/** Has the field that names an item. */
export type Titled<N extends CollectionName> = Readonly<
  Record<(typeof COLLECTIONS)[N]['title'], Field>
>;

export interface Options<F extends Fields> {
  /** The fields that the history shows first, if it is not in the order of a response. */
  readonly shownFirst?: readonly (keyof F & string)[];
  /** The trash shows the first of these fields that is not empty, besides the title. */
  readonly detail?: readonly (keyof F & string)[];
  readonly about?: { readonly list: string; readonly update: string };
}

interface Schemas<F extends Fields, Item, New, Update> extends Options<F> {
  readonly Item: Item;
  readonly New: New;
  readonly Update: Update;
}

/** Derives the calls of a collection whose schemas are not only its fields. */
export function withSchemas<
  N extends CollectionName,
  F extends Fields,
  Item extends z.ZodObject,
  New extends z.ZodType,
  Update extends z.ZodType,
>(
  name: N,
  fields: F & Titled<N>,
  { Item, New, Update, shownFirst = [], detail = [], about }: Schemas<F, Item, New, Update>,
) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  const { label } = facts;
  const routes = routesOf(name);
  const { list, move, remove } = listCalls(name, Item, about?.list);
  return {
    ...describeFields<N, F>(name, fields, [...shownFirst, ...Object.keys(fields)], detail),
    Item,
    New,
    Update,
    calls: {
      list,
      add: call(routes.add, {
        about: `Adds ${withArticle(label)}.`,
        input: New,
        files: sentFiles<F>(fields),
        response: { ...messageResponse, ...named(facts.one, Item) },
        status: 201,
      }),
      update: call(routes.update, {
        about: about?.update ?? 'Updates the fields that are sent.',
        params: byId(label),
        input: Update,
        files: sentFiles<F>(fields),
        response: { ...updateResponse, ...named(facts.one, Item) },
      }),
      ...move,
      remove,
    },
  };
}

/** What history and trash need to know about a collection. */
export function describeFields<N extends CollectionName, F extends Fields>(
  name: N,
  fields: F,
  shown: readonly string[],
  detail: readonly string[],
) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  return { name, facts, fields, shown: [...new Set(shown)], detail };
}

type MoveCall<N extends CollectionName> = (typeof COLLECTIONS)[N]['isOrdered'] extends true
  ? { readonly move: ReturnType<typeof moveCall<N>> }
  : Record<never, never>;

/** The calls that list, move and delete items. Only items that the owner orders can be moved. */
export function listCalls<N extends CollectionName, Item extends z.ZodObject>(
  name: N,
  Item: Item,
  about = `Lists all ${COLLECTIONS[name].labels} in the owner’s order.`,
) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  const { list, remove } = routesOf(name);
  return {
    list: call(list, { about, response: named(facts.many, z.array(Item)) }),
    move: (facts.isOrdered ? { move: moveCall(name) } : {}) as MoveCall<N>,
    remove: call(remove, {
      about: `Moves ${withArticle(facts.label)} to the trash.`,
      params: byId(facts.label),
      response: deleteResponse,
    }),
  };
}

function moveCall<N extends CollectionName>(name: N) {
  const { label } = COLLECTIONS[name];
  return call(routesOf(name).move, {
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
  /** The names of the fields, in the order of the history. */
  readonly shown: readonly string[];
  readonly detail: readonly string[];
  readonly Item: z.ZodObject;
  /** What visitors get, if it is not the same. */
  readonly Public?: z.ZodObject;
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
