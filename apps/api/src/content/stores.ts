import type { ItemOf } from '@vitrine/contract/define-collection';
import { skill } from '@vitrine/contract/skill';
import { softwareApplication } from '@vitrine/contract/software-application';
import { timeline } from '@vitrine/contract/timeline';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { collectionStore } from './collection-store.ts';

/** The collections whose items are rows of a table, and no more than that. */
export const stores = {
  // The specified update always has a proficiency.
  skill: collectionStore(skill, { emptyUpdate: { proficiency: 'Enter the proficiency.' } }),
  'software-application': collectionStore(softwareApplication),
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
};

type Stores = typeof stores;

/** The items of all collections, by the names of their lists in the public document. */
type Lists = {
  [Name in keyof Stores as Stores[Name]['collection']['facts']['published']]: ItemOf<
    Stores[Name]['collection']
  >[];
};

export function listAll(db: Db): Promise<Lists>;
export async function listAll(db: Db): Promise<object> {
  const lists = Object.values(stores).map(async ({ collection, list }) => [
    collection.facts.published,
    await list(db),
  ]);
  return Object.fromEntries(await Promise.all(lists));
}
