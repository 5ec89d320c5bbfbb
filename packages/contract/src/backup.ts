import { z } from 'zod';
import { call, done } from './call.ts';
import { routes } from './routes.ts';

export const backupCalls = {
  restore: call(routes.backup.restore, {
    about: 'Puts a backup in the place of everything here, and ends every session.',
    response: {
      ...done,
      damaged: z.int().describe('How many files of the backup were damaged and left out.'),
    },
  }),
};
