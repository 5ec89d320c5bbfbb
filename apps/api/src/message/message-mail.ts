import type { Db } from '../db/client.ts';
import type { Letter } from '../mail/mail.ts';
import type { SendLetter } from '../mail/mailer.ts';
import { type DueMessage, findDueMessages, findMailbox, settleDue } from './message-store.ts';

/** Between two mails about messages; what comes meanwhile is gathered in the next. */
export const MAIL_PAUSE_MINUTES = 5;

interface MessageMailOptions {
  readonly db: Db;
  readonly send: SendLetter;
  readonly publicUrl: string;
}

/** Tells the owner of new messages, all in one mail. Returns how long to wait if it is too early. */
export function messageMail({ db, send, publicUrl }: MessageMailOptions) {
  return async function deliver(): Promise<{ waitSeconds: number }> {
    const mailbox = await findMailbox(db, MAIL_PAUSE_MINUTES);
    const messages = await findDueMessages(db);
    const last = messages.at(-1);
    if (!mailbox || !last) return { waitSeconds: 0 };
    if (mailbox.isWanted && mailbox.waitSeconds > 0) return { waitSeconds: mailbox.waitSeconds };
    if (mailbox.isWanted) await send(letterOf(messages, mailbox.email, publicUrl));
    await settleDue(db, last.seq, mailbox.isWanted);
    return { waitSeconds: 0 };
  };
}

/** So many are written out; of the rest the mail only tells the number. */
const WRITTEN_OUT = 10;

function letterOf(messages: readonly DueMessage[], to: string, publicUrl: string): Letter {
  const [first] = messages;
  const shown = messages.slice(0, WRITTEN_OUT);
  const others = messages.length - shown.length;
  const isOne = messages.length === 1;
  return {
    to,
    subject:
      isOne && first
        ? oneLine(`${first.senderName}: ${first.subject}`)
        : `${messages.length} new messages`,
    // A reply goes to the visitor, when there is one to reply to.
    ...(isOne && first && { replyTo: first.email }),
    lines: [
      ...shown.flatMap(({ senderName, email, subject, message }) => [
        oneLine(`${senderName} (${email}) wrote: ${subject}`),
        shortened(message),
      ]),
      ...(others > 0 ? [`And ${others} more.`] : []),
    ],
    action: { label: 'Open your messages', url: `${publicUrl}/?view=messages` },
  };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function shortened(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000).toWellFormed()} …` : text;
}
