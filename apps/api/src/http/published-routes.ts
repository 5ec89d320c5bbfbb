import { capitalized } from '@vitrine/contract/collection-field';
import type { PublishedCalls } from '@vitrine/contract/published-calls';
import { hasScope } from '@vitrine/contract/route';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../auth/auth-guard.ts';
import type { PublishedStore, Target } from '../content/published-store.ts';
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
import type { MediaStore } from '../media/media-store.ts';
import { listRoutes, requireItem } from './collection-routes.ts';
import { notFound } from './errors.ts';
import { readContent } from './read-content.ts';
import type { RegisterRoute } from './register-route.ts';

interface Services {
  readonly db: Db;
  readonly media: MediaStore;
}

/** Registers the calls of a collection whose items are drafts until the owner publishes them. */
export function publishedRoutes(
  registerRoute: RegisterRoute,
  services: Services,
  store: PublishedStore,
): void {
  const { db } = services;
  const { calls, facts } = store.collection;
  const { one, label } = facts;
  const title = capitalized(label);
  const change = (target: Target, request: FastifyRequest, how: Change) =>
    db
      .transaction()
      .execute((trx) => write(trx, store, target, request, how))
      .catch((error: unknown) => {
        // Of these calls, only a draft from a changed backup can write an invalid row.
        if (!isInvalidRow(error)) throw error;
        throw new ExpectedError(409, `The draft of this ${label} is damaged. Discard its changes.`);
      });

  listRoutes(registerRoute, db, store);
  formRoutes(registerRoute, services, store);

  registerRoute(calls.get, async ({ params }) => ({
    [one]: await requireItem(db, store, params.id),
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
function formRoutes(
  registerRoute: RegisterRoute,
  { db, media }: Services,
  store: PublishedStore,
): void {
  const { calls, facts, fields } = store.collection;
  const { one, label } = facts;
  const title = capitalized(label);
  registerAdd(calls.add, `${title} added.`, update);
  registerAdd(calls.addDraft, 'Draft saved.', saveDraft);
  registerUpdate(calls.update, `${title} updated.`, () => update);
  registerUpdate(
    calls.saveDraft,
    'Draft saved.',
    (request) => (item, columns) => saveDraft(requireMayChange(label, item, request), columns),
  );

  function registerAdd(call: PublishedCalls['add'], message: string, save: Save) {
    registerRoute(call, async ({ input, files, request, runIdempotently }) => {
      const readForm = await readContent(fields, { input, files });
      return runIdempotently(async (trx) => {
        const id = await store.add(trx, await readForm(trx, media), actorOf(request), save);
        return { message, [one]: await requireItem(trx, store, id) };
      });
    });
  }

  function registerUpdate(
    call: PublishedCalls['update'],
    message: string,
    saveFor: (request: FastifyRequest) => Save,
  ) {
    registerRoute(call, async ({ params: { id }, input, files, request }) => {
      const readForm = await readContent(fields, { input, files });
      return db.transaction().execute(async (trx) => {
        const columns = await store.toColumns(trx, await readForm(trx, media));
        const change: Change = (item) => saveFor(request)(item, columns);
        const target = { id, version: input.version };
        return { message, ...(await write(trx, store, target, request, change)) };
      });
    });
  }
}

/** Changes an item. Rejects if it does not exist, or if its version is not the current one. */
async function write(
  trx: Trx,
  store: PublishedStore,
  target: Target,
  request: FastifyRequest,
  change: Change,
): Promise<Readonly<Record<string, unknown>>> {
  const { one, label } = store.collection.facts;
  const result = await store.change(trx, target, change, actorOf(request));
  if (result === 'missing') throw notFound(label);
  if (result === 'outdated')
    throw new ExpectedError(
      409,
      `This ${label} was changed after you opened it. Reload it to see the changes.`,
    );
  return { [one]: await requireItem(trx, store, target.id), ...result };
}

/** What a schedule publishes is not a draft: a token that may only write drafts can neither change nor stop it. */
function requireMayChange(label: string, item: Stored, { token }: FastifyRequest): Stored {
  if (item.publishAt && token && !hasScope(token.scopes, 'write'))
    throw new ExpectedError(
      403,
      `This ${label} is scheduled. Only a token with the scope write can change it.`,
    );
  return item;
}
