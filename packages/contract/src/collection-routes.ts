import { COLLECTIONS, type CollectionName, namesOf, type PublishedName } from './collections.ts';
import { del, get, post, put, reads, type Sends, toAnyone, writes, writesDrafts } from './route.ts';

/** The routes of a collection follow from its name. */

type Facts = typeof COLLECTIONS;

/** As in `/softwareapplication`, which is the specification's. */
type PathOf<Name extends string> = Name extends `${infer Start}-${infer End}`
  ? PathOf<`${Start}${End}`>
  : `/${Name}`;

/** All that a collection can have, in the order of the API reference. */
function routesAt<P extends string, L extends string, A extends Sends, U extends Sends>(
  path: P,
  published: L,
  { add, update }: { readonly add: A; readonly update: U },
) {
  return {
    list: reads(get(`${path}/getall` as const)),
    get: reads(get(`${path}/get/:id` as const)),
    add: writes(post(`${path}/add` as const, add)),
    update: writes(put(`${path}/update/:id` as const, update)),
    move: writes(put(`${path}/move/:id` as const, 'json')),
    remove: writes(del(`${path}/delete/:id` as const)),
    addDraft: writesDrafts(post(`${path}/draft/add` as const, 'form')),
    saveDraft: writesDrafts(put(`${path}/draft/update/:id` as const, 'form')),
    discardDraft: writesDrafts(del(`${path}/draft/delete/:id` as const)),
    publish: writes(put(`${path}/publish/:id` as const, 'json')),
    unpublish: writes(put(`${path}/unpublish/:id` as const, 'nothing')),
    schedule: writes(put(`${path}/schedule/:id` as const, 'json')),
    /** How visitors get an item. */
    public: toAnyone(get(`/public/${published}/:id` as const)),
  };
}

type AllRoutes<N extends CollectionName> = ReturnType<
  typeof routesAt<
    PathOf<N>,
    Facts[N]['published'],
    Facts[N]['sends']['add'],
    Facts[N]['sends']['update']
  >
>;

export function routesOf<N extends CollectionName>(name: N): AllRoutes<N>;
export function routesOf(name: CollectionName) {
  const { published, sends } = COLLECTIONS[name];
  return routesAt<string, string, Sends, Sends>(`/${name.replaceAll('-', '')}`, published, sends);
}

const BASE = ['list', 'add', 'update', 'remove'] as const;

type Own<N extends CollectionName> = Pick<
  AllRoutes<N>,
  | (typeof BASE)[number]
  | (Facts[N]['isOrdered'] extends true ? 'move' : never)
  | (N extends PublishedName ? Exclude<keyof AllRoutes<N>, 'move' | 'public'> : never)
>;

/** Those that each collection has, by the key of an item in responses. */
export const collectionRoutes = ownRoutes();

function ownRoutes(): { readonly [N in CollectionName as Facts[N]['one']]: Own<N> };
function ownRoutes(): object {
  return Object.fromEntries(
    namesOf(COLLECTIONS).map((name) => {
      const { one, isOrdered, hasDrafts } = COLLECTIONS[name];
      const { public: _, ...all } = routesOf(name);
      const isOwn = (key: string) =>
        BASE.some((base) => base === key) || (key === 'move' ? isOrdered : hasDrafts);
      return [one, Object.fromEntries(Object.entries(all).filter(([key]) => isOwn(key)))];
    }),
  );
}

/** How visitors get an item of a collection with drafts. */
export const publicRoutes = routesForVisitors();

function routesForVisitors(): { readonly [N in PublishedName]: AllRoutes<N>['public'] };
function routesForVisitors(): object {
  const published = namesOf(COLLECTIONS).filter((name) => COLLECTIONS[name].hasDrafts);
  return Object.fromEntries(published.map((name) => [name, routesOf(name).public]));
}
