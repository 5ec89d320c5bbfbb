import { z } from 'zod';
import { call, messageResponse } from './call.ts';
import { text } from './field.ts';
import { routes } from './routes.ts';

export const backupCalls = {
  status: call(routes.backup.status, {
    about: 'Describes the automatic backups, which the service writes every night.',
    response: {
      folder: z
        .string()
        .nullable()
        .describe('The folder on the server; null if automatic backups are off.'),
      last: z
        .object({
          name: z.string().describe('The name of the file.'),
          takenAt: z.iso.datetime(),
          size: z.int().describe('In bytes.'),
          missing: z.int().describe('The number of media files that it lacks.'),
        })
        .nullable()
        .describe('The last automatic backup; null if there is none yet.'),
      drill: z
        .object({
          passedAt: z.iso.datetime(),
          rows: z.int().describe('Rows that were restored and compared.'),
          files: z.int().describe('Media files that were compared with their checksums.'),
          seconds: z.number().describe('How long it took.'),
        })
        .nullable()
        .describe('The last restore drill that passed; null if there is none yet.'),
      bucket: z
        .object({
          name: z.string().describe('The bucket, and the host of its store.'),
          recipient: z
            .string()
            .nullable()
            .describe('The public key that encrypts; null until the owner has one.'),
          sent: z
            .object({
              name: z.string(),
              sentAt: z.iso.datetime(),
              size: z.int().describe('In bytes.'),
            })
            .nullable()
            .describe('The last backup that was sent; null if there is none with this key.'),
        })
        .nullable()
        .describe('Where backups are sent to; null if nowhere.'),
      problems: z.array(z.string()).describe('What the owner should look into, in sentences.'),
    },
  }),
  missing: call(routes.backup.missing, {
    about: 'Counts the media files that a backup would lack.',
    response: {
      missing: z.int().describe('Files that are in use but missing from the media store.'),
    },
  }),
  createKey: call(routes.backup.createKey, {
    about: 'Creates a pair of keys for backups in a bucket. Neither is stored.',
    response: {
      identity: z
        .string()
        .describe('The secret key, which decrypts. Keep it, and not on this server.'),
      recipient: z.string().describe('The public key, which encrypts.'),
    },
  }),
  saveKey: call(routes.backup.saveKey, {
    about:
      'Encrypts backups for the bucket with this public key from now on. The newest one is sent again.',
    input: z.strictObject({ recipient: text('public key', 3000) }),
    response: messageResponse,
  }),
  restore: call(routes.backup.restore, {
    about:
      'Replaces everything with a backup and ends every session. A backup from a bucket needs its key in the header Backup-Key.',
    response: {
      ...messageResponse,
      damaged: z.int().describe('The number of damaged files that were left out.'),
    },
  }),
};
