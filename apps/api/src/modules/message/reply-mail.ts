import type { Reply } from '@vitrine/contract/message';
import { publicCalls } from '@vitrine/contract/public';
import type { Db, Trx } from '../../db/client.ts';
import type { ReplyJob } from '../../jobs/jobs.ts';
import type { Letter } from '../../mail/mail.ts';
import { isPermanentRejection, type SendEmail } from '../../mail/mailer.ts';
import { quoteAsText, withoutLinks } from '../../mail/quote.ts';
import { MAX_TEXT_LENGTH, toOneLine, truncate } from './mail-text.ts';
import { type Answered, lockAnswered } from './reply-store.ts';

interface ReplyMailOptions {
  readonly db: Db;
  readonly send: SendEmail;
  /** The address of the site, or else of the dashboard. Its host is part of every Message-ID. */
  readonly siteUrl: string;
  readonly openLink: OpenLink;
}

/** Returns the link of a view, which it creates for a draft. Undefined if the link has ended. */
export type OpenLink = (trx: Trx, view: string) => Promise<string | undefined>;

const BAD_ADDRESS = 'The message has no valid email address.';
const NO_LINK = 'The link of the attached view has ended. Give it a new one, then retry.';

/** Returns the Message-ID that all emails about a message refer to. */
export function threadId(message: string, siteUrl: string): string {
  return mailId(`message.${message}`, siteUrl);
}

function mailId(name: string, siteUrl: string): string {
  return `<${name}@${new URL(siteUrl).hostname}>`;
}

/** Sends a reply, unless it was canceled. Fails if the queue should try again. */
export function replyMail({ db, send, siteUrl, openLink }: ReplyMailOptions) {
  return async function deliver(job: ReplyJob): Promise<void> {
    const letter = await inTransaction(job, async (trx, answered, reply) => {
      // A changed backup can contain any address, and this is a header.
      const { data: to } = publicCalls.send.input.shape.email.safeParse(answered.message.email);
      if (to === undefined) return fail(answered, reply, BAD_ADDRESS);
      const link = reply.view === null ? '' : await openLink(trx, reply.view);
      if (link === undefined) return fail(answered, reply, NO_LINK);
      // Once this is committed, the reply can no longer be canceled.
      await answered.save(withReply(answered, { ...reply, state: 'sending' }));
      return writeLetter(trx, answered, reply, { to, link, siteUrl });
    });
    if (!letter) return;
    try {
      await send(letter);
    } catch (error) {
      const problem = problemOf(error);
      await finish(job, { state: 'failed', problem });
      if (isPermanentRejection(error)) return;
      // Not the error itself: it has all that the mail server said, and is stored and logged.
      throw Object.assign(new Error(problem), { code: codeOf(error) });
    }
    await finish(job, { state: 'sent', sentAt: new Date().toISOString(), problem: null });
  };

  /** Does nothing if the message or the reply is gone, or the reply was sent. */
  function inTransaction<T>(
    job: ReplyJob,
    run: (trx: Trx, answered: Answered, reply: Reply) => Promise<T>,
  ): Promise<T | undefined> {
    return db.transaction().execute(async (trx) => {
      const answered = await lockAnswered(trx, job.message);
      const reply = answered?.replies.find(({ _id }) => _id === job.reply);
      return answered && reply && reply.state !== 'sent' ? run(trx, answered, reply) : undefined;
    });
  }

  async function finish(job: ReplyJob, change: Partial<Reply>): Promise<void> {
    await inTransaction(job, (_, answered, reply) =>
      answered.save(withReply(answered, { ...reply, ...change })),
    );
  }
}

async function fail(answered: Answered, reply: Reply, problem: string): Promise<undefined> {
  await answered.save(withReply(answered, { ...reply, state: 'failed', problem }));
}

function withReply({ replies }: Answered, changed: Reply): Reply[] {
  return replies.map((reply) => (reply._id === changed._id ? changed : reply));
}

async function writeLetter(
  trx: Trx,
  { message, replies }: Answered,
  reply: Reply,
  { to, link, siteUrl }: Record<'to' | 'link' | 'siteUrl', string>,
): Promise<Letter> {
  const owner = await trx
    .selectFrom('owner')
    .select(['full_name as name', 'email'])
    .executeTakeFirstOrThrow();
  const sender = toOneLine(withoutLinks(message.sender_name));
  const quote = quoteAsText(truncate(message.message, MAX_TEXT_LENGTH));
  const earlier = replies.slice(0, replies.indexOf(reply)).filter(({ state }) => state === 'sent');
  const references = [
    threadId(message.id, siteUrl),
    ...earlier.map(({ _id }) => mailId(`reply.${_id}`, siteUrl)),
  ];
  return {
    to,
    fromName: toOneLine(owner.name),
    replyTo: owner.email,
    subject: replySubject(message.subject),
    text: [reply.text, ...(link ? [link] : []), `${sender} wrote:\n${quote}\n`].join('\n\n'),
    messageId: mailId(`reply.${reply._id}`, siteUrl),
    references,
  };
}

function replySubject(subject: string): string {
  const line = toOneLine(subject);
  return /^re:/i.test(line) ? line : `Re: ${line}`;
}

/** What the owner reads under the reply. */
function problemOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  // The mail server may quote the link of a view.
  const reason = truncate(toOneLine(words).replaceAll(/\/v\/[\w-]{22}/g, '/v/…'), 200);
  return isPermanentRejection(error)
    ? `The mail server rejected it: ${reason}`
    : `Vitrine keeps trying for two weeks. The mail server is unavailable: ${reason}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
