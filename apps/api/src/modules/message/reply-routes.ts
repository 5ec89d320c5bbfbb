import { randomUUID } from 'node:crypto';
import { MAX_REPLIES, messageCalls, type Reply } from '@vitrine/contract/message';
import { actorOf } from '../../auth/auth-guard.ts';
import type { Db, Trx } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import { type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { addReply, countReplies, isStuck, lockAnswered } from './reply-store.ts';

/** How long a reply can be canceled. */
const UNDO_SECONDS = 10;

export interface ReplyOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly limits: Limits;
  /** Whether a mail server is set up. */
  readonly canReply: boolean;
  /** Whether the link of a view works, or would if it was published. */
  readonly canAttach: (trx: Trx, view: string) => Promise<boolean>;
}

/** The owner's replies to messages. `reply-mail.ts` sends them. */
export function replyRoutes(registerRoute: RegisterRoute, options: ReplyOptions): void {
  const { db, jobs, limits, canReply, canAttach } = options;

  registerRoute(messageCalls.reply, ({ params: { id }, input, request, runIdempotently }) => {
    if (!canReply)
      throw new ExpectedError(409, 'Vitrine has no mail server for replies. Set SMTP_URL first.');
    const view = input.view === '' ? null : input.view;
    if (view !== null && actorOf(request).type === 'token')
      throw new ExpectedError(403, 'A token cannot attach a view.');
    return runIdempotently(async (trx) => {
      await limitAttempts(trx, limits, 'reply', { account: 'owner' });
      const count = await countReplies(trx, id);
      if (count === undefined) throw notFound('message');
      if (count >= MAX_REPLIES)
        throw new ExpectedError(
          409,
          `This message has ${MAX_REPLIES} replies. Continue in your mail app.`,
        );
      if (view !== null && !(await canAttach(trx, view)))
        throw new ExpectedError(409, 'The link of this view has ended. Choose another one.');
      const reply: Reply = {
        _id: randomUUID(),
        // Forms send line breaks as CRLF.
        text: input.text.replaceAll(/\r\n?/g, '\n').trim(),
        state: 'waiting',
        createdAt: new Date().toISOString(),
        sentAt: null,
        problem: null,
        view,
      };
      await addReply(trx, id, reply);
      await jobs.scheduleReply(trx, { message: id, reply: reply._id }, UNDO_SECONDS);
      return { message: 'Reply sent.', reply: reply._id };
    });
  });

  registerRoute(messageCalls.cancelReply, ({ params }) =>
    db.transaction().execute(async (trx) => {
      const { reply, others, save } = await requireReply(trx, params);
      if (reply.state !== 'waiting' && reply.state !== 'failed' && !isStuck(reply))
        throw new ExpectedError(409, 'This reply was already sent, so it can’t be taken back.');
      await save(others);
      return { message: 'Reply not sent.' };
    }),
  );

  registerRoute(messageCalls.retryReply, ({ params }) =>
    db.transaction().execute(async (trx) => {
      const { reply, replies, save } = await requireReply(trx, params);
      if (reply.state !== 'failed' && !isStuck(reply))
        throw new ExpectedError(409, 'Only a reply that was not delivered can be sent again.');
      // The time of this try decides when it is stuck.
      const again: Reply = { ...reply, state: 'sending', createdAt: new Date().toISOString() };
      await save(replies.map((one) => (one === reply ? again : one)));
      await jobs.scheduleReply(trx, { message: params.id, reply: reply._id }, 0);
      return { message: 'Sending the reply again.' };
    }),
  );
}

interface ReplyIds {
  readonly id: string;
  readonly reply: string;
}

async function requireReply(trx: Trx, ids: ReplyIds) {
  const answered = await lockAnswered(trx, ids.id);
  const reply = answered?.replies.find(({ _id }) => _id === ids.reply);
  if (!answered || !reply) throw notFound('reply');
  return { ...answered, reply, others: answered.replies.filter((one) => one !== reply) };
}
