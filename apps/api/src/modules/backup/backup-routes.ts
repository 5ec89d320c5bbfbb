import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { backupCalls } from '@vitrine/contract/backup';
import { BACKUP_KEY, downloads } from '@vitrine/contract/routes';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { requireAccess } from '../../auth/auth-guard.ts';
import type { SessionCookie } from '../../auth/session-cookie.ts';
import { limitConcurrency } from '../../concurrency.ts';
import type { Db } from '../../db/client.ts';
import { ExpectedError, validationError } from '../../expected-error.ts';
import { API_PREFIX, ARCHIVE_TYPE, type RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { BackupError } from './archive.ts';
import { copyBeforeRestore } from './automatic-backup.ts';
import { type BackupPlaces, explainFailure, readBackupStatus } from './backup-status.ts';
import { createKeyPair, decryptFile, isEncrypted, isRecipient } from './encrypt.ts';
import { restoreBackup } from './restore-backup.ts';
import { saveRecipient } from './send-backup.ts';
import { countMissing, takeBackup } from './take-backup.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

interface BackupOptions {
  readonly db: Db;
  readonly files: MediaFiles;
  readonly jobs: Jobs;
  readonly cookie: SessionCookie;
  readonly places: BackupPlaces;
}

export function backupRoutes(
  app: FastifyInstance,
  registerRoute: RegisterRoute,
  options: BackupOptions,
): void {
  const { db, files, places } = options;
  const { method, path: downloadPath, access, needsConfirmation } = downloads.backup;
  app.route({
    method,
    url: `${API_PREFIX}${downloadPath}`,
    config: { access, needsConfirmation, isStream: true },
    async handler(request, reply) {
      const backup = await takeBackup(db, files);
      await recordEvent(db, 'backup-downloaded', sourceOf(request));
      reply.raw.once('close', () => void backup.discard());
      // The client disconnected during the backup, so `close` was already emitted.
      if (reply.raw.destroyed) await backup.discard();
      const day = backup.takenAt.toISOString().slice(0, 10);
      return reply
        .type(ARCHIVE_TYPE)
        .header('content-length', backup.size)
        .header('content-disposition', `attachment; filename="vitrine-${day}.tar"`)
        .send(backup.open());
    },
  });

  registerRoute(backupCalls.status, async () => {
    const { last, drill, bucket, ...status } = await readBackupStatus(db, places);
    return {
      ...status,
      bucket: bucket && {
        ...bucket,
        sent: bucket.sent && { ...bucket.sent, sentAt: bucket.sent.sentAt.toISOString() },
      },
      last: last && { ...last, takenAt: last.takenAt.toISOString() },
      drill: drill && { ...drill, passedAt: drill.passedAt.toISOString() },
    };
  });

  registerRoute(backupCalls.missing, async () => ({ missing: await countMissing(db, files) }));

  registerRoute(backupCalls.createKey, async () => ({ ...(await createKeyPair()) }));

  registerRoute(backupCalls.saveKey, async ({ input: { recipient }, request }) => {
    if (places.backupBucket === undefined)
      throw new ExpectedError(409, 'There is no bucket for backups. Set BACKUP_S3_ENDPOINT first.');
    if (!(await isRecipient(recipient)))
      throw validationError({ recipient: 'Send the public key of age, which starts with age1.' });
    await db.transaction().execute(async (trx) => {
      await saveRecipient(trx, recipient);
      await recordEvent(trx, 'backup-key-changed', sourceOf(request));
    });
    return { message: 'Key saved. The newest backup is sent within an hour.' };
  });

  restoreRoute(registerRoute, options);
}

function restoreRoute(
  registerRoute: RegisterRoute,
  { db, files, jobs, cookie, places: { backupDir } }: BackupOptions,
): void {
  // Restores that wait would otherwise hold the connections to the database.
  const inTurn = limitConcurrency(1);
  registerRoute(backupCalls.restore, async ({ request, reply }) => {
    const folder = await makeTemporaryFolder('restore');
    try {
      const upload = join(folder, 'upload');
      // The upload is complete before anything changes, so a lost connection has no effect.
      if (!(request.body instanceof Readable))
        throw new ExpectedError(415, 'Send a Vitrine backup.');
      await saveUpload(request.body, upload);
      const path = await decryptIfNeeded(upload, request.headers[BACKUP_KEY]);
      const { damaged } = await inTurn(() =>
        restoreBackup({
          db,
          files,
          path,
          replace: true,
          async beforeChange() {
            // An upload can take hours, and another restore ends this session.
            await requireAccess(db, request);
            if (backupDir === undefined) return;
            await copyBeforeRestore({ db, files, folder: backupDir }).catch((error) => {
              const reason = explainFailure(error, backupDir);
              throw new ExpectedError(
                507,
                `Nothing was restored, because the current data could not be saved first. ${reason}`,
                { cause: error },
              );
            });
          },
          async finish(trx, before) {
            await recordEvent(trx, 'backup-restored', sourceOf(request));
            if (!before) return;
            // The login stays the same: a backup must not be a way to change the password. If the backup
            // has another address, it says nothing about showing the current one.
            const result = await trx
              .updateTable('owner')
              .set({ ...before, show_email: sql`show_email and email = ${before.email}` })
              .executeTakeFirst();
            if (result.numUpdatedRows === 0n) throw new BackupError('This backup has no owner.');
            await jobs.sendMail(trx, { kind: 'backup-restored', email: before.email });
          },
        }),
      );
      cookie.clear(reply);
      return { message: writeMessage(damaged.size), damaged: damaged.size };
    } catch (error) {
      if (error instanceof BackupError) throw new ExpectedError(400, error.message);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Returns the path of the archive. */
async function decryptIfNeeded(path: string, key: string | string[] = ''): Promise<string> {
  if (!(await isEncrypted(path))) return path;
  const decrypted = `${path}.tar`;
  await decryptFile(path, decrypted, String(key));
  await rm(path);
  return decrypted;
}

/**
 * Writes the upload to a file. If that fails, for example on a full disk, it still reads the rest: a
 * browser that is sending treats an early response as a broken connection.
 */
async function saveUpload(body: Readable, path: string): Promise<void> {
  try {
    // Unlike the stream itself, the iterator is not destroyed when the file fails.
    await pipeline(body.iterator({ destroyOnReturn: false }), createWriteStream(path));
  } catch (error) {
    await finished(body.resume()).catch(() => {});
    throw error;
  }
}

function writeMessage(damaged: number): string {
  const without =
    damaged === 0
      ? ''
      : `, without ${damaged === 1 ? 'a damaged file' : `${damaged} damaged files`}`;
  return `Backup restored${without}. Please log in with your current email and password.`;
}
