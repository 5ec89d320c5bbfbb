import type { Message } from './message-queries.ts';

/** For the owner's own mail program, with the quote. Some take no more than two thousand characters. */
export function replyUrl({ email, subject, message, senderName }: Message): string {
  const text = message.length > 1000 ? `${message.slice(0, 1000).toWellFormed()} …` : message;
  const quote = text.replace(/^/gm, '> ');
  const words = new URLSearchParams({
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    body: `\n\n${senderName} wrote:\n${quote}`,
  });
  // A plus sign would stand in the mail as it is.
  return `${mailtoUrl(email)}?${words.toString().replaceAll('+', '%20')}`;
}

/** An address alone: what else a visitor may have put into it is not for the mail program. */
export function mailtoUrl(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

/** Opens the mail program, as a click on Reply does. */
export function openReply(message: Message): void {
  Object.assign(document.createElement('a'), { href: replyUrl(message) }).click();
}
