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

/** Writes and sends the mails about the owner's account. */
export function userMail({ db, send, publicUrl }: UserMailOptions) {
  return async function deliver(mail: Mail): Promise<void> {
    switch (mail.kind) {
      case 'password-reset': {
        // An address that is not the owner's gets as far as this, and no further.
        const login = await findLoginByEmail(db, mail.email);
        if (!login) return;
        const token = await createReset(db, login.id);
        return send({
          to: login.email,
          subject: 'Reset your password',
          lines: [
            'Somebody, probably you, asked to reset the password of your portfolio dashboard.',
            `The link works once, for ${RESET_MINUTES} minutes. If it was not you, do nothing: your password stays as it is.`,
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
            'If it was not you, reset your password now.',
          ],
          action: { label: 'Reset your password', url: `${publicUrl}/password/forgot` },
        });
      }
      case 'backup-restored':
        return send({
          to: mail.email,
          subject: 'Your portfolio was restored from a backup',
          lines: [
            'A backup has taken the place of everything in your portfolio dashboard, and every session was signed out. Your email address and password stay as they were before.',
            'If it was not you, somebody else was signed in. On the server, vitrine owner password sets a new password and ends every session.',
          ],
        });
      case 'email-changed':
        return send({
          to: mail.before,
          subject: 'Your e-mail address was changed',
          lines: [
            `The e-mail address of your portfolio dashboard is now ${mail.after}. You log in with it, and reset links go there.`,
            'If it was not you, somebody else is signed in. On the server, vitrine owner password sets a new one and ends every session.',
          ],
        });
    }
  };
}
