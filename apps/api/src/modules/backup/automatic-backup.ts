import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Db, isDatabaseUnavailable } from '../../db/client.ts';
import { tryLock } from '../../db/locks.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isFileMissing, type MediaFiles } from '../../media/media-files.ts';
import type { S3Options } from '../../s3/s3-bucket.ts';
import { BackupError, writeWhole } from './archive.ts';
import { explainFailure } from './backup-status.ts';
import { drillRestore } from './restore-drill.ts';
import { removeOld } from './retention.ts';
import { sendNewest } from './send-backup.ts';
import { TABLES } from './tables.ts';
import { takeBackup } from './take-backup.ts';

interface BackupPlace {
  readonly db: Db;
  readonly files: MediaFiles;
  /** The folder for the archives. */
  readonly folder: string;
}

interface NightlyBackups extends BackupPlace {
  readonly jobs: Jobs;
  /** Where the backups are sent to, if anywhere. */
  readonly bucket: S3Options | undefined;
}

/**
 * Takes the backup of this night if there is none yet, deletes old ones, restores the newest in a drill,
 * and sends it to the bucket. Call it often: it also catches up, and tries again after a failure. The lock
 * lets one process at a time do it, and a process that dies releases it.
 */
export async function backUpNightly(place: NightlyBackups, signal?: AbortSignal): Promise<void> {
  const { db, folder } = place;
  // Only the lock is in this transaction: a restore has to wait for tables that it has read.
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    if (!(await tryLock(trx, 'backup'))) return;
    // Without an owner there is nothing to back up.
    await sql`insert into automatic_backup (id) select true from owner on conflict do nothing`.execute(
      db,
    );
    try {
      if (await isTrue(db, IS_DUE)) await backUp(place, signal);
    } finally {
      await removeOld(folder);
    }
    try {
      if (await isTrue(db, IS_DRILL_DUE)) await drillNewest(place, signal);
    } finally {
      const { bucket } = place;
      if (bucket) await sendNewest({ ...place, bucket }, signal);
    }
  });
}

/**
 * A night starts at 2:00 in the database's time zone. A time in the future is from a clock that was wrong,
 * and must not end the backups until then.
 */
const IS_DUE = sql<boolean>`
  taken_at is null or taken_at < date_trunc('day', now() - interval '2 hours') + interval '2 hours'
    or taken_at > now() + interval '1 day'`;

/** Until the newest backup has passed. */
const IS_DRILL_DUE = sql<boolean>`
  name is not null and (drill_passed_at is null
    or drill_passed_at not between taken_at and now() + interval '1 day')`;

async function isTrue(db: Db, condition: typeof IS_DUE): Promise<boolean> {
  return (
    (await db.selectFrom('automatic_backup').select('id').where(condition).execute()).length > 0
  );
}

async function backUp(place: BackupPlace, signal?: AbortSignal): Promise<void> {
  const { db, folder } = place;
  try {
    const { name, takenAt, size, missing, checksum } = await save(place, 'nightly', signal);
    await db
      .updateTable('automatic_backup')
      .set({
        name,
        taken_at: takenAt,
        size: String(size),
        missing: missing.length,
        checksum,
        error: null,
      })
      .execute();
  } catch (error) {
    if (signal?.aborted) return;
    await db
      .updateTable('automatic_backup')
      .set({ error: explainFailure(error, folder) })
      .execute();
    throw error;
  }
}

/** Keeps what a restore is about to replace. */
export async function copyBeforeRestore(place: BackupPlace): Promise<void> {
  await save(place, 'before-restore');
}

async function save({ db, files, folder }: BackupPlace, kind: string, signal?: AbortSignal) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const backup = await takeBackup(db, files);
  try {
    const { bavail, bsize } = await statfs(folder);
    // The database may be on the same disk, and stops if the disk is full.
    if (bavail * bsize < 2 * backup.size) throw new BackupError('There is not enough disk space.');
    // With milliseconds, because a copy must not replace that of a restore just before.
    const name = `${kind}-${backup.takenAt.toISOString().replaceAll(/[:.]/g, '-')}.tar`;
    const checksum = await writeWhole(join(folder, name), backup.open(), signal);
    return { ...backup, name, checksum };
  } finally {
    await backup.discard();
  }
}

/** The email says it once, and again if the next backup fails as well. */
async function drillNewest(
  { db, folder, jobs }: NightlyBackups,
  signal?: AbortSignal,
): Promise<void> {
  const newest = await db
    .selectFrom('automatic_backup')
    .select(['name', 'checksum', 'drill_failure as before'])
    .executeTakeFirstOrThrow();
  const path = join(folder, newest.name ?? '');
  try {
    await requireSpace(db, folder);
    const startedAt = performance.now();
    const { rows, files } = await drillRestore({ db, path, checksum: newest.checksum, signal });
    await db
      .updateTable('automatic_backup')
      .set({
        drill_passed_at: sql`now()`,
        drill_rows: rows,
        drill_files: files,
        drill_ms: Math.round(performance.now() - startedAt),
        drill_failure: null,
      })
      .execute();
  } catch (error) {
    if (signal?.aborted) return;
    if (isDatabaseUnavailable(error)) throw error;
    const reason = isFileMissing(error) ? 'The file is missing.' : explainFailure(error, folder);
    const failure = `${newest.name}: ${reason}`;
    if (failure !== newest.before)
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('automatic_backup').set({ drill_failure: failure }).execute();
        await jobs.sendMail(trx, { kind: 'restore-drill-failed', failure });
      });
    throw error;
  }
}

/** The database may be on the same disk, with a copy of the rows and the log of their insertion. */
async function requireSpace(db: Db, folder: string): Promise<void> {
  const { rows } = await sql<{ size: string | null }>`
    select sum(pg_total_relation_size(oid)) as size from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any(${TABLES})`.execute(
    db,
  );
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < 3 * Number(rows[0]?.size))
    throw new BackupError('There is not enough disk space for the drill.');
}
