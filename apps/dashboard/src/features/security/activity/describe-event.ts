import { deviceName } from '@vitrine/contract/device';
import type { AuditKind } from '@vitrine/contract/options';
import type { AuditEvent } from './audit-query.ts';

/** What happened, in one sentence without a full stop. */
export function describeEvent({ kind, subject, times }: AuditEvent): string {
  const sentence = SENTENCES[kind](subject);
  return times > 1 ? `${sentence}, ${times} times` : sentence;
}

const SENTENCES: Readonly<Record<AuditKind, (subject: string) => string>> = {
  'signed-in': (method) => `Signed in with ${method}`,
  'signed-in-new-device': (method) => `Signed in with ${method} from a new device`,
  'signed-out': () => 'Signed out',
  'signed-out-others': () => 'Signed out everywhere else',
  'session-removed': (userAgent) => `Signed out ${deviceName(userAgent)}`,
  'sign-in-failed': (reason) => `Sign-in failed: ${reason}`,
  'code-failed': () => 'Sign-in failed: right password, wrong code',
  'confirmation-failed': (reason) => `Confirmation failed: ${reason}`,
  'owner-created': () => 'Account created',
  'owner-recovered': () => 'Account recovered on the server',
  'password-changed': () => 'Password changed',
  'password-reset': () => 'Password reset by email',
  'email-changed': () => 'Email address changed',
  'passkey-added': (name) => `Passkey “${name}” added`,
  'passkey-renamed': (name) => `Passkey renamed to “${name}”`,
  'passkey-removed': (name) => `Passkey “${name}” removed`,
  'passkey-suspicious': (name) => `Passkey “${name}” refused: it may have been copied`,
  'token-created': (name) => `Token “${name}” created`,
  'token-revoked': (name) => `Token “${name}” revoked`,
  'second-factor-on': () => 'Second factor turned on',
  'second-factor-off': () => 'Second factor turned off',
  'recovery-codes-renewed': () => 'New recovery codes created',
  'recovery-code-used': () => 'Recovery code used',
  'backup-downloaded': () => 'Backup downloaded',
  'backup-restored': () => 'Backup restored',
  'backup-key-changed': () => 'Key of backups in the bucket changed',
  'site-exported': () => 'Site downloaded',
  'posts-exported': () => 'Posts downloaded',
  'import-applied': (count) => `Imported ${count}`,
  'import-undone': () => 'Import undone',
  'deleted-forever': (items) => `Deleted ${items} forever`,
  'purge-undone': (items) => `Moved ${items} back to the trash`,
  'site-published': () => 'Site settings published',
  'addresses-changed': () => 'Addresses changed',
  'view-published': (name) => `Link of “${name}” created`,
  'view-revoked': (name) => `Link of “${name}” revoked`,
  'copy-added': (url) => `Copy at ${url} added`,
  'copy-changed': (url) => `Copy at ${url} changed`,
  'copy-removed': (url) => `Copy at ${url} removed`,
};
