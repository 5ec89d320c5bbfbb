import type { Message } from './message-queries.ts';

/** A reply with a quote. Long messages are cut: some mail clients accept only 2,000 characters. */
export function replyUrl({ email, subject, message, senderName }: Message): string {
  const text = message.length > 1000 ? `${message.slice(0, 1000).toWellFormed()} …` : message;
  const quote = text.replace(/^/gm, '> ');
  const params = new URLSearchParams({
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    body: `\n\n${senderName} wrote:\n${quote}`,
  });
  // Mail clients do not decode a plus sign as a space.
  return `${mailtoUrl(email)}?${params.toString().replaceAll('+', '%20')}`;
}

/** Encodes the address, so that a visitor cannot add headers or a body to the email. */
export function mailtoUrl(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

/** Opens the mail client, as a click on Reply does. */
export function openReply(message: Message): void {
  Object.assign(document.createElement('a'), { href: replyUrl(message) }).click();
}
