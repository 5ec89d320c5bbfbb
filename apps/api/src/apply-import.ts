import type { ItemId } from '@vitrine/contract/call';
import type { Collection } from '@vitrine/contract/define-collection';
import type { ImportItem, NewImport } from '@vitrine/contract/import';
import { MAX_LINKS } from '@vitrine/contract/link-list';
import { MAX_LANGUAGES, PROFILE_IMPORTS } from '@vitrine/contract/options';
import { languageKey, linkKey } from '@vitrine/contract/text-format';
import type { FastifyRequest } from 'fastify';
import { actorOf, requireSession } from './auth/auth-guard.ts';
import { update } from './content/publishing.ts';
import { allStores, isPublishedStore, type Store } from './content/stores.ts';
import { lockItem } from './content/write-store.ts';
import type { Trx } from './db/client.ts';
import { ExpectedError } from './expected-error.ts';
import { readContent } from './http/read-content.ts';
import { findIcons, IconsUnavailableError } from './media/find-icons.ts';
import type { MediaStore } from './media/media-store.ts';
import type { Applied } from './modules/import/import-store.ts';
import { findUser, updateProfile } from './modules/user/user-store.ts';

type ProfileItem = Extract<ImportItem, { readonly kind: (typeof PROFILE_IMPORTS)[number] }>;
type CollectionItem = Exclude<ImportItem, ProfileItem>;

interface AppliedItem {
  readonly added?: ItemId;
  readonly revision?: string | undefined;
}

type Apply = (trx: Trx) => Promise<AppliedItem>;

/** Returns the function that prepares an import, and then applies it in a transaction. */
export function createImporter(media: MediaStore) {
  return async function prepareImport(
    { items, isPublished = false }: NewImport,
    request: FastifyRequest,
  ): Promise<(trx: Trx) => Promise<Applied>> {
    const profiles = items.filter(isOfProfile);
    const others = items.filter((item) => !isOfProfile(item));
    // Of items with the same dates, the last one is listed first.
    const byDate = others.filter(isListedByDate).toReversed();
    const ordered = [...byDate, ...others.filter((item) => !isListedByDate(item))];
    // Before the transaction, which would block other changes in the meantime.
    const applies: Apply[] = [];
    for (const item of ordered) applies.push(await prepareItem(item, isPublished, media, request));
    if (profiles.length > 0) applies.push(prepareProfile(profiles, request));
    return async (trx) => {
      const added: ItemId[] = [];
      const revisions: string[] = [];
      for (const apply of applies) {
        const result = await apply(trx);
        if (result.added) added.push(result.added);
        if (result.revision !== undefined) revisions.push(result.revision);
      }
      return { added, revisions };
    };
  };
}

/** All fields of the profile are one change, so that it can be undone. */
function prepareProfile(items: readonly ProfileItem[], request: FastifyRequest): Apply {
  const updates = items.filter((item) => item.kind === 'update-profile');
  const links = items.flatMap((item) => (item.kind === 'add-link' ? item.fields : []));
  const languages = items.flatMap((item) => (item.kind === 'add-language' ? item.fields : []));
  const fields = Object.assign({}, ...updates.map((item) => item.fields));
  const { ownerId } = requireSession(request);
  return async (trx) => {
    // Lists that are saved from here on wait, so that they are not overwritten.
    await lockItem(trx, { noun: 'profile', id: ownerId });
    const user = await findUser(trx);
    const changes = {
      ...fields,
      ...(links.length > 0 && {
        links: addNew('more links', MAX_LINKS, [...user.links, ...links], ({ url }) =>
          linkKey(url),
        ),
      }),
      ...(languages.length > 0 && {
        languages: addNew(
          'languages',
          MAX_LANGUAGES,
          [...user.languages, ...languages],
          ({ name }) => languageKey(name),
        ),
      }),
    };
    return { revision: await updateProfile(trx, ownerId, changes, actorOf(request)) };
  };
}

/** The items of a list in the profile, each key once. */
function addNew<T>(
  label: string,
  max: number,
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly T[] {
  const known = new Map(items.toReversed().map((item) => [keyOf(item), item]));
  const all = items.filter((item) => known.get(keyOf(item)) === item);
  if (all.length > max)
    throw new ExpectedError(
      409,
      `A profile can have at most ${max} ${label}, so nothing was imported. Choose fewer of them.`,
    );
  return all;
}

function isOfProfile(item: ImportItem): item is ProfileItem {
  return PROFILE_IMPORTS.some((kind) => kind === item.kind);
}

async function prepareItem(
  item: CollectionItem,
  isPublished: boolean,
  media: MediaStore,
  request: FastifyRequest,
): Promise<Apply> {
  const actor = actorOf(request);
  const store = storeOf(item);
  const { name, fields } = store.collection;
  const input = await withIcon(item, store.collection);
  const save = await readContent(fields, { input, files: {} });
  if (!('id' in item))
    return async (trx) => {
      const content = await save(trx, media);
      const id =
        isPublished && !('isDraft' in item && item.isDraft) && isPublishedStore(store)
          ? await store.add(trx, content, actor, update)
          : await store.add(trx, content, actor);
      return { added: { noun: name, id } };
    };
  if (isPublishedStore(store)) throw new Error('An import only adds drafts.');
  return async (trx) => {
    if (!(await store.find(trx, item.id)))
      throw new ExpectedError(
        409,
        'One of these items was deleted in the meantime, so nothing was imported. Read the source again.',
      );
    return { revision: await store.update(trx, item.id, await save(trx, media), actor) };
  };
}

/** As in `add-skill`. */
function storeOf({ kind }: CollectionItem): Store {
  const name = kind.slice(kind.indexOf('-') + 1);
  const store = allStores.find(({ collection }) => collection.name === name);
  if (!store) throw new Error(`There is no collection for ${kind}.`);
  return store;
}

function isListedByDate(item: CollectionItem): boolean {
  return !('id' in item) && !storeOf(item).collection.facts.isOrdered;
}

/** The fields of an item. A new item that could have an icon and names none gets the one with its name. */
async function withIcon(item: CollectionItem, { fields, facts }: Collection) {
  const input: Readonly<Record<string, unknown>> = item.fields;
  if (!('icon' in fields) || 'id' in item || input['icon']) return input;
  return { ...input, icon: await findIconName(String(input[facts.title])) };
}

/** Without the set of icons, an item has none. */
async function findIconName(title: string): Promise<string | undefined> {
  const { icons } = await findIcons({ search: title, style: 'color', exact: true }).catch(
    (error) => {
      if (error instanceof IconsUnavailableError) return { icons: [] };
      throw error;
    },
  );
  return icons[0]?.name;
}
