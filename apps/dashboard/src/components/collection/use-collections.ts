import { useQueries } from '@tanstack/react-query';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import { useCan } from '../../api/capabilities.ts';
import { collectionQuery } from './collection-query.ts';

/** The items of every collection, for what treats all of them alike. */
export function useCollections() {
  const can = useCan();
  const names = namesOf(COLLECTIONS).filter((name) => can[name]);
  const results = useQueries({ queries: names.map((name) => collectionQuery(name)) });
  return names.map((name, index) => ({
    name,
    items: results[index]?.data ?? [],
    isLoaded: results[index]?.isPending === false,
  }));
}
