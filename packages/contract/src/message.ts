import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, missing } from './call.ts';
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
    spamReasons: z.array(z.string()).describe('Why the message was filed as spam.'),
  })
  .meta({ id: 'Message' });

/** Unread messages are counted up to this number. */
export const MANY_UNREAD = 1000;

const Page = z.strictObject({
  limit: wholeNumber('limit', 1, 200).default(50),
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'This page of messages does not exist. Reload the messages.')
    .optional()
    .describe('The `next` value of the previous page.'),
  folder: oneOf('folder', FOLDERS).default('inbox'),
  search: optionalText('search', 200)
    .default('')
    .describe('Finds messages that contain all of these words or prefixes.'),
});

const Ids = z
  .array(z.uuid(missing('message')), 'Choose at least one message.')
  .min(1, 'Choose at least one message.')
  .max(200, 'Choose at most 200 messages at once.');

const MessageUpdate = z
  .strictObject({
    ids: Ids,
    unread: flag('unread').optional(),
    folder: oneOf('folder', FOLDERS).optional(),
  })
  .refine(({ unread, folder }) => unread !== undefined || folder !== undefined, {
    path: ['folder'],
    message: 'Set unread or folder.',
  });

export const messageCalls = {
  list: call(routes.message.list, {
    about: 'Lists the messages of a folder, newest first, in pages.',
    query: Page,
    response: {
      messages: z.array(Message),
      next: z.string().nullable().describe('Where the next page begins; null on the last page.'),
      unread: z
        .int()
        .describe(`The number of unread messages in the inbox, counted up to ${MANY_UNREAD}.`),
      unreadByFolder: z
        .object({ inbox: z.int(), spam: z.int(), archived: z.int() })
        .describe(`The number of unread messages in each folder, counted up to ${MANY_UNREAD}.`),
    },
  }),
  remove: call(routes.message.remove, {
    about: 'Moves a message to the trash.',
    params: byId('message'),
    response: deleteResponse,
  }),
  update: call(routes.message.update, {
    about: 'Moves messages to a folder, or marks them as read or unread.',
    input: MessageUpdate,
    response: messageResponse,
  }),
  removeSeveral: call(routes.message.removeSeveral, {
    about: 'Moves several messages to the trash.',
    input: z.strictObject({ ids: Ids }),
    response: deleteResponse,
  }),
};

export type Message = z.infer<typeof Message>;
export type MessageUpdate = z.infer<typeof MessageUpdate>;
