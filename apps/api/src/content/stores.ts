import type { CollectionName, PublishedName } from '@vitrine/contract/collections';
import { hasDrafts } from '@vitrine/contract/define-published';
import { post } from '@vitrine/contract/post';
import { project } from '@vitrine/contract/project';
import { publication } from '@vitrine/contract/publication';
import { skill } from '@vitrine/contract/skill';
import { softwareApplication } from '@vitrine/contract/software-application';
import { testimonial } from '@vitrine/contract/testimonial';
import { timeline } from '@vitrine/contract/timeline';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { type CollectionStore, collectionStore } from './collection-store.ts';
import { publishDueIn } from './publish-due.ts';
import { type PublishedStore, publishedStore } from './published-store.ts';

export const stores = {
  project: publishedStore(project),
  publication: collectionStore(publication, { order: sql`published_on desc, seq desc` }),
  // The specified update always has a proficiency.
  skill: collectionStore(skill, { emptyUpdate: { proficiency: 'Enter the proficiency.' } }),
  'software-application': collectionStore(softwareApplication),
  testimonial: collectionStore(testimonial, {
    visible: sql`item.state = 'shown'`,
    masked: { person: '', note: '', suggestion: '', suggestionNote: '', expiresAt: null },
  }),
  timeline: collectionStore(timeline, {
    // Ongoing entries come first, then those that ended last. A year without a month ends in December.
    order: sql`to_year desc nulls first, coalesce(to_month, 12::smallint) desc,
      from_year desc, coalesce(from_month, 1::smallint) desc, seq desc`,
    toItem: (row) => ({
      _id: row.id,
      title: row.title,
      description: row.description,
      timeline: {
        from: row.from_year,
        to: row.to_year,
        fromMonth: row.from_month,
        toMonth: row.to_month,
      },
      kind: row.kind,
      organization: row.organization,
      location: row.location,
      link: row.link,
      highlights: row.highlights,
    }),
  }),
  // The newest come first. A draft without a day is as new as what is published today.
  post: publishedStore(
    post,
    sql`coalesce(nullif(item.date, ''), to_char(coalesce(item.published_at, item.publish_at, now())
      at time zone 'UTC', 'YYYY-MM-DD')) desc, item.seq desc`,
  ),
} satisfies Readonly<Record<CollectionName, Store>>;

export type Store = CollectionStore | PublishedStore;

export const allStores: readonly Store[] = Object.values(stores);

/** Whether the items of a store are drafts until the owner publishes them. */
export function isPublishedStore(store: Store): store is PublishedStore {
  return hasDrafts(store.collection);
}

/** The store of a collection with drafts, whatever its fields are. */
export function publishedStoreOf(name: PublishedName): PublishedStore {
  const store = allStores
    .filter(isPublishedStore)
    .find(({ collection }) => collection.name === name);
  if (!store) throw new Error(`The collection ${name} has no store.`);
  return store;
}

/** Publishes what is scheduled until now, in all collections. */
export async function publishDue(db: Db): Promise<void> {
  for (const store of allStores.filter(isPublishedStore)) await publishDueIn(db, store);
}

/** The IDs of the drafts that were never public. What the owner has withdrawn is none of them. */
export async function listNewDrafts(db: Db): Promise<ReadonlySet<string>> {
  const tables = allStores.filter(isPublishedStore).map(
    ({ collection }) => sql`select id from ${sql.table(collection.facts.table)}
      where state = 'draft' and published_at is null`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(tables, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type Stores = typeof stores;
type Reader = 'list' | 'listPublic';

/** The items of all collections, by the names of their lists in the public document. */
type Lists<R extends Reader> = {
  [Name in keyof Stores as Stores[Name]['collection']['facts']['published']]: Awaited<
    ReturnType<Stores[Name][R]>
  >;
};

/** Lists what the owner sees of all collections, or what visitors see. */
export function listAll<R extends Reader>(db: Db, reader: R): Promise<Lists<R>>;
export async function listAll(db: Db, reader: Reader): Promise<object> {
  const lists = allStores.map(async (store) => [
    store.collection.facts.published,
    await store[reader](db),
  ]);
  return Object.fromEntries(await Promise.all(lists));
}
