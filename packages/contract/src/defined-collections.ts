import { z } from 'zod';
import { COLLECTIONS, namesOf, type PublishedName } from './collections.ts';
import type { Collection } from './define-collection.ts';
import { hasDrafts } from './define-published.ts';
import { post } from './post.ts';
import { project } from './project.ts';
import { publication } from './publication.ts';
import { skill } from './skill.ts';
import { softwareApplication } from './software-application.ts';
import { testimonial } from './testimonial.ts';
import { timeline } from './timeline.ts';

/** The collections with their fields, in the order of the API reference. */
export const DEFINED = {
  'software-application': softwareApplication,
  skill,
  timeline,
  project,
  post,
  publication,
  testimonial,
};

export type Defined = typeof DEFINED;

/** In the order of the dashboard and of the public document. */
export const ALL_DEFINED: readonly Collection[] = namesOf(COLLECTIONS).map((name) => DEFINED[name]);

/** The calls of all collections, by the key of an item in responses. */
export const collectionCalls = callsIn(Object.values(DEFINED));

function callsIn(defined: readonly Collection[]): {
  [N in keyof Defined as Defined[N]['facts']['one']]: Defined[N]['calls'];
};
function callsIn(defined: readonly Collection[]) {
  return Object.fromEntries(defined.map(({ facts, calls }) => [facts.one, calls]));
}

type PublicItem<C extends Collection> = C extends { readonly Public: infer P extends z.ZodObject }
  ? P
  : C['Item'];

/** The lists of the public document. */
export const publicLists = listsIn(ALL_DEFINED);

function listsIn(collections: readonly Collection[]): {
  [N in keyof Defined as Defined[N]['facts']['published']]: z.ZodArray<PublicItem<Defined[N]>>;
};
function listsIn(collections: readonly Collection[]) {
  return Object.fromEntries(
    collections.map(({ facts, Item, Public = Item }) => [facts.published, z.array(Public)]),
  );
}

/** The calls by which visitors get an item. */
export const publicItemCalls = publicCallsIn(ALL_DEFINED);

function publicCallsIn(collections: readonly Collection[]): {
  [N in PublishedName]: Defined[N]['publicCall'];
};
function publicCallsIn(collections: readonly Collection[]) {
  return Object.fromEntries(
    collections.filter(hasDrafts).map(({ name, publicCall }) => [name, publicCall]),
  );
}
