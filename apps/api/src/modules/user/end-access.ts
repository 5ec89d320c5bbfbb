import { deleteDevices } from '../../auth/device-store.ts';
import { deleteAllSessions } from '../../auth/session-store.ts';
import type { Trx } from '../../db/client.ts';
import { deletePreviews } from '../../http/preview-store.ts';
import { deleteLoginSteps } from './login-step-store.ts';
import { deleteResets } from './password-reset-store.ts';

/** After every new password: ends sessions, known browsers, reset links, logins and preview links. */
export async function endAccess(trx: Trx, ownerId: string): Promise<void> {
  await deleteAllSessions(trx, ownerId);
  await deleteDevices(trx, ownerId);
  await deleteResets(trx, ownerId);
  await deleteLoginSteps(trx);
  await deletePreviews(trx);
}
