import { capitalized } from '@vitrine/contract/collection-field';
import { hasScope } from '@vitrine/contract/route';
import { actorOf } from '../auth/auth-guard.ts';
import type { CollectionStore } from '../content/collection-store.ts';
import { isOrdered, moveItem } from '../content/order-store.ts';
import { moveToTrash } from '../content/trash-store.ts';
import type { Db, Trx } from '../db/client.ts';
import { validationError } from '../expected-error.ts';
import type { MediaStore } from '../media/media-store.ts';
import { notFound } from './errors.ts';
import { readContent } from './read-content.ts';
import type { RegisterRoute } from './register-route.ts';

/** Registers the calls of a collection. */
export function collectionRoutes(
  registerRoute: RegisterRoute,
  { db, media }: { readonly db: Db; readonly media: MediaStore },
  store: CollectionStore,
): void {
  const { facts, fields, calls } = store.collection;
  const { one, label } = facts;
  const title = capitalized(label);

  listRoutes(registerRoute, db, store);

  registerRoute(calls.add, async ({ input, files, request, runIdempotently }) => {
    const save = await readContent(fields, { input, files });
    return runIdempotently(async (trx) => {
      const id = await store.add(trx, await save(trx, media), actorOf(request));
      return { message: `${title} added.`, [one]: await requireItem(trx, store, id) };
    });
  });

  registerRoute(calls.update, async ({ params: { id }, input, files, request }) => {
    const isEmpty = ![...Object.values(Object(input)), ...Object.values(files)].some(
      (value) => value !== undefined,
    );
    if (isEmpty && store.emptyUpdate) throw validationError({ ...store.emptyUpdate });
    const save = await readContent(fields, { input, files });
    return db.transaction().execute(async (trx) => {
      const revision = await store.update(trx, id, await save(trx, media), actorOf(request));
      return { message: `${title} updated.`, [one]: await requireItem(trx, store, id), revision };
    });
  });
}

export async function requireItem(
  db: Db | Trx,
  { collection, find }: Pick<CollectionStore, 'collection' | 'find'>,
  id: string,
): Promise<object> {
  const item = await find(db, id);
  if (!item) throw notFound(collection.facts.label);
  return item;
}

type ListedStore = Pick<CollectionStore, 'collection' | 'list' | 'listForReaders'>;

/** Registers the calls that list, move and delete items, which all collections have. */
export function listRoutes(
  registerRoute: RegisterRoute,
  db: Db,
  { collection, list, listForReaders = list }: ListedStore,
): void {
  const { name, calls, facts } = collection;
  const { many, label } = facts;
  registerRoute(calls.list, async ({ request: { token } }) => {
    const canWrite = !token || hasScope(token.scopes, 'write');
    return { [many]: await (canWrite ? list : listForReaders)(db) };
  });

  if (calls.move && isOrdered(name))
    registerRoute(calls.move, async ({ params, input }) => {
      const move = db.transaction().execute((trx) => moveItem(trx, name, params.id, input.after));
      if (!(await move)) throw notFound(label);
      return {};
    });

  registerRoute(calls.remove, async ({ params, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, name, [params.id], actorOf(request)));
    if (trashed.length === 0) throw notFound(label);
    return { message: `${capitalized(label)} deleted.`, trashed };
  });
}
