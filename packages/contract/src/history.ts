import { z } from 'zod';
import { call, messageResponse, missing, updateResponse } from './call.ts';
import { wholeNumber } from './field.ts';
import { Document } from './media.ts';
import { HISTORY_COLLECTIONS } from './options.ts';
import { routes } from './routes.ts';

/** Versions are counted up to this number. */
export const MANY_VERSIONS = 1000;

export const Version = z
  .object({
    _id: z.string(),
    operation: z.enum(['create', 'update', 'delete', 'restore', 'undo']),
    fields: z.array(z.string()).describe('The labels of the fields that this version changed.'),
    restoredFrom: z.iso.datetime().nullable().describe('The time of the version that it restored.'),
    actor: z
      .object({
        type: z.enum(['session', 'token', 'service']),
        name: z.string().describe('The User-Agent of the browser, or the name of the token.'),
      })
      .describe('Who made the change.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Version' });

/** A field that differs between two versions. Empty text stands for no value. */
export const Change = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), label: z.string(), before: z.string(), after: z.string() }),
    z.object({
      type: z.literal('media'),
      label: z.string(),
      before: Document.nullable(),
      after: Document.nullable(),
    }),
  ])
  .meta({ id: 'Change' });

const byVersion = z.strictObject({
  id: z.string().regex(/^\d{1,18}$/, missing('version')),
});

export const historyCalls = {
  list: call(routes.history.list, {
    about: 'Lists the versions of an item, newest first, in pages.',
    params: z.strictObject({
      noun: z.enum(HISTORY_COLLECTIONS, missing('item')),
      id: z.uuid(missing('item')),
    }),
    query: z.strictObject({
      limit: wholeNumber('limit', 1, 100).default(20),
      before: z
        .string()
        .regex(/^\d{1,18}$/, 'This page of the history does not exist. Reload the history.')
        .optional()
        .describe('The `next` value of the previous page.'),
    }),
    response: {
      title: z.string().describe('The current title of the item.'),
      versions: z.array(Version),
      total: z.int().describe(`The number of versions, counted up to ${MANY_VERSIONS}.`),
      since: z.iso.datetime().nullable().describe('The time of the first version.'),
      next: z.string().nullable().describe('Where the next page begins; null on the last page.'),
    },
  }),
  get: call(routes.history.get, {
    about: 'Compares a version with the one before it and with the current one.',
    params: byVersion,
    response: {
      comparedWith: z.iso.datetime().nullable().describe('The time of the version before it.'),
      changes: z.array(Change),
      changesSince: z.array(Change).describe('What changed from this version to the current one.'),
    },
  }),
  restore: call(routes.history.restore, {
    about: 'Restores a version of an item, as a new version.',
    params: byVersion,
    response: updateResponse,
  }),
  undo: call(routes.history.undo, {
    about: 'Takes back the latest change to an item. Returns 409 if it was changed since.',
    params: byVersion,
    response: messageResponse,
  }),
};

export type Version = z.infer<typeof Version>;
export type Change = z.infer<typeof Change>;
