import { z } from 'zod';
import { byId, type Call, call, type Files, messageResponse, updateResponse } from './call.ts';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { named, withArticle } from './define-collection.ts';
import { wholeNumber } from './field.ts';
import { PUBLISHING_STATES } from './options.ts';
import type { Route } from './routes.ts';

/** The fields that an item of a collection with drafts has besides its content. */
export function publishingFields(name: CollectionName) {
  const { label } = COLLECTIONS[name];
  return {
    state: z.enum(PUBLISHING_STATES),
    publishAt: z.iso.datetime().nullable().describe('When it is published, if that is scheduled.'),
    hasDraft: z.boolean().describe(`A published ${label} has changes that are not published.`),
    version: z.int().describe('Send it with an update to detect a conflicting change.'),
  };
}

/** The version that an update was made from. */
export const version = wholeNumber('version', 1, 2_147_483_647);

interface Routes {
  readonly get: Route;
  readonly add: Route;
  readonly update: Route;
  readonly addDraft: Route;
  readonly saveDraft: Route;
  readonly discardDraft: Route;
  readonly publish: Route;
  readonly unpublish: Route;
  readonly schedule: Route;
}

/** The calls of a collection whose items are drafts until the owner publishes them. */
export function publishedCalls<
  N extends CollectionName,
  R extends Routes,
  Details extends z.ZodObject,
  New extends z.ZodType,
  Update extends z.ZodType,
  NewDraft extends z.ZodType,
  DraftUpdate extends z.ZodType,
  const F extends Files,
>(
  name: N,
  routes: R,
  schemas: {
    readonly Details: Details;
    readonly New: New;
    readonly Update: Update;
    readonly NewDraft: NewDraft;
    readonly DraftUpdate: DraftUpdate;
    readonly files: F;
  },
) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  const { label } = facts;
  const { files } = schemas;
  const params = byId(label);
  const item = named(facts.one, schemas.Details);
  return {
    get: call(routes.get as R['get'], {
      about: `Returns ${withArticle(label)}.`,
      params,
      response: item,
    }),
    add: call(routes.add as R['add'], {
      about: `Adds ${withArticle(label)} and publishes it.`,
      input: schemas.New,
      files,
      response: { ...messageResponse, ...item },
      status: 201,
    }),
    update: call(routes.update as R['update'], {
      about:
        'Publishes the fields that are sent. Fields that are not sent stay as they are, also in a draft. Rejects an outdated version with 409.',
      params,
      input: schemas.Update,
      files,
      response: { ...updateResponse, ...item },
    }),
    addDraft: call(routes.addDraft as R['addDraft'], {
      about: `Adds ${withArticle(label)} that visitors do not see. Only the ${facts.title} is required.`,
      input: schemas.NewDraft,
      files,
      response: { ...messageResponse, ...item },
      status: 201,
    }),
    saveDraft: call(routes.saveDraft as R['saveDraft'], {
      about:
        'Saves the fields that are sent without publishing them. Rejects an outdated version with 409.',
      params,
      input: schemas.DraftUpdate,
      files,
      response: { ...updateResponse, ...item },
    }),
    discardDraft: call(routes.discardDraft as R['discardDraft'], {
      about: `Discards the changes of a published ${label} that are not published.`,
      params,
      response: { ...updateResponse, ...item },
    }),
    publish: call(routes.publish as R['publish'], {
      about: 'Publishes a draft. Returns 400 with the fields that are missing.',
      params,
      input: z.strictObject({ version: version.optional() }),
      response: { ...updateResponse, ...item },
    }),
    unpublish: call(routes.unpublish as R['unpublish'], {
      about: `Turns a published ${label} into a draft that visitors do not see.`,
      params,
      response: { ...updateResponse, ...item },
    }),
    schedule: call(routes.schedule as R['schedule'], {
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

type OfItem<Input = unknown> = Call<Route, ReturnType<typeof byId>, z.ZodObject, z.ZodType<Input>>;

/** These calls, whatever the collection is. */
export interface PublishedCalls<Input> {
  readonly get: OfItem;
  readonly add: Call<Route, z.ZodObject, z.ZodObject, z.ZodType<Input>>;
  readonly update: OfItem<Input>;
  readonly addDraft: Call<Route, z.ZodObject, z.ZodObject, z.ZodType<Input>>;
  readonly saveDraft: OfItem<Input>;
  readonly discardDraft: OfItem;
  readonly publish: OfItem<{ readonly version?: number | undefined }>;
  readonly unpublish: OfItem;
  readonly schedule: OfItem<{
    readonly publishAt: string | null;
    readonly version?: number | undefined;
  }>;
}
