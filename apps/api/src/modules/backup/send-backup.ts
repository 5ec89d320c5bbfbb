import { openAsBlob } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type S3Bucket, type S3Options, s3Bucket } from '../../s3/s3-bucket.ts';
import { explainStatus, S3Error } from '../../s3/s3-response.ts';
import { BackupError } from './archive.ts';
import { explainFailure, nameBucket } from './backup-status.ts';
import { encryptFile } from './encrypt.ts';
import { listOutdated } from './retention.ts';

interface Sending {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'sendMail'>;
  /** The folder with the archives. */
  readonly folder: string;
  readonly bucket: S3Options;
}

/** For each request, besides those that send parts. */
const TIMEOUT_SECONDS = 60;
const ENDING = '.age';
/** Failures in a row after which the owner gets an email. There is an attempt every hour. */
const REPORTED_FAILURE = 3;

/** Sends the newest backup to the bucket, encrypted, unless it is there already or there is no key. */
export async function sendNewest(
  { db, jobs, folder, bucket: options }: Sending,
  signal?: AbortSignal,
): Promise<void> {
  const place = nameBucket(options);
  const newest = await db
    .selectFrom('automatic_backup')
    .select(['name', 'recipient', 'send_failures'])
    .where(sql<boolean>`(name, ${place}) is distinct from (sent_name, sent_to)`)
    .executeTakeFirst();
  if (!newest?.name || newest.recipient === null) return;
  const { name, recipient } = newest;
  const bucket = s3Bucket(options, TIMEOUT_SECONDS);
  try {
    const size = await send(bucket, folder, name, recipient, signal);
    await db
      .updateTable('automatic_backup')
      .set({
        sent_name: name,
        sent_to: place,
        sent_at: sql`now()`,
        sent_size: String(size),
        send_failure: null,
        send_failures: 0,
      })
      // With a key that was replaced meanwhile, it has to be sent again.
      .where('recipient', '=', recipient)
      .execute();
  } catch (error) {
    if (signal?.aborted) return;
    const failure = explain(error, folder);
    const failures = newest.send_failures + 1;
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('automatic_backup')
        .set({ send_failure: failure, send_failures: failures })
        .execute();
      if (failures === REPORTED_FAILURE)
        await jobs.sendMail(trx, { kind: 'backup-not-sent', failure });
    });
    throw error;
  }
  // Tried again after the next backup: a failure is logged, and does not mean that this one was not sent.
  await removeOutdated(bucket);
}

/** From now on, backups are encrypted with this key. The newest one is sent again. */
export async function saveRecipient(trx: Trx, recipient: string): Promise<void> {
  await trx
    .insertInto('automatic_backup')
    .values({ recipient, key_since: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        recipient,
        key_since: sql`now()`,
        sent_name: null,
        sent_at: null,
        sent_size: null,
        send_failure: null,
        send_failures: 0,
      }),
    )
    .execute();
}

/** Returns the size of what is in the bucket. */
async function send(
  bucket: S3Bucket,
  folder: string,
  name: string,
  recipient: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const path = join(folder, name);
  // Encrypted on the disk first, because a part that was not received is sent again.
  const encrypted = `${path}${ENDING}.part`;
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < 2 * (await stat(path)).size)
      throw new BackupError('There is not enough disk space to encrypt it.');
    await encryptFile(path, encrypted, recipient, signal);
    const content = await openAsBlob(encrypted);
    await bucket.putLarge(`${name}${ENDING}`, content, signal);
    return content.size;
  } finally {
    await rm(encrypted, { force: true });
  }
}

/** As many stay as in the folder. A key that may not list or delete leaves this to rules of the store. */
async function removeOutdated(bucket: S3Bucket): Promise<void> {
  try {
    const names: string[] = [];
    for await (const key of bucket.list('nightly-'))
      if (key.endsWith(ENDING)) names.push(key.slice(0, -ENDING.length));
    for (const name of listOutdated(names)) await bucket.remove(`${name}${ENDING}`);
  } catch (error) {
    if (!(error instanceof S3Error && error.status === 403)) throw error;
  }
}

function explain(error: unknown, folder: string): string {
  return error instanceof S3Error ? explainStatus(error.status) : explainFailure(error, folder);
}
