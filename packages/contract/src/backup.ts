import { z } from 'zod';
import { call, messageResponse } from './call.ts';
import { routes } from './routes.ts';

export const backupCalls = {
  restore: call(routes.backup.restore, {
    about: 'Replaces everything with a backup and ends every session.',
    response: {
      ...messageResponse,
      damaged: z.int().describe('The number of damaged files that were left out.'),
    },
  }),
};
