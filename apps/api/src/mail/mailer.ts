import { isLocalUrl } from '../settings.ts';
import { type Email, renderHtml, renderText } from './mail.ts';

export type SendEmail = (email: Email) => Promise<void>;

/** Sends emails by SMTP, as text and HTML. Fails if the server does not accept one. */
export function createMailer(smtpUrl: string | undefined, from: string): SendEmail {
  if (smtpUrl === undefined) {
    return () =>
      Promise.reject(new Error('SMTP_URL is not set: emails wait in the queue until you set it.'));
  }
  let transport: ReturnType<typeof createSmtpTransport> | undefined;
  return async (email) => {
    transport ??= createSmtpTransport(smtpUrl);
    await (await transport).sendMail({
      from,
      to: { name: '', address: email.to },
      ...(email.replyTo !== undefined && { replyTo: { name: '', address: email.replyTo } }),
      subject: email.subject,
      text: renderText(email),
      html: renderHtml(email),
    });
  };
}

/** Signs in to the mail server without sending anything. Fails with the server's error. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  await (await createSmtpTransport(smtpUrl)).verify();
}

/** Loads the SMTP client with the first email, because emails are rare. */
async function createSmtpTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Without TLS, the password and the emails could be read on the network.
    requireTLS: !isLocalUrl(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
