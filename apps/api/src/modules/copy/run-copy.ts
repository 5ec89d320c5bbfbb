import type { CopyContact } from '@vitrine/contract/options';
import type { Db } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import type { CopyJob, Jobs } from '../../jobs/jobs.ts';
import { CopyError } from './copy-error.ts';
import {
  isUnchanged,
  markUnfinished,
  openStored,
  recordFailure,
  recordSuccess,
  type StoredDestination,
  takeExpiringTokens,
} from './copy-store.ts';
import { BranchMovedError } from './github-api.ts';
import { type CopyPlaces, openDestination } from './open-destination.ts';
import { type CopyFile, NO_CHANGES } from './plan-update.ts';
import { type Published, publishFiles } from './publish-files.ts';

/** What a copy is made from. */
export interface CopySource {
  /** Differs if a copy may have other files. */
  readonly version: string;
  exportFiles(options: {
    readonly url: string;
    readonly contact: CopyContact;
  }): Promise<CopyFile[]>;
}

export interface CopyOptions {
  readonly db: Db;
  readonly jobs: () => Pick<Jobs, 'sendMail' | 'scheduleCopy'>;
  readonly places: CopyPlaces;
  /** Returns undefined if there is nothing that visitors may see. */
  readonly read: () => Promise<CopySource | undefined>;
}

type Stored = NonNullable<StoredDestination>;

/** Failures in a row after which the owner gets an email. Many are over within minutes. */
const REPORTED_FAILURE = 3;
/** Attempts if something else changes a branch at the same time. */
const MAX_ATTEMPTS = 3;
const REST_DELAY_SECONDS = 3_600;
/** The queue gives a job up after an hour, and nothing would say why. */
const LONGEST_UPDATE_MS = 55 * 60_000;

/** Returns the function that updates one copy. */
export function copyRunner(options: CopyOptions) {
  return async function updateCopy(job: CopyJob, signal: AbortSignal): Promise<void> {
    const stored = await openStored(options.db, job.destination);
    const found = stored && (await options.read());
    if (!found || isCurrent(stored, found, job)) return;
    await markUnfinished(options.db, stored.id);
    // Read again: nobody would notice a change that was undone before the copy counted as unfinished.
    const source = await options.read();
    if (!source) return;
    const startedAt = performance.now();
    const describeRun = (files: number, changes = NO_CHANGES) => ({
      destination: stored,
      ms: performance.now() - startedAt,
      cause: stored.sends_everything ? 'everything' : causeOf(stored, source, job),
      files,
      changes,
    });
    let files: CopyFile[] | undefined;
    const load = async () => {
      files ??= await source.exportFiles(stored);
      return files;
    };
    const limit = AbortSignal.timeout(LONGEST_UPDATE_MS);
    try {
      const published = await publish(stored, load, options, AbortSignal.any([signal, limit]));
      await succeed(options, stored, describeRun(files?.length ?? 0, published.changes), {
        ...published,
        version: source.version,
      });
    } catch (error) {
      // Stopped with the service, which tries again.
      if (signal.aborted) throw error;
      const failure = limit.aborted ? tookTooLong() : explain(error);
      await fail(options, stored, describeRun(files?.length ?? 0), failure);
      if (!failure.isFinal) throw failure;
    }
  };
}

/** Nothing that visitors see has changed since the last update, as after a draft was saved. */
function isCurrent(stored: Stored, { version }: CopySource, { cause }: CopyJob): boolean {
  const isWanted = cause !== 'change' || stored.sends_everything;
  return !isWanted && stored.published === version;
}

/** The release is the first word of a version. */
function causeOf({ published }: Stored, { version }: CopySource, { cause }: CopyJob) {
  const [release, hash] = version.split(' ');
  const [before, hashBefore] = published.split(' ');
  const isRelease = cause === 'change' && release !== before && hash === hashBefore;
  return isRelease ? 'release' : cause;
}

async function publish(
  stored: Stored,
  load: () => Promise<readonly CopyFile[]>,
  { db, places }: CopyOptions,
  signal: AbortSignal,
): Promise<Published & { readonly tokenExpiresAt: Date | undefined }> {
  const destination = openDestination(stored, places);
  const requireUnchanged = async () => {
    if (!(await isUnchanged(db, stored)))
      throw new CopyError('The destination was changed during the update.');
  };
  for (let attempt = 1; ; attempt += 1)
    try {
      const everything = stored.sends_everything;
      const options = { everything, signal, requireUnchanged };
      const published = await publishFiles(load, destination, options);
      return { ...published, tokenExpiresAt: destination.tokenExpiresAt?.() };
    } catch (error) {
      if (!(error instanceof BranchMovedError) || attempt === MAX_ATTEMPTS) throw error;
    }
}

type Run = Parameters<typeof recordSuccess>[1];

async function succeed(
  { db, jobs }: CopyOptions,
  stored: Stored,
  run: Run,
  { rest, version, tokenExpiresAt }: Awaited<ReturnType<typeof publish>> & { version: string },
): Promise<void> {
  const published = rest === 0 ? version : '';
  await db.transaction().execute(async (trx) => {
    const hadEverything = stored.sends_everything;
    const success = { published, hadEverything, tokenExpiresAt };
    const isRecorded = await recordSuccess(trx, run, success);
    if (!isRecorded) return;
    if (stored.is_reported) await jobs().sendMail(trx, { kind: 'copy-recovered', url: stored.url });
  });
  const next = { destination: stored.id, cause: run.cause };
  if (rest > 0) await jobs().scheduleCopy(next, REST_DELAY_SECONDS);
}

async function fail(
  { db, jobs }: CopyOptions,
  stored: Stored,
  run: Run,
  { message: reason, isFinal }: CopyError,
): Promise<void> {
  const isReported = isFinal || stored.failed_runs + 1 >= REPORTED_FAILURE;
  await db.transaction().execute(async (trx) => {
    const isRecorded = await recordFailure(trx, run, {
      reason,
      isFinal,
      isReported: isReported || stored.is_reported,
    });
    if (isRecorded && isReported && !stored.is_reported)
      await jobs().sendMail(trx, { kind: 'copy-failed', url: stored.url, reason, isFinal });
  });
}

/** Mails the owner two weeks before a copy can no longer be updated. */
export async function reportExpiringTokens(db: Db, jobs: Pick<Jobs, 'sendMail'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { url, token_expires_at } of await takeExpiringTokens(trx))
      await jobs.sendMail(trx, {
        kind: 'copy-token-expires',
        url,
        at: token_expires_at.toISOString(),
      });
  });
}

function tookTooLong(): CopyError {
  return new CopyError('The update took almost an hour. The next one continues it.');
}

function explain(error: unknown): CopyError {
  if (error instanceof CopyError) return error;
  const reason =
    error instanceof ExpectedError
      ? error.answer
      : 'The update failed unexpectedly. The log of the service says why.';
  return new CopyError(reason, { cause: error });
}
