import { queryOptions } from '@tanstack/react-query';
import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

type Facts = typeof COLLECTIONS;

/** An item in the list of a collection. Fields that only Vitrine's own service returns may be missing. */
export type CollectionItem<Name extends CollectionName> = Name extends CollectionName
  ? ApiResponse<(typeof routes)[Facts[Name]['one']]['list']>[Facts[Name]['many']][number]
  : never;

export interface Item {
  readonly _id: string;
}

/** The list of a collection. Calls that change an item reload it by the name of the collection. */
export function collectionQuery<Name extends CollectionName>(name: Name) {
  return queryOptions({
    queryKey: [name],
    queryFn: ({ signal }) => loadList(name, signal),
  });
}

async function loadList<Name extends CollectionName>(
  name: Name,
  signal: AbortSignal,
): Promise<CollectionItem<Name>[]>;
async function loadList(name: CollectionName, signal: AbortSignal): Promise<unknown> {
  const { one, many } = COLLECTIONS[name];
  const response = await callApi(routes[one].list, { signal });
  return Object(response)[many];
}

/** The text of the field that names an item. Somebody who was asked may have no name yet. */
export function titleOf(name: CollectionName, item: Item): string {
  const fields: Readonly<Record<string, unknown>> = { ...item };
  return String(fields[COLLECTIONS[name].title]) || 'Unnamed';
}
