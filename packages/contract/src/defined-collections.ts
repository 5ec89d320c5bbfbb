import { z } from 'zod';
import { COLLECTIONS, namesOf } from './collections.ts';
import type { Collection } from './define-collection.ts';
import { skill } from './skill.ts';
import { softwareApplication } from './software-application.ts';
import { timeline } from './timeline.ts';

/** The collections with their fields, in the order of the API reference. */
export const DEFINED = { 'software-application': softwareApplication, skill, timeline };

type Defined = typeof DEFINED;

/** In the order of the dashboard and of the public document. */
export const ALL_DEFINED: readonly Collection[] = namesOf(COLLECTIONS).flatMap((name) =>
  Object.values(DEFINED).filter((collection) => collection.name === name),
);

type CollectionCalls = {
  [Name in keyof Defined as Defined[Name]['facts']['one']]: Defined[Name]['calls'];
};

/** The calls of all collections, by the key of an item in responses. */
export const collectionCalls = callsIn(DEFINED);

function callsIn(defined: Defined): CollectionCalls;
function callsIn(defined: Readonly<Record<string, Collection>>) {
  return Object.fromEntries(Object.values(defined).map(({ facts, calls }) => [facts.one, calls]));
}

type PublishedLists = {
  [Name in keyof Defined as Defined[Name]['facts']['published']]: z.ZodArray<Defined[Name]['Item']>;
};

/** The lists of the public document. */
export const publishedLists = listsIn(ALL_DEFINED);

function listsIn(collections: readonly Collection[]): PublishedLists;
function listsIn(collections: readonly Collection[]) {
  return Object.fromEntries(
    collections.map(({ facts, Item }) => [facts.published, z.array(Item)] as const),
  );
}
