import type { Db } from '../../db/client.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SendEmail } from '../../mail/mailer.ts';
import { createReset, RESET_MINUTES } from './password-reset-store.ts';
import { findLogin, findLoginByEmail } from './user-store.ts';

interface UserMailOptions {
  readonly db: Db;
  readonly send: SendEmail;
  readonly publicUrl: string;
}

/** Writes and sends the emails about the owner's account. */
export function userMail({ db, send, publicUrl }: UserMailOptions) {
  return async function deliver(mail: Mail): Promise<void> {
    switch (mail.kind) {
      case 'password-reset': {
        // Every address is queued, so that timing reveals nothing. Only the owner's gets an email.
        const login = await findLoginByEmail(db, mail.email);
        if (!login) return;
        const token = await createReset(db, login.id);
        return send({
          to: login.email,
          subject: 'Reset your password',
          lines: [
            'Someone requested a password reset for your portfolio dashboard.',
            `The link works once and expires in ${RESET_MINUTES} minutes. If this wasn’t you, ignore this email: your password has not changed.`,
          ],
          action: { label: 'Set a new password', url: `${publicUrl}/password/reset/${token}` },
        });
      }
      case 'password-changed': {
        const login = await findLogin(db);
        if (!login) return;
        return send({
          to: login.email,
          subject: 'Your password was changed',
          lines: [
            'The password of your portfolio dashboard was changed, and every other session was signed out.',
            'If this wasn’t you, reset your password now.',
          ],
          action: { label: 'Reset your password', url: `${publicUrl}/password/forgot` },
        });
      }
      case 'backup-restored':
        return send({
          to: mail.email,
          subject: 'Your portfolio was restored from a backup',
          lines: [
            'A backup replaced everything in your portfolio dashboard, and every session was signed out. Your email address and password did not change.',
            'If this wasn’t you, someone else has access to your account. Run "vitrine owner password" on the server to set a new password and end every session.',
          ],
        });
      case 'email-changed':
        return send({
          to: mail.before,
          subject: 'Your email address was changed',
          lines: [
            `The email address of your portfolio dashboard is now ${mail.after}. Use it to log in. Reset links are sent there.`,
            'If this wasn’t you, someone else has access to your account. Run "vitrine owner password" on the server to set a new password and end every session.',
          ],
        });
    }
  };
}
