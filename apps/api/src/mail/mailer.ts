import { isLocalUrl } from '../settings.ts';
import { type Email, type Letter, renderHtml, renderText } from './mail.ts';

export type SendEmail = (email: Email | Letter) => Promise<void>;

/** Sends emails by SMTP. Fails if the server does not accept one. */
export function createMailer(smtpUrl: string | undefined, from: string): SendEmail {
  if (smtpUrl === undefined) {
    return () =>
      Promise.reject(new Error('SMTP_URL is not set: emails wait in the queue until you set it.'));
  }
  let transport: ReturnType<typeof createSmtpTransport> | undefined;
  return async (email) => {
    transport ??= createSmtpTransport(smtpUrl);
    await (await transport).sendMail({
      to: { name: '', address: email.to },
      ...(email.replyTo !== undefined && { replyTo: { name: '', address: email.replyTo } }),
      ...(email.messageId !== undefined && { messageId: email.messageId }),
      subject: email.subject,
      ...('text' in email
        ? {
            from: { name: email.fromName, address: addressIn(from) },
            text: email.text,
            references: [...email.references],
            inReplyTo: email.references.at(-1),
          }
        : { from, text: renderText(email), html: renderHtml(email) }),
    });
  };
}

/** The address in a sender like `Vitrine <me@example.com>`. */
function addressIn(from: string): string {
  return /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? from;
}

/** The mail server rejected this email for good: sending it again is pointless. */
export function isPermanentRejection(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
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
