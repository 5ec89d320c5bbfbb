import { capitalized } from '@vitrine/contract/collection-field';
import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { type Collection, filesIn } from '@vitrine/contract/define-collection';
import { actorOf } from '../auth/auth-guard.ts';
import type { CollectionStore } from '../content/collection-store.ts';
import { isOrdered, moveItem } from '../content/order-store.ts';
import { moveToTrash } from '../content/trash-store.ts';
import type { Db, Trx } from '../db/client.ts';
import { validationError } from '../expected-error.ts';
import type { PreparedMedia } from '../media/media-pipeline.ts';
import type { MediaStore } from '../media/media-store.ts';
import { notFound } from './errors.ts';
import { readIcon } from './read-icon.ts';
import type { RegisterRoute } from './register-route.ts';

type Input = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, PreparedMedia | undefined>>;

/** Registers the calls of a collection. */
export function collectionRoutes(
  registerRoute: RegisterRoute,
  { db, media }: { readonly db: Db; readonly media: MediaStore },
  store: CollectionStore,
): void {
  const { name, facts, fields, calls } = store.collection;
  const { one, label } = facts;
  const title = capitalized(label);

  listRoutes(registerRoute, db, { name, calls, list: store.list });

  registerRoute(calls.add, async ({ input, files, request, runIdempotently }) => {
    const save = await readContent(Object(input), files);
    return runIdempotently(async (trx) => {
      const id = await store.add(trx, await save(trx), actorOf(request));
      return { message: `${title} added.`, [one]: await requireItem(trx, id) };
    });
  });

  registerRoute(calls.update, async ({ params: { id }, input, files, request }) => {
    const isEmpty = ![...Object.values(Object(input)), ...Object.values(files)].some(
      (value) => value !== undefined,
    );
    if (isEmpty && store.emptyUpdate) throw validationError({ ...store.emptyUpdate });
    const save = await readContent(Object(input), files);
    return db.transaction().execute(async (trx) => {
      const revision = await store.update(trx, id, await save(trx), actorOf(request));
      return { message: `${title} updated.`, [one]: await requireItem(trx, id), revision };
    });
  });

  async function requireItem(trx: Trx, id: string) {
    const item = await store.find(trx, id);
    if (!item) throw notFound(label);
    return item;
  }

  /** Reads the files of a form. Returns the function that stores them, and returns what to write. */
  async function readContent(input: Input, files: Files) {
    const content: Record<string, unknown> = { ...input };
    const prepared: [field: string, PreparedMedia][] = [];
    for (const [field, { file }] of filesIn(fields)) {
      const icon = input[file.namedBy];
      // Without a file, an empty name changes nothing.
      delete content[file.namedBy];
      const chosen = await readIcon(
        { icon: typeof icon === 'string' ? icon : undefined },
        { svg: files[field] },
      );
      if (!chosen) continue;
      content[file.namedBy] = chosen.icon;
      prepared.push([field, chosen.media]);
    }
    return async (trx: Trx) => {
      for (const [field, file] of prepared) content[field] = await media.save(trx, file);
      return content;
    };
  }
}

/** The calls that work in the same way for all collections. */
interface ListOptions {
  readonly name: CollectionName;
  readonly calls: Pick<Collection['calls'], 'list' | 'move' | 'remove'>;
  readonly list: (db: Db) => Promise<readonly object[]>;
}

/** Registers the calls that list, move and delete items. */
export function listRoutes(
  registerRoute: RegisterRoute,
  db: Db,
  { name, calls, list }: ListOptions,
): void {
  const { many, label } = COLLECTIONS[name];
  registerRoute(calls.list, async () => ({ [many]: await list(db) }));

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
