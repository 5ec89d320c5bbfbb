import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, missing } from './call.ts';
import { flag, oneOf, optionalText, verbatim, wholeNumber } from './field.ts';
import { FOLDERS, REPLY_STATES } from './options.ts';
import { routes } from './routes.ts';

export const Reply = z
  .object({
    _id: z.uuid(),
    text: z.string(),
    state: z
      .enum(REPLY_STATES)
      .describe(
        'A reply that is `waiting` can still be canceled. One that `failed` can be retried.',
      ),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    problem: z.string().nullable().describe('Why it failed, as a sentence.'),
    view: z.uuid().nullable().default(null).describe('The ID of the attached view.'),
  })
  .meta({ id: 'Reply' });

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
    replies: z.array(Reply).describe('The replies of the owner, oldest first.'),
  })
  .meta({ id: 'Message' });

/** How many replies a message keeps. A longer conversation belongs in a mail app. */
export const MAX_REPLIES = 20;

const ReplyIds = byId('message').extend({ reply: z.uuid(missing('reply')) });

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
      canReply: z.boolean().describe('Whether a mail server is set up that can send replies.'),
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
  reply: call(routes.message.reply, {
    about:
      'Replies to a message by email after 10 seconds. A repeated request with the same Idempotency-Key sends it once.',
    params: byId('message'),
    input: z.strictObject({
      text: verbatim('reply', 10_000).refine((text) => text.trim() !== '', 'Enter the reply.'),
      view: z
        .uuid('This view does not exist. It may have been deleted.')
        .or(z.literal(''))
        .default('')
        .describe('The ID of a view. The email has its link, which works once it is sent.'),
    }),
    response: { ...messageResponse, reply: z.uuid().describe('The ID of the reply.') },
    status: 201,
  }),
  cancelReply: call(routes.message.cancelReply, {
    about: 'Cancels a reply that is still waiting, and deletes it.',
    params: ReplyIds,
    response: messageResponse,
  }),
  retryReply: call(routes.message.retryReply, {
    about: 'Sends a reply again that was not delivered.',
    params: ReplyIds,
    response: messageResponse,
  }),
};

export type Reply = z.infer<typeof Reply>;
export type Message = z.infer<typeof Message>;
export type MessageUpdate = z.infer<typeof MessageUpdate>;
