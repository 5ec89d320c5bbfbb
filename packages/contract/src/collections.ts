/**
 * What is known about each collection besides its fields. A collection is a kind of content in a list
 * that the owner edits. No schemas here, so that the browser can import it.
 *
 * Names are spelled out, not computed: a search finds them, and the specification's differ.
 */
export interface CollectionFacts {
  readonly table: string;
  /** The name of an item's schema in the API reference. */
  readonly type: string;
  /** The keys of an item and of the list in responses, and of the list in the public document. */
  readonly one: string;
  readonly many: string;
  readonly published: string;
  /** As in 'Timeline entry added.' */
  readonly label: string;
  readonly labels: string;
  /** The field that names an item, as in the trash. */
  readonly title: string;
  /** Whether the owner orders the items by hand. */
  readonly isOrdered: boolean;
  /** Whether items are drafts until the owner publishes them. */
  readonly hasDrafts: boolean;
  /** What the forms that add and update an item send. */
  readonly sends: { readonly add: FormFormat; readonly update: FormFormat };
}

type FormFormat = 'form' | 'json or form';

/** By name: that of its `noun` in trash and history, and of its folders. In the order of the dashboard. */
export const COLLECTIONS = {
  project: {
    table: 'project',
    type: 'Project',
    one: 'project',
    many: 'projects',
    published: 'projects',
    label: 'project',
    labels: 'projects',
    title: 'title',
    isOrdered: true,
    hasDrafts: true,
    sends: { add: 'form', update: 'form' },
  },
  skill: {
    table: 'skill',
    type: 'Skill',
    one: 'skill',
    many: 'skills',
    published: 'skills',
    label: 'skill',
    labels: 'skills',
    title: 'title',
    isOrdered: true,
    hasDrafts: false,
    sends: { add: 'form', update: 'json or form' },
  },
  'software-application': {
    table: 'software_application',
    type: 'SoftwareApplication',
    one: 'softwareApplication',
    many: 'softwareApplications',
    published: 'softwareApplications',
    label: 'software application',
    labels: 'software applications',
    title: 'name',
    isOrdered: true,
    hasDrafts: false,
    sends: { add: 'form', update: 'form' },
  },
  timeline: {
    table: 'timeline',
    type: 'TimelineEntry',
    one: 'timeline',
    many: 'timelines',
    published: 'timeline',
    label: 'timeline entry',
    labels: 'timeline entries',
    title: 'title',
    isOrdered: false,
    hasDrafts: false,
    sends: { add: 'json or form', update: 'json or form' },
  },
  post: {
    table: 'post',
    type: 'Post',
    one: 'post',
    many: 'posts',
    published: 'posts',
    label: 'post',
    labels: 'posts',
    title: 'title',
    isOrdered: false,
    hasDrafts: true,
    sends: { add: 'form', update: 'form' },
  },
  publication: {
    table: 'publication',
    type: 'Publication',
    one: 'publication',
    many: 'publications',
    published: 'publications',
    label: 'publication',
    labels: 'publications',
    title: 'title',
    isOrdered: false,
    hasDrafts: false,
    sends: { add: 'json or form', update: 'json or form' },
  },
  testimonial: {
    table: 'testimonial',
    type: 'Testimonial',
    one: 'testimonial',
    many: 'testimonials',
    published: 'testimonials',
    label: 'testimonial',
    labels: 'testimonials',
    title: 'person',
    isOrdered: true,
    hasDrafts: false,
    sends: { add: 'json or form', update: 'json or form' },
  },
} as const satisfies Readonly<Record<string, CollectionFacts>>;

export type CollectionName = keyof typeof COLLECTIONS;

/** The collections with drafts. */
export type PublishedName = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['hasDrafts'] extends true ? Name : never;
}[CollectionName];

/** Typed as what it is: a list of the keys. */
export function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[];
export function namesOf(record: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(record);
}

/** One value for each of the names. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  makeValue: (name: Name) => Value,
): Record<Name, Value>;
export function recordOf<Value>(names: readonly string[], makeValue: (name: string) => Value) {
  return Object.fromEntries(names.map((name) => [name, makeValue(name)]));
}

/** An object with one key, whose name is a type parameter. */
export function named<K extends string, V>(key: K, value: V): Record<K, V>;
export function named<V>(key: string, value: V): Record<string, V> {
  return { [key]: value };
}
