import { isLocalUrl } from '../config.ts';
import { type Email, renderHtml, renderText } from './mail.ts';

export type SendEmail = (letter: Email) => Promise<void>;

/** Sends letters by SMTP, each as text and as HTML. Fails when the server did not take one. */
export function createMailer(smtpUrl: string | undefined, from: string): SendEmail {
  if (smtpUrl === undefined) {
    return () => Promise.reject(new Error('SMTP_URL is not set: mails wait in the queue.'));
  }
  let transport: ReturnType<typeof transportTo> | undefined;
  return async (letter) => {
    transport ??= transportTo(smtpUrl);
    await (await transport).sendMail({
      from,
      to: { name: '', address: letter.to },
      ...(letter.replyTo !== undefined && { replyTo: { name: '', address: letter.replyTo } }),
      subject: letter.subject,
      text: renderText(letter),
      html: renderHtml(letter),
    });
  };
}

/** Logs in at the mail server and sends nothing. Fails with what the server says. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  await (await transportTo(smtpUrl)).verify();
}

/** Mail is rare: what sends it is loaded with the first. */
async function transportTo(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Without it, who stands in between could have the password and the letters in the clear.
    requireTLS: !isLocalUrl(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
