import type { Db } from '../../db/client.ts';
import { lock } from '../../db/locks.ts';
import type { Email } from '../../mail/mail.ts';
import { isPermanentRejection, type SendEmail } from '../../mail/mailer.ts';
import { withoutLinks } from '../../mail/quote.ts';
import { MAX_TEXT_LENGTH, toOneLine, truncate } from './mail-text.ts';
import {
  clearMailDue,
  type DueMessage,
  findDueMessages,
  findMailbox,
} from './message-mail-store.ts';
import { threadId } from './reply-mail.ts';

/** The minimum time between two emails about messages. Messages in between share the next email. */
export const MAIL_PAUSE_MINUTES = 5;

interface MessageMailOptions {
  readonly db: Db;
  readonly send: SendEmail;
  readonly publicUrl: string;
  readonly siteUrl: string;
}

/** Sends one email about all new messages. Returns how long to wait if it is too early. */
export function messageMail({ db, send, publicUrl, siteUrl }: MessageMailOptions) {
  return async function deliver(): Promise<{ waitSeconds: number }> {
    // Waits for transactions that are adding a message and rely on this email.
    await db.transaction().execute((trx) => lock(trx, 'messageMail'));
    const mailbox = await findMailbox(db, MAIL_PAUSE_MINUTES);
    const messages = await findDueMessages(db, MAX_MESSAGES);
    if (!mailbox || messages.length === 0) return { waitSeconds: 0 };
    if (mailbox.isWanted && mailbox.waitSeconds > 0) return { waitSeconds: mailbox.waitSeconds };
    if (mailbox.isWanted) await sendNotification(messages, mailbox.email);
    await clearMailDue(
      db,
      messages.map(({ seq }) => seq),
      mailbox.isWanted,
    );
    return { waitSeconds: messages.length === MAX_MESSAGES ? MAIL_PAUSE_MINUTES * 60 : 0 };
  };

  /** If the mail server rejects the email, possibly because of a visitor's text, sends one without quotes. */
  async function sendNotification(messages: readonly DueMessage[], to: string): Promise<void> {
    try {
      await send(writeNotification(messages, to, { publicUrl, siteUrl }));
    } catch (error) {
      if (!isPermanentRejection(error)) throw error;
      await send(writeNotification(messages, to, { publicUrl, siteUrl }, 0));
    }
  }
}

const MAX_MESSAGES = 100;
/** How many messages an email quotes; it only counts the rest. */
const MAX_QUOTES = 10;
const MAX_SUBJECT_LENGTH = 80;

function writeNotification(
  messages: readonly DueMessage[],
  to: string,
  { publicUrl, siteUrl }: Pick<MessageMailOptions, 'publicUrl' | 'siteUrl'>,
  maxQuotes = MAX_QUOTES,
): Email {
  const [first] = messages;
  const quoted = messages.slice(0, maxQuotes);
  const others = messages.length - quoted.length;
  const isSingle = quoted.length === 1 && others === 0;
  const heading =
    messages.length === 1
      ? 'New message from your site'
      : `${messages.length} new messages from your site`;
  return {
    to,
    subject:
      isSingle && first
        ? `${heading}: ${withoutLinks(truncate(toOneLine(first.subject), MAX_SUBJECT_LENGTH))}`
        : heading,
    heading,
    // If the email is about one message, a reply goes to the visitor and is in one thread with it.
    ...(isSingle && first && { replyTo: first.email, messageId: threadId(first.id, siteUrl) }),
    lines: [
      ...quoted.flatMap((message) => ['A visitor wrote:', { quote: formatQuote(message) }]),
      ...(others > 0 && quoted.length > 0 ? [`And ${others} more.`] : []),
      ...(quoted.length === 0
        ? [`Open your dashboard to read ${messages.length === 1 ? 'it' : 'them'}.`]
        : []),
    ],
    action: { label: 'Open your messages', url: `${publicUrl}/?view=messages` },
  };
}

/** Includes the name and the address, which the visitor also typed. */
function formatQuote({ senderName, email, subject, message }: DueMessage): string {
  return [
    `Name: ${toOneLine(senderName)}`,
    `Email: ${toOneLine(email)}`,
    `Subject: ${toOneLine(subject)}`,
    '',
    truncate(message, MAX_TEXT_LENGTH),
  ].join('\n');
}
