import { z } from 'zod';
import { byId, call, done, missing } from './call.ts';
import { flag, oneOf, optionalText, wholeNumber } from './field.ts';
import { FOLDERS } from './options.ts';
import { routes } from './routes.ts';

export const Message = z
  .object({
    _id: z.uuid(),
    senderName: z.string(),
    subject: z.string(),
    email: z.string(),
    message: z.string(),
    createdAt: z.iso.datetime(),
    unread: z.boolean(),
    spamReasons: z.array(z.string()).describe('Why it looked like spam, if it did.'),
  })
  .meta({ id: 'Message' });

/** From here on only 'this many or more' is told. */
export const MANY_UNREAD = 1000;

const Page = z.strictObject({
  limit: wholeNumber('limit', 1, 200).default(50),
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'This is not a place in the list. Load the messages again.')
    .optional()
    .describe('The `next` of the page before.'),
  folder: oneOf('folder', FOLDERS).default('inbox'),
  search: optionalText('search', 200)
    .default('')
    .describe('Words that all must be in it, or begin a word of it.'),
});

const Several = z
  .array(z.uuid(missing('message')), 'Choose the messages.')
  .min(1, 'Choose the messages.')
  .max(200, 'Choose at most 200 messages at once.');

const MessageUpdate = z
  .strictObject({
    ids: Several,
    unread: flag('unread').optional(),
    folder: oneOf('folder', FOLDERS).optional(),
  })
  .refine(({ unread, folder }) => unread !== undefined || folder !== undefined, {
    path: ['folder'],
    message: 'Say what to change.',
  });

export const messageCalls = {
  list: call(routes.message.list, {
    about: 'Messages of a folder, newest first, a page at a time.',
    query: Page,
    response: {
      messages: z.array(Message),
      next: z.string().nullable().describe('Where the next page begins; nothing on the last.'),
      unread: z
        .int()
        .describe(`How many in the inbox are unread; ${MANY_UNREAD} stands for more, too.`),
      unreadByFolder: z
        .object({ inbox: z.int(), spam: z.int(), archived: z.int() })
        .describe(`How many are unread in each folder, each counted up to ${MANY_UNREAD}.`),
    },
  }),
  remove: call(routes.message.remove, {
    about: 'Deletes a message.',
    params: byId('message'),
    response: done,
  }),
  update: call(routes.message.update, {
    about: 'Moves messages to a folder, or marks them as read or unread.',
    input: MessageUpdate,
    response: done,
  }),
  removeSeveral: call(routes.message.removeSeveral, {
    about: 'Deletes several messages.',
    input: z.strictObject({ ids: Several }),
    response: done,
  }),
};

export type Message = z.infer<typeof Message>;
export type MessageUpdate = z.infer<typeof MessageUpdate>;
