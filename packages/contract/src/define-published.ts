import { z } from 'zod';
import { type Call, call } from './call.ts';
import type { Field, Fields } from './collection-field.ts';
import { routesOf } from './collection-routes.ts';
import { formSchemas, outputsOf, sentFiles } from './collection-schemas.ts';
import { COLLECTIONS, named, type PublishedName } from './collections.ts';
import {
  type Collection,
  describeFields,
  listCalls,
  type Options,
  type Titled,
  withArticle,
} from './define-collection.ts';
import { Image } from './media.ts';
import { PUBLISHING_STATES } from './options.ts';
import { type PublishedCalls, publishedCalls, version } from './published-calls.ts';

/**
 * Derives the schemas and the calls of a collection whose items are drafts until the owner publishes
 * them. An item has a page of its own, with a slug and a text.
 */
export function definePublished<N extends PublishedName, F extends Fields>(
  name: N,
  fields: F & Paged<N>,
  { sentFirst = [], shownFirst = [], detail = [] }: PublishedOptions<F> = {},
) {
  const facts: (typeof COLLECTIONS)[N] = COLLECTIONS[name];
  const sent: F = {
    ...Object.fromEntries(sentFirst.map((field) => [field, fields[field]])),
    ...fields,
  };
  const { New, Update } = formSchemas<F>(sent);
  const schemas = {
    ...responseSchemas<F>(name, fields),
    New,
    Update: Update.extend({ version: version.optional() }),
  };
  const shown = [facts.title, 'slug', 'state', ...shownFirst, ...Object.keys(fields), 'draft'];
  const { get, add, update, ...draftCalls } = publishedCalls(name, schemas, sentFiles<F>(fields));
  const { list, move, remove } = listCalls(name, schemas.Item);
  return {
    ...describeFields<N, F>(name, fields, shown, detail),
    ...schemas,
    /** In the order of the API reference. */
    calls: { list, get, add, update, ...move, remove, ...draftCalls },
    publicCall: call(routesOf(name).public, {
      about: `Returns ${withArticle(facts.label)} with its ${textOf(fields)}. An old slug redirects to the current one.`,
      params: z.strictObject({
        id: z.string().describe(`The ID or the slug of the ${facts.label}.`),
      }),
      response: named(facts.one, schemas.PublicDetails),
    }),
  };
}

type Paged<N extends PublishedName> = Titled<N> & { readonly slug: Field; readonly body: Field };

interface PublishedOptions<F extends Fields> extends Omit<Options<F>, 'about'> {
  /** The fields that a form sends first, if it is not in the order of a response. */
  readonly sentFirst?: readonly (keyof F & string)[];
}

/** The history's labels of what is stored besides the fields. */
export const STATE_LABELS = { state: 'State', draft: 'Unpublished changes' };

/** As in 'case study'. */
function textOf({ body }: { readonly body: Field }): string {
  return body.label.toLowerCase();
}

/** What the owner and visitors get. */
function responseSchemas<F extends Fields>(
  name: PublishedName,
  fields: F & { readonly body: Field },
) {
  const { label, type } = COLLECTIONS[name];
  const listed = outputsOf<F, 'listed'>(fields, 'listed');
  const details = outputsOf<F, 'details'>(fields, 'details');
  const item = {
    _id: z.uuid(),
    ...listed,
    state: z.enum(PUBLISHING_STATES),
    publishAt: z.iso.datetime().nullable().describe('When it is published, if that is scheduled.'),
    hasDraft: z.boolean().describe(`A published ${label} has changes that are not published.`),
    version: z.int().describe('Send it with an update to detect a conflicting change.'),
  };
  const publicItem = { _id: z.uuid(), ...listed };
  return {
    Item: z.object(item).meta({ id: type }),
    Details: z
      .object({
        ...item,
        ...details,
        draft: z
          .object({ ...listed, ...details })
          .nullable()
          .describe('The content with the changes that are not published, if there are any.'),
        images: z
          .array(z.object({ name: z.string(), image: Image }))
          .describe(`All images of the ${label}, also those of the ${textOf(fields)}.`),
      })
      .meta({ id: `${type}Details` }),
    Public: z.object(publicItem).meta({ id: `Public${type}` }),
    PublicDetails: z
      .object({
        ...publicItem,
        ...details,
        bodyHtml: z.string().describe(`The ${textOf(fields)} as safe HTML.`),
      })
      .meta({ id: `Public${type}Details` }),
  };
}

/** A collection with drafts, whatever its fields are. */
export interface PublishedCollection extends Collection {
  readonly name: PublishedName;
  readonly Details: z.ZodObject;
  readonly Public: z.ZodObject;
  readonly PublicDetails: z.ZodObject;
  readonly calls: Collection['calls'] & PublishedCalls;
  /** How visitors get an item. */
  readonly publicCall: Call;
}

export function hasDrafts(collection: Collection): collection is PublishedCollection {
  return collection.facts.hasDrafts;
}
