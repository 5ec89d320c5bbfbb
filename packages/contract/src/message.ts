import { z } from 'zod';
import { byId, call, done } from './call.ts';
import { wholeNumber } from './field.ts';
import { routes } from './routes.ts';

export const Message = z
  .object({
    _id: z.uuid(),
    senderName: z.string(),
    subject: z.string(),
    email: z.string(),
    message: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Message' });

const Page = z.strictObject({
  limit: wholeNumber('limit', 1, 200).default(50),
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'This is not a place in the list. Load the messages again.')
    .optional()
    .describe('The `next` of the page before.'),
});

export const messageCalls = {
  list: call(routes.message.list, {
    about: 'Messages, newest first, a page at a time.',
    query: Page,
    answer: {
      messages: z.array(Message),
      next: z.string().nullable().describe('Where the next page begins; nothing on the last.'),
    },
  }),
  remove: call(routes.message.remove, {
    about: 'Deletes a message.',
    params: byId('message'),
    answer: done,
  }),
};

export type Message = z.infer<typeof Message>;
