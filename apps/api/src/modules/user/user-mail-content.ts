import { knownDeviceName } from '@vitrine/contract/device';
import type { TokenScope } from '@vitrine/contract/routes';
import type { Email, Mail } from '../../mail/mail.ts';

type Content = Pick<Email, 'subject' | 'lines' | 'action'>;

export function writeContent(
  mail: Exclude<Mail, { kind: 'password-reset' }>,
  publicUrl: string,
): Content {
  const sectionUrl = (section: string) => `${publicUrl}/?view=account&section=${section}`;
  switch (mail.kind) {
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        lines: [
          'The password of your portfolio dashboard was changed, and every other session was signed out.',
          ...revokedLines(mail),
          'If this wasn’t you, reset your password now.',
        ],
        action: { label: 'Reset your password', url: `${publicUrl}/password/forgot` },
      };
    case 'new-device':
      return {
        subject: 'New sign-in to your dashboard',
        lines: [
          `Someone signed in to your portfolio dashboard with your ${mail.method}, from a browser that was not used before.`,
          signInDetails(mail),
          'If this wasn’t you, sign out that session and change your password.',
        ],
        action: { label: 'See where you’re signed in', url: sectionUrl('sessions') },
      };
    case 'passkey-added':
    case 'passkey-removed':
      return passkeyContent(mail, sectionUrl('security'));
    case 'token-created':
      return {
        subject: 'An API token was created',
        lines: [
          `An API token was created for your portfolio dashboard. It can ${mail.scopes.map((scope) => ALLOWED[scope]).join(', and ')}:`,
          { quote: mail.name },
          'If this wasn’t you, revoke the token, sign out other sessions, and change your password.',
        ],
        action: { label: 'See your API tokens', url: sectionUrl('security') },
      };
    case 'deleted-forever':
      return {
        subject: 'Items were deleted forever',
        lines: [
          `This was deleted forever from the trash of your portfolio dashboard: ${mail.items}.`,
          'If this wasn’t you, sign out other sessions and change your password. Then run "vitrine trash restore" on the server. For 7 days, it moves what was deleted forever back to the trash.',
        ],
        action: { label: 'See where you’re signed in', url: sectionUrl('sessions') },
      };
    case 'addresses-changed':
      return addressContent(mail, sectionUrl('sessions'));
    case 'testimonial-received':
    case 'testimonial-agreed':
    case 'testimonial-withdrawn':
      return testimonialContent(mail, `${publicUrl}/manage/testimonials`);
    case 'second-factor-changed':
      return secondFactorContent(mail.isOn);
    case 'backup-restored':
      return {
        subject: 'Your portfolio was restored from a backup',
        lines: [
          'A backup replaced everything in your portfolio dashboard, and every session was signed out. Your email address and password did not change.',
          TAKEN_OVER,
        ],
      };
    case 'restore-drill-failed':
    case 'backup-not-sent':
      return backupContent(mail, sectionUrl('backup'));
    case 'copy-failed':
    case 'copy-recovered':
    case 'copy-token-expires':
      return copyContent(mail, `${publicUrl}/?view=site&tab=publish`);
    case 'email-changed':
      return {
        subject: 'Your email address was changed',
        lines: [
          `The email address of your portfolio dashboard is now ${mail.after}. Use it to log in. Reset links are sent there.`,
          TAKEN_OVER,
        ],
      };
  }
}

function addressContent(mail: Extract<Mail, { kind: 'addresses-changed' }>, url: string): Content {
  return {
    subject: 'The addresses of your portfolio were changed',
    lines: [
      'These addresses now lead to your portfolio from outside your home network:',
      `Dashboard: ${mail.dashboard || 'none'}\nPublic site: ${mail.site || 'none'}`,
      'If this wasn’t you, sign out other sessions and change your password. Then correct the addresses in Account > Addresses.',
    ],
    action: { label: 'See where you’re signed in', url },
  };
}

function backupContent(
  { kind, failure }: Extract<Mail, { kind: 'restore-drill-failed' | 'backup-not-sent' }>,
  url: string,
): Content {
  const action = { label: 'Open Backup', url };
  if (kind === 'backup-not-sent')
    return {
      subject: 'A backup could not be sent to its bucket',
      lines: [
        'The newest backup is on your server only. Sending it to the bucket has failed several times:',
        failure,
        'Vitrine tries again every hour.',
      ],
      action,
    };
  return {
    subject: 'A backup failed its restore drill',
    lines: [
      'Vitrine restores each automatic backup into tables of its own to test it, and then removes them. Your portfolio does not change. The last drill failed:',
      failure,
      'Do not rely on this backup. The drill is repeated every hour until the backup passes, or until the next one.',
    ],
    action,
  };
}

