import { type MessageUpdate, messageCalls } from '@vitrine/contract/message';
import { actorOf } from '../../auth/auth-guard.ts';
import { moveToTrash } from '../../content/trash-store.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import { countUnread, type Folder, listMessages, updateMessages } from './message-store.ts';
import { type ReplyOptions, replyRoutes } from './reply-routes.ts';

export function messageRoutes(registerRoute: RegisterRoute, options: ReplyOptions): void {
  const { db, canReply } = options;
  replyRoutes(registerRoute, options);

  registerRoute(messageCalls.list, async ({ query }) => {
    const { folder, search, limit, before } = query;
    const [page, unreadByFolder] = await Promise.all([
      listMessages(db, { folder, search, limit, before }),
      countUnread(db),
    ]);
    return { ...page, unread: unreadByFolder.inbox, unreadByFolder, canReply };
  });

  registerRoute(messageCalls.remove, async ({ params, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, 'message', [params.id], actorOf(request)));
    if (trashed.length === 0) throw notFound('message');
    return { message: 'Message deleted.', trashed };
  });

  registerRoute(messageCalls.update, async ({ input }) => {
    const changed = await updateMessages(db, input);
    if (changed === 0) throw notFound('message');
    return { message: `${countMessages(changed)} ${describeUpdate(input)}.` };
  });

  registerRoute(messageCalls.removeSeveral, async ({ input, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, 'message', input.ids, actorOf(request)));
    if (trashed.length === 0) throw notFound('message');
    return { message: `${countMessages(trashed.length)} deleted.`, trashed };
  });
}

function countMessages(count: number): string {
  return count === 1 ? 'Message' : `${count} messages`;
}

function describeUpdate({ folder, unread }: MessageUpdate): string {
  if (folder !== undefined) return MOVED[folder];
  return unread ? 'marked as unread' : 'marked as read';
}

const MOVED: Readonly<Record<Folder, string>> = {
  inbox: 'moved to the inbox',
  spam: 'moved to spam',
  archived: 'archived',
};
