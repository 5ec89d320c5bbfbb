import { z } from 'zod';
import { byId, type Call, call, type Files, messageResponse, updateResponse } from './call.ts';
import { routesOf } from './collection-routes.ts';
import { COLLECTIONS, named, type PublishedName } from './collections.ts';
import { withArticle } from './define-collection.ts';
import { wholeNumber } from './field.ts';
import type { Route } from './route.ts';

/** The version that an update was made from. */
export const version = wholeNumber('version', 1, 2_147_483_647);

interface Schemas<Details, New, Update> {
  readonly Details: Details;
  readonly New: New;
  readonly Update: Update;
}

/** The calls of a collection whose items are drafts until the owner publishes them. */
export function publishedCalls<
  N extends PublishedName,
  Details extends z.ZodObject,
  New extends z.ZodType,
  Update extends z.ZodType,
  const F extends Files,
>(name: N, schemas: Schemas<Details, New, Update>, files: F) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  const routes = routesOf(name);
  const { label } = facts;
  const params = byId(label);
  const item = named(facts.one, schemas.Details);
  return {
    get: call(routes.get, { about: `Returns ${withArticle(label)}.`, params, response: item }),
    add: call(routes.add, {
      about: `Adds ${withArticle(label)} and publishes it.`,
      input: schemas.New,
      files,
      response: { ...messageResponse, ...item },
      status: 201,
    }),
    update: call(routes.update, {
      about:
        'Publishes the fields that are sent. Fields that are not sent stay as they are, also in a draft. Rejects an outdated version with 409.',
      params,
      input: schemas.Update,
      files,
      response: { ...updateResponse, ...item },
    }),
    addDraft: call(routes.addDraft, {
      about: `Adds ${withArticle(label)} that visitors do not see.`,
      input: schemas.New,
      files,
      response: { ...messageResponse, ...item },
      status: 201,
    }),
    saveDraft: call(routes.saveDraft, {
      about:
        'Saves the fields that are sent without publishing them. Rejects an outdated version with 409.',
      params,
      input: schemas.Update,
      files,
      response: { ...updateResponse, ...item },
    }),
    discardDraft: call(routes.discardDraft, {
      about: `Discards the changes of a published ${label} that are not published.`,
      params,
      response: { ...updateResponse, ...item },
    }),
    publish: call(routes.publish, {
      about: 'Publishes a draft.',
      params,
      input: z.strictObject({ version: version.optional() }),
      response: { ...updateResponse, ...item },
    }),
    unpublish: call(routes.unpublish, {
      about: `Turns a published ${label} into a draft that visitors do not see.`,
      params,
      response: { ...updateResponse, ...item },
    }),
    schedule: call(routes.schedule, {
      about: 'Publishes a draft at a time in the future, or never if it is null.',
      params,
      input: z.strictObject({
        publishAt: z.iso.datetime({ offset: true, error: 'Choose a date and a time.' }).nullable(),
        version: version.optional(),
      }),
      response: { ...messageResponse, ...item },
    }),
  };
}

interface Versioned {
  readonly version?: number | undefined;
}

type OfItem<Input = unknown> = Call<Route, ReturnType<typeof byId>, z.ZodObject, z.ZodType<Input>>;

/** These calls, whatever the collection is. */
export interface PublishedCalls {
  readonly get: OfItem;
  readonly add: Call;
  readonly update: OfItem<Versioned>;
  readonly addDraft: Call;
  readonly saveDraft: OfItem<Versioned>;
  readonly discardDraft: OfItem;
  readonly publish: OfItem<Versioned>;
  readonly unpublish: OfItem;
  readonly schedule: OfItem<Versioned & { readonly publishAt: string | null }>;
}