function copyContent(
  mail: Extract<Mail, { kind: 'copy-failed' | 'copy-recovered' | 'copy-token-expires' }>,
  url: string,
): Content {
  const action = { label: 'Open your copies', url };
  if (mail.kind === 'copy-recovered')
    return {
      subject: 'A copy of your site is updated again',
      lines: [`This copy of your site has all changes again: ${mail.url}`],
      action,
    };
  if (mail.kind === 'copy-token-expires')
    return {
      subject: 'An access token for a copy of your site expires soon',
      lines: [
        `The access token for this copy of your site expires on ${mail.at.slice(0, 10)}: ${mail.url}`,
        'Create a new one on GitHub, and replace it under Site > Publish. Otherwise, the copy stays as it is then.',
      ],
      action,
    };
  return {
    subject: 'A copy of your site could not be updated',
    lines: [
      `This copy of your site lacks changes, or has only some of them: ${mail.url}`,
      mail.reason,
      mail.isFinal
        ? 'Vitrine does not try again before you change something.'
        : 'Vitrine tries again for several hours, and after each change of your site.',
    ],
    action,
  };
}

const TESTIMONIALS = {
  'testimonial-received': [
    'You received a testimonial',
    'Somebody you asked for a testimonial has answered. Visitors see it once you approve it.',
  ],
  'testimonial-agreed': [
    'An author agreed to your edit',
    'The author of a testimonial has agreed to the text that you suggested.',
  ],
  'testimonial-withdrawn': [
    'A testimonial was withdrawn',
    'The author of a testimonial has withdrawn it, or would rather not write one. Your site does not show it.',
  ],
} as const;

function testimonialContent(
  { kind, person }: { readonly kind: keyof typeof TESTIMONIALS; readonly person: string },
  url: string,
): Content {
  const [subject, line] = TESTIMONIALS[kind];
  return {
    subject,
    lines: [line, ...(person ? [{ quote: person }] : [])],
    action: { label: 'Open your testimonials', url },
  };
}

function revokedLines({ tokens, passkeys }: { tokens: number; passkeys: number }): string[] {
  const parts = [
    ...(tokens > 0 ? [tokens === 1 ? '1 API token' : `${tokens} API tokens`] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
  ];
  return parts.length > 0 ? [`Also revoked: ${parts.join(', ')}.`] : [];
}

const ALLOWED: Readonly<Record<TokenScope, string>> = {
  read: 'read your portfolio with its drafts',
  'write-drafts': 'read your portfolio and change its drafts',
  write: 'read, change and publish everything in your portfolio',
  'read-messages': 'read your messages',
};

/** The owner may be unable to sign in, and the account may have passkeys of someone else. */
const TAKEN_OVER =
  'If this wasn’t you, someone else has access to your account. Run "vitrine owner recover" on the server to set a new password, turn off the second factor, and end every session.';

function passkeyContent(
  { kind, name }: Extract<Mail, { kind: 'passkey-added' | 'passkey-removed' }>,
  url: string,
): Content {
  const isNew = kind === 'passkey-added';
  return {
    subject: isNew ? 'A passkey was added' : 'A passkey was removed',
    lines: [
      isNew
        ? 'A passkey was added to your portfolio dashboard. It can sign in without your password:'
        : 'A passkey was removed from your portfolio dashboard. It can no longer sign in:',
      { quote: name },
      isNew
        ? 'If this wasn’t you, remove the passkey, sign out other sessions, and change your password.'
        : 'If this wasn’t you, check your passkeys, sign out other sessions, and change your password.',
    ],
    action: { label: 'See your passkeys', url },
  };
}

function secondFactorContent(isOn: boolean): Content {
  return {
    subject: `The second factor was turned ${isOn ? 'on' : 'off'}`,
    lines: [
      isOn
        ? 'Your portfolio dashboard now asks for a code from your authenticator app after the password.'
        : 'Your portfolio dashboard no longer asks for a code after the password.',
      TAKEN_OVER,
    ],
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
