import { z } from 'zod';
import { call, deleteResponse, ItemId, messageResponse } from './call.ts';
import { recordOf } from './collections.ts';
import { oneOf, optionalText, wholeNumber } from './field.ts';
import { Image } from './media.ts';
import { TRASH_COLLECTIONS } from './options.ts';
import { routes } from './routes.ts';

/** Days until a deleted item is deleted forever. */
export const TRASH_DAYS = 30;

export const TrashItem = z
  .object({
    _id: z.uuid(),
    noun: z.enum(TRASH_COLLECTIONS),
    title: z.string(),
    detail: z.string().describe('A second line: a description, or the sender of a message.'),
    image: Image.nullable(),
    deletedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().describe('When it is deleted forever.'),
  })
  .meta({ id: 'TrashItem' });

const Page = z.strictObject({
  limit: wholeNumber('limit', 1, 200).default(100),
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'This page of the trash does not exist. Reload the trash.')
    .optional()
    .describe('The `next` value of the previous page.'),
  noun: oneOf('noun', TRASH_COLLECTIONS).optional(),
  search: optionalText('search', 200).default(''),
});

const Items = z.strictObject({
  items: z
    .array(ItemId, 'Choose at least one item.')
    .min(1, 'Choose at least one item.')
    .max(200, 'Choose at most 200 items at once.'),
});

export const trashCalls = {
  list: call(routes.trash.list, {
    about:
      'Lists deleted items, newest first, in pages. A token without the scope read-messages does not get messages, and one without the scope write no testimonials. No token gets views.',
    query: Page,
    response: {
      items: z.array(TrashItem),
      next: z.string().nullable().describe('Where the next page begins; null on the last page.'),
      counts: z
        .object(recordOf(TRASH_COLLECTIONS, () => z.int()))
        .describe('The number of deleted items of each noun, whatever the query.'),
    },
  }),
  add: call(routes.trash.add, {
    about: 'Moves several items to the trash.',
    input: Items,
    response: deleteResponse,
  }),
  restore: call(routes.trash.restore, {
    about: 'Restores items from the trash, each in its place.',
    input: Items,
    response: messageResponse,
  }),
  remove: call(routes.trash.remove, {
    about:
      'Deletes items in the trash forever, with their history. The vitrine command can restore them for 7 days.',
    input: Items,
    response: messageResponse,
  }),
  empty: call(routes.trash.empty, {
    about: 'Deletes everything in the trash forever, like trash/delete.',
    response: messageResponse,
  }),
};

export type TrashItem = z.infer<typeof TrashItem>;
