import type { Db } from '../../db/client.ts';
import { lock } from '../../db/locks.ts';
import type { Email } from '../../mail/mail.ts';
import type { SendEmail } from '../../mail/mailer.ts';
import { withoutLinks } from '../../mail/quote.ts';
import { type DueMessage, findDueMessages, findMailbox, settleDue } from './message-store.ts';

/** Between two mails about messages; what comes meanwhile is gathered in the next. */
export const MAIL_PAUSE_MINUTES = 5;

interface MessageMailOptions {
  readonly db: Db;
  readonly send: SendEmail;
  readonly publicUrl: string;
}

/** Tells the owner of new messages, all in one mail. Returns how long to wait if it is too early. */
export function messageMail({ db, send, publicUrl }: MessageMailOptions) {
  return async function deliver(): Promise<{ waitSeconds: number }> {
    // A message that counts on this mail, and is about to be committed, is waited for.
    await db.transaction().execute((trx) => lock(trx, 'messageMail'));
    const mailbox = await findMailbox(db, MAIL_PAUSE_MINUTES);
    const messages = await findDueMessages(db, MOST_AT_ONCE);
    if (!mailbox || messages.length === 0) return { waitSeconds: 0 };
    if (mailbox.isWanted && mailbox.waitSeconds > 0) return { waitSeconds: mailbox.waitSeconds };
    if (mailbox.isWanted) await sendLetter(messages, mailbox.email);
    await settleDue(
      db,
      messages.map(({ seq }) => seq),
      mailbox.isWanted,
    );
    return { waitSeconds: messages.length === MOST_AT_ONCE ? MAIL_PAUSE_MINUTES * 60 : 0 };
  };

  /** What a visitor wrote may be what the mail server refuses: then the mail tells the number only. */
  async function sendLetter(messages: readonly DueMessage[], to: string): Promise<void> {
    try {
      await send(letterOf(messages, to, publicUrl));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await send(letterOf(messages, to, publicUrl, 0));
    }
  }
}

/** The mail server answered, and will not have it, now or later. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

const MOST_AT_ONCE = 100;

/** So many are written out; of the rest the mail only tells the number. */
const WRITTEN_OUT = 10;
const SUBJECT_LENGTH = 80;
const TEXT_LENGTH = 2_000;

function letterOf(
  messages: readonly DueMessage[],
  to: string,
  publicUrl: string,
  writtenOut = WRITTEN_OUT,
): Email {
  const [first] = messages;
  const shown = messages.slice(0, writtenOut);
  const others = messages.length - shown.length;
  const isOne = shown.length === 1 && others === 0;
  const heading =
    messages.length === 1
      ? 'New message from your site'
      : `${messages.length} new messages from your site`;
  return {
    to,
    subject:
      isOne && first
        ? `${heading}: ${withoutLinks(shortened(oneLine(first.subject), SUBJECT_LENGTH))}`
        : heading,
    heading,
    // A reply goes to the visitor, when there is one to reply to.
    ...(isOne && first && { replyTo: first.email }),
    lines: [
      ...shown.flatMap((message) => ['A visitor wrote:', { quote: quoteOf(message) }]),
      ...(others > 0 && shown.length > 0 ? [`And ${others} more.`] : []),
      ...(shown.length === 0 ? ['A visitor wrote to you. Read it in your dashboard.'] : []),
    ],
    action: { label: 'Open your messages', url: `${publicUrl}/?view=messages` },
  };
}

/** The name and the address are the visitor's words as well. */
function quoteOf({ senderName, email, subject, message }: DueMessage): string {
  return [
    `Name: ${oneLine(senderName)}`,
    `Email: ${oneLine(email)}`,
    `Subject: ${oneLine(subject)}`,
    '',
    shortened(message, TEXT_LENGTH),
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()} …` : text;
}
