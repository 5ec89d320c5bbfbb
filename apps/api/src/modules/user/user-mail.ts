import { knownDeviceName } from '@vitrine/contract/device';
import type { Db } from '../../db/client.ts';
import type { Email, Mail } from '../../mail/mail.ts';
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
      case 'new-device': {
        const login = await findLogin(db);
        if (!login) return;
        return send({
          to: login.email,
          subject: 'New sign-in to your dashboard',
          lines: [
            `Someone signed in to your portfolio dashboard with your ${mail.method}, from a browser that was not used before.`,
            signInDetails(mail),
            'If this wasn’t you, sign out that session and change your password.',
          ],
          action: {
            label: 'See where you’re signed in',
            url: `${publicUrl}/?view=account&section=sessions`,
          },
        });
      }
      case 'passkey-added':
      case 'passkey-removed': {
        const login = await findLogin(db);
        if (!login) return;
        const isNew = mail.kind === 'passkey-added';
        return send({
          to: login.email,
          subject: isNew ? 'A passkey was added' : 'A passkey was removed',
          lines: [
            isNew
              ? 'A passkey was added to your portfolio dashboard. It can sign in without your password:'
              : 'A passkey was removed from your portfolio dashboard. It can no longer sign in:',
            { quote: mail.name },
            'If this wasn’t you, check your passkeys and sessions, and change your password.',
          ],
          action: {
            label: 'See your passkeys',
            url: `${publicUrl}/?view=account&section=security`,
          },
        });
      }
      case 'second-factor-changed': {
        const login = await findLogin(db);
        if (login) await send({ to: login.email, ...secondFactorEmail(mail.isOn) });
        return;
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

/** Names the device only if it is a known one: the header can contain any text. */
function signInDetails({ userAgent, address, at }: Extract<Mail, { kind: 'new-device' }>): string {
  const time = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  return [
    `Device: ${knownDeviceName(userAgent) ?? 'Unknown browser'}`,
    `IP address: ${address || 'unknown'}`,
    `Time: ${time}`,
  ].join('\n');
}

function secondFactorEmail(isOn: boolean): Pick<Email, 'subject' | 'lines'> {
  return {
    subject: `The second factor was turned ${isOn ? 'on' : 'off'}`,
    lines: [
      isOn
        ? 'Your portfolio dashboard now asks for a code of your authenticator app after the password.'
        : 'Your portfolio dashboard no longer asks for a code after the password.',
      'If this wasn’t you, someone else has access to your account. Run "vitrine owner recover" on the server to set a new password, turn off the second factor and end every session.',
    ],
  };
}
