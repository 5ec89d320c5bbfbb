import { capitalized } from '@vitrine/contract/collection-field';
import { COLLECTIONS } from '@vitrine/contract/collections';
import type { PublishedCalls } from '@vitrine/contract/published-calls';
import { hasScope } from '@vitrine/contract/routes';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../auth/auth-guard.ts';
import {
  addPublished,
  changePublished,
  type Published,
  type Target,
} from '../content/published-store.ts';
import {
  type Change,
  discardDraft,
  publish,
  type Save,
  type Stored,
  saveDraft,
  unpublish,
  update,
} from '../content/publishing.ts';
import { type Db, isInvalidRow, type Trx } from '../db/client.ts';
import { ExpectedError, validationError } from '../expected-error.ts';
import type { PreparedMedia } from '../media/media-pipeline.ts';
import { notFound } from './errors.ts';
import type { RegisterRoute } from './register-route.ts';

/** A form that was sent. */
export interface SentForm<Input> {
  readonly input: Input;
  readonly files: Readonly<Record<string, PreparedMedia | undefined>>;
}

interface Versioned {
  /** The version that the form was made from. */
  readonly version?: number | undefined;
}

/** What these calls need to know about a collection. */
interface Options<Content extends object, Input> {
  readonly collection: Published<Content>;
  readonly calls: PublishedCalls<Input>;
  /** An item as the owner sees it. */
  readonly find: (db: Db | Trx, id: string) => Promise<object | undefined>;
  /** Stores the files of a form, and returns the columns that it changes. */
  readonly readColumns: (trx: Trx, form: SentForm<Input>) => Promise<Partial<Content>>;
}

/** Registers the calls of a collection whose items are drafts until the owner publishes them. */
export function publishedRoutes<Content extends object, Input extends Versioned>(
  registerRoute: RegisterRoute,
  db: Db,
  options: Options<Content, Input>,
): void {
  formRoutes(registerRoute, db, options);
  const { calls, collection } = options;
  const { one, label } = COLLECTIONS[collection.name];
  const title = capitalized(label);
  const change = (target: Target, request: FastifyRequest, how: Change<Content>) =>
    db
      .transaction()
      .execute((trx) => write(trx, options, target, request, how))
      .catch((error: unknown) => {
        // Of these calls, only a draft from a changed backup can write an invalid row.
        if (!isInvalidRow(error)) throw error;
        throw new ExpectedError(409, `The draft of this ${label} is damaged. Discard its changes.`);
      });

  registerRoute(calls.get, async ({ params }) => ({
    [one]: await requireItem(db, options, params.id),
  }));

  registerRoute(calls.discardDraft, async ({ params, request }) => ({
    message: 'Changes discarded.',
    ...(await change(params, request, (item) =>
      discardDraft(requireMayChange(label, item, request)),
    )),
  }));

  registerRoute(calls.publish, async ({ params: { id }, input: { version }, request }) => ({
    message: `${title} published.`,
    ...(await change({ id, version }, request, publish)),
  }));

  registerRoute(calls.unpublish, async ({ params, request }) => ({
    message: `${title} unpublished.`,
    ...(await change(params, request, unpublish)),
  }));

  registerRoute(calls.schedule, async ({ params: { id }, input, request }) => {
    const { version } = input;
    const publishAt = input.publishAt === null ? null : new Date(input.publishAt);
    if (publishAt && publishAt.getTime() <= Date.now())
      throw validationError({ publishAt: 'Choose a time in the future.' });
    if (publishAt && publishAt.getUTCFullYear() > 9999)
      throw validationError({ publishAt: 'Choose a time before the year 10000.' });
    const changed = await change({ id, version }, request, (item) => {
      if (publishAt && item.state === 'published' && !item.draft)
        throw new ExpectedError(409, `This ${label} has no changes to publish.`);
      return { ...item, publishAt };
    });
    return {
      message: publishAt ? 'Publication scheduled.' : 'Schedule removed.',
      [one]: changed[one],
    };
  });
}

/** The calls that send a form. */
function formRoutes<Content extends object, Input extends Versioned>(
  registerRoute: RegisterRoute,
  db: Db,
  options: Options<Content, Input>,
): void {
  const { collection, calls, readColumns } = options;
  const { one, label } = COLLECTIONS[collection.name];
  const title = capitalized(label);
  registerAdd(calls.add, `${title} added.`, update);
  registerAdd(calls.addDraft, 'Draft saved.', saveDraft);
  registerUpdate(calls.update, `${title} updated.`, () => update);
  registerUpdate(
    calls.saveDraft,
    'Draft saved.',
    (request) => (item, columns) => saveDraft(requireMayChange(label, item, request), columns),
  );

  function registerAdd(call: PublishedCalls<Input>['add'], message: string, save: Save<Content>) {
    registerRoute(call, ({ input, files, request, runIdempotently }) =>
      runIdempotently(async (trx) => {
        const columns = await readColumns(trx, { input, files });
        const change: Change<Content> = (empty) => save(empty, columns);
        const id = await addPublished(trx, collection, change, actorOf(request));
        return { message, [one]: await requireItem(trx, options, id) };
      }),
    );
  }

  function registerUpdate(
    call: PublishedCalls<Input>['update'],
    message: string,
    saveFor: (request: FastifyRequest) => Save<Content>,
  ) {
    registerRoute(call, ({ params: { id }, input, files, request }) =>
      db.transaction().execute(async (trx) => {
        const columns = await readColumns(trx, { input, files });
        const target = { id, version: input.version };
        const change: Change<Content> = (item) => saveFor(request)(item, columns);
        return { message, ...(await write(trx, options, target, request, change)) };
      }),
    );
  }
}

/** Changes an item. Rejects if it does not exist, or if its version is not the current one. */
async function write<Content extends object, Input>(
  trx: Trx,
  options: Options<Content, Input>,
  target: Target,
  request: FastifyRequest,
  change: Change<Content>,
): Promise<Readonly<Record<string, unknown>>> {
  const { collection } = options;
  const { one, label } = COLLECTIONS[collection.name];
  const result = await changePublished(trx, collection, target, change, actorOf(request));
  if (!result.isChanged && result.reason === 'missing') throw notFound(label);
  if (!result.isChanged) {
    throw new ExpectedError(
      409,
      `This ${label} was changed after you opened it. Reload it to see the changes.`,
    );
  }
  return { [one]: await requireItem(trx, options, target.id), revision: result.revision };
}

async function requireItem<Content extends object, Input>(
  db: Db | Trx,
  { collection, find }: Options<Content, Input>,
  id: string,
): Promise<object> {
  const item = await find(db, id);
  if (!item) throw notFound(COLLECTIONS[collection.name].label);
  return item;
}

/** What a schedule publishes is not a draft: a token that may only write drafts can neither change nor stop it. */
function requireMayChange<Content>(
  label: string,
  item: Stored<Content>,
  { token }: FastifyRequest,
): Stored<Content> {
  if (item.publishAt && token && !hasScope(token.scopes, 'write'))
    throw new ExpectedError(
      403,
      `This ${label} is scheduled. Only a token with the scope write can change it.`,
    );
  return item;
}
