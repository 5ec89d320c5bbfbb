import type { Db } from '../../db/client.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SendEmail } from '../../mail/mailer.ts';
import { createReset, RESET_MINUTES } from './password-reset-store.ts';
import { writeContent } from './user-mail-content.ts';
import { findLogin, findLoginByEmail } from './user-store.ts';

interface UserMailOptions {
  readonly db: Db;
  readonly send: SendEmail;
  readonly publicUrl: string;
}

/** Writes and sends the emails about the owner's account. */
export function userMail({ db, send, publicUrl }: UserMailOptions) {
  return async function deliver(mail: Mail): Promise<void> {
    if (mail.kind === 'password-reset') return deliverReset(mail.email);
    const to = await findRecipient(mail);
    if (to !== undefined) await send({ to, ...writeContent(mail, publicUrl) });
  };

  /** Every address is queued, so that timing reveals nothing. Only the owner's gets an email. */
  async function deliverReset(email: string): Promise<void> {
    const login = await findLoginByEmail(db, email);
    if (!login) return;
    const token = await createReset(db, login.id);
    await send({
      to: login.email,
      subject: 'Reset your password',
      lines: [
        'Someone requested a password reset for your portfolio dashboard.',
        `The link works once and expires in ${RESET_MINUTES} minutes. If this wasn’t you, ignore this email: your password has not changed.`,
      ],
      action: { label: 'Set a new password', url: `${publicUrl}/password/reset/${token}` },
    });
  }

  /** A change of the address, or of all data, is reported to the address from before it. */
  async function findRecipient(mail: Mail): Promise<string | undefined> {
    if (mail.kind === 'email-changed') return mail.before;
    if (mail.kind === 'backup-restored') return mail.email;
    return (await findLogin(db))?.email;
  }
}
