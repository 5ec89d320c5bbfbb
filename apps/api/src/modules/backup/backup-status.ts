import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import type { S3Options } from '../../s3/s3-bucket.ts';
import { BackupError } from './archive.ts';

export type BackupPlaces = Pick<Config, 'backupDir' | 'backupBucket'>;

/** What the owner should know about automatic backups. */
export async function readBackupStatus(
  db: Db,
  { backupDir: folder, backupBucket: bucket }: BackupPlaces,
) {
  const row =
    folder === undefined
      ? undefined
      : await db
          .selectFrom('automatic_backup')
          .selectAll()
          .select([
            sql<boolean>`coalesce(taken_at, since) < now() - interval '2 days'`.as('is_overdue'),
            // Without backups, there are no drills either.
            sql<boolean>`taken_at >= now() - interval '2 days' and drill_failure is null
              and coalesce(drill_passed_at, since) < now() - interval '2 days'`.as(
              'is_drill_overdue',
            ),
            sql<boolean>`send_failure is null
              and coalesce(sent_at, key_since) < now() - interval '2 days'`.as('is_send_overdue'),
          ])
          .executeTakeFirst();
  const { name, taken_at: takenAt, size, missing = 0 } = row ?? {};
  return {
    folder: folder ?? null,
    last: name && takenAt ? { name, takenAt, size: Number(size), missing } : null,
    drill: row?.drill_passed_at
      ? {
          passedAt: row.drill_passed_at,
          rows: row.drill_rows ?? 0,
          files: row.drill_files ?? 0,
          seconds: (row.drill_ms ?? 0) / 1000,
        }
      : null,
    bucket: bucket
      ? {
          name: nameBucket(bucket),
          recipient: row?.recipient ?? null,
          sent:
            row?.sent_at && row.sent_to === nameBucket(bucket)
              ? { name: `${row.sent_name}.age`, sentAt: row.sent_at, size: Number(row.sent_size) }
              : null,
        }
      : null,
    problems: [
      row?.error && `The last automatic backup failed. ${row.error}`,
      row?.is_overdue && 'There was no automatic backup in the last 2 days.',
      row?.drill_failure && `The last restore drill failed. ${row.drill_failure}`,
      row?.is_drill_overdue &&
        'No restore drill was completed in the last 2 days. Search the log of the service for “automatic backup failed”.',
      ...(bucket && row ? listSendProblems(row) : []),
      missing > 0 && `The last automatic backup is incomplete. ${describeMissing(missing)}`,
    ].filter((problem) => typeof problem === 'string'),
  };
}

export function nameBucket({ bucket, endpoint }: S3Options): string {
  return `${bucket} at ${new URL(endpoint).host}`;
}

interface SendState {
  readonly recipient: string | null;
  readonly send_failure: string | null;
  readonly is_send_overdue: boolean | null;
}

function listSendProblems({ recipient, send_failure, is_send_overdue }: SendState) {
  if (recipient === null)
    return ['No backup is sent to the bucket yet. Create a key in Account > Backup.'];
  return [
    send_failure && `The last backup could not be sent to the bucket. ${send_failure}`,
    is_send_overdue && 'No backup was sent to the bucket in the last 2 days.',
  ];
}

function describeMissing(count: number): string {
  return `${countMedia(count)} missing from the server. Run vitrine verify there to list what is missing.`;
}

export function countMedia(count: number): string {
  return count === 1 ? '1 media file is' : `${count} media files are`;
}

/** Why a backup could not be written or read, for the owner. */
export function explainFailure(error: unknown, folder: string): string {
  const { code = '', path }: NodeJS.ErrnoException = Object(error);
  if (error instanceof BackupError) return error.message;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  return path?.startsWith(folder)
    ? `Vitrine cannot write to ${folder} (${code}).`
    : 'The log of the service has the reason.';
}
