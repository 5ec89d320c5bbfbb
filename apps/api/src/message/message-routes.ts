import { messageCalls } from '@vitrine/contract/message';
import type { Db } from '../db/client.ts';
import { notFound } from '../http/errors.ts';
import type { Serve } from '../http/serve.ts';
import { deleteMessage, listMessages } from './message-store.ts';

export function messageRoutes(serve: Serve, db: Db): void {
  serve(messageCalls.list, ({ query }) =>
    listMessages(db, { limit: query.limit, before: query.before }),
  );

  serve(messageCalls.remove, async ({ params }) => {
    if (!(await deleteMessage(db, params.id))) throw notFound('message');
    return { message: 'Message deleted.' };
  });
}
