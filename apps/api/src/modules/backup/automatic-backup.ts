import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { tryLock } from '../../db/locks.ts';
import { isFileMissing, type MediaFiles } from '../../media/media-files.ts';
import { BackupError } from './archive.ts';
import { checkArchive } from './check-archive.ts';
import { takeBackup, writeWhole } from './take-backup.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface BackupPlace {
  readonly db: Db;
  readonly files: MediaFiles;
  /** The folder for the archives. */
  readonly folder: string;
}

/** The newest backups that are kept, and the weeks before them of which one is kept. */
const NIGHTS = 7;
const WEEKS = 4;
/** How long a copy of what a restore replaced is kept. */
const COPY_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

const NIGHTLY = /^nightly-(\d{4}-\d{2}-\d{2})T[\d-]+Z\.tar$/;
const COPY = /^before-restore-.*Z\.tar$/;
/** What a killed process leaves. */
const DRAFT = /^(?:nightly|before-restore)-.*\.part$/;

/**
 * Takes the backup of this night if there is none yet, deletes old ones, and checks the newest once a
 * week. Call it often: it also catches up, and tries again after a failure. The lock lets one process
 * at a time do it, and a process that dies releases it.
 */
export async function backUpNightly(place: BackupPlace, signal?: AbortSignal): Promise<void> {
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
    if (await isTrue(db, IS_UNCHECKED)) await checkNewest(place, signal);
  });
}

/**
 * A night starts at 2:00 in the database's time zone. A time in the future is from a clock that was wrong,
 * and must not end the backups until then.
 */
const IS_DUE = sql<boolean>`
  taken_at is null or taken_at < date_trunc('day', now() - interval '2 hours') + interval '2 hours'
    or taken_at > now() + interval '1 day'`;

/** After a damaged archive, the next one is checked as soon as it exists. */
const IS_UNCHECKED = sql<boolean>`
  name is not null and (verified_at is null
    or verified_at not between now() - interval '7 days' and now() + interval '1 day'
    or (damage is not null and verified_at < taken_at))`;

async function isTrue(db: Db, condition: typeof IS_DUE): Promise<boolean> {
  return (
    (await db.selectFrom('automatic_backup').select('id').where(condition).execute()).length > 0
  );
}

async function backUp(place: BackupPlace, signal?: AbortSignal): Promise<void> {
  const { db, folder } = place;
  try {
    const { name, takenAt, size, missing } = await save(place, 'nightly', signal);
    await db
      .updateTable('automatic_backup')
      .set({ name, taken_at: takenAt, size: String(size), missing: missing.length, error: null })
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
    await writeWhole(join(folder, name), backup.open(), signal);
    return { ...backup, name };
  } finally {
    await backup.discard();
  }
}

/** Why a backup could not be written, for the owner. */
export function explainFailure(error: unknown, folder: string): string {
  const { code = '', path }: NodeJS.ErrnoException = Object(error);
  if (error instanceof BackupError) return error.message;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  return path?.startsWith(folder)
    ? `Vitrine cannot write to ${folder} (${code}).`
    : 'The log of the service has the reason.';
}

/** Other files in the folder are left alone. */
async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const outdated = listOutdated(names);
  for (const name of names) {
    const path = join(folder, name);
    const days = COPY.test(name) ? COPY_DAYS : DRAFT.test(name) ? 1 : undefined;
    // A draft may just have got its name.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    const isOld = days !== undefined && Date.now() - mtimeMs > days * DAY_MS;
    if (isOld || outdated.includes(name)) await rm(path, { force: true });
  }
}

/** Of the weeks before the last nights, the first backup is kept: it stays the first as the rest go. */
export function listOutdated(names: readonly string[]): string[] {
  const older = names
    .filter((name) => NIGHTLY.test(name))
    .toSorted()
    .toReversed()
    .slice(NIGHTS);
  const weeks = Map.groupBy(older, weekNumber);
  const kept = [...weeks.values()].slice(0, WEEKS).map((week) => week.at(-1));
  return older.filter((name) => !kept.includes(name));
}

/** Weeks start on Monday, and 1970 started on a Thursday. */
function weekNumber(name: string): number {
  return Math.floor((Date.parse(NIGHTLY.exec(name)?.[1] ?? '') / DAY_MS + 3) / 7);
}

async function checkNewest({ db, folder }: BackupPlace, signal?: AbortSignal): Promise<void> {
  const { name } = await db.selectFrom('automatic_backup').select('name').executeTakeFirstOrThrow();
  const damage = await findDamage(join(folder, name ?? ''), signal);
  if (signal?.aborted) return;
  await db
    .updateTable('automatic_backup')
    .set({ verified_at: sql`now()`, damage: damage && `${name}: ${damage}` })
    .execute();
}

async function findDamage(path: string, signal?: AbortSignal): Promise<string | null> {
  const folder = await makeTemporaryFolder('restore');
  try {
    const { damaged } = await checkArchive(path, folder, () => signal?.throwIfAborted());
    return damaged.size > 0 ? `${countMedia(damaged.size)} damaged.` : null;
  } catch (error) {
    if (signal?.aborted) return null;
    if (error instanceof BackupError) return error.message;
    if (isFileMissing(error)) return 'The file is missing.';
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the owner should know about automatic backups. */
export async function readBackupStatus(db: Db, folder: string | undefined) {
  const row =
    folder === undefined
      ? undefined
      : await db
          .selectFrom('automatic_backup')
          .selectAll()
          .select(
            sql<boolean>`coalesce(taken_at, since) < now() - interval '2 days'`.as('is_overdue'),
          )
          .executeTakeFirst();
  const { name, taken_at: takenAt, size, missing = 0 } = row ?? {};
  return {
    folder: folder ?? null,
    last: name && takenAt ? { name, takenAt, size: Number(size), missing } : null,
    verifiedAt: row?.verified_at ?? null,
    problems: [
      row?.error && `The last automatic backup failed. ${row.error}`,
      row?.is_overdue && 'There was no automatic backup in the last 2 days.',
      row?.damage && `The last check found a damaged backup. ${row.damage}`,
      missing > 0 && `The last automatic backup is incomplete. ${describeMissing(missing)}`,
    ].filter((problem) => typeof problem === 'string'),
  };
}

function describeMissing(count: number): string {
  return `${countMedia(count)} missing from the server. Run vitrine verify there to list what is missing.`;
}

function countMedia(count: number): string {
  return count === 1 ? '1 media file is' : `${count} media files are`;
}
