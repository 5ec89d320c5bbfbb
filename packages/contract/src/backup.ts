import { z } from 'zod';
import { call, messageResponse } from './call.ts';
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
      problems: z.array(z.string()).describe('What the owner should look into, in sentences.'),
    },
  }),
  missing: call(routes.backup.missing, {
    about: 'Counts the media files that a backup would lack.',
    response: {
      missing: z.int().describe('Files that are in use but missing from the media store.'),
    },
  }),
  restore: call(routes.backup.restore, {
    about: 'Replaces everything with a backup and ends every session.',
    response: {
      ...messageResponse,
      damaged: z.int().describe('The number of damaged files that were left out.'),
    },
  }),
};
