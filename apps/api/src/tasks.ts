import { pruneEvents } from './auth/audit-store.ts';
import { deleteExpiredDevices } from './auth/device-store.ts';
import type { Config } from './config.ts';
import { deleteExpiredTrash } from './content/purged-store.ts';
import { pruneRevisions } from './content/revision-store.ts';
import { publishDue } from './content/stores.ts';
import type { Db } from './db/client.ts';
import { deleteExpired } from './db/delete-expired.ts';
import { deleteExpiredKeys } from './http/idempotency-store.ts';
import { pruneLimits } from './http/rate-limit-store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { MediaFiles } from './media/media-files.ts';
import { mediaStore } from './media/media-store.ts';
import { backUpNightly } from './modules/backup/automatic-backup.ts';
import { reportExpiringTokens } from './modules/copy/run-copy.ts';
import { deleteExpiredImports } from './modules/import/import-store.ts';
import { deleteExpiredFormTokens } from './modules/message/contact-store.ts';
import { deleteUnusedSiteFiles } from './modules/site/site-file-store.ts';
import { pruneChallenges } from './modules/user/challenge-store.ts';
import { deleteExpiredVisits } from './modules/visit/visit-store.ts';

const SHORT_MS = 10_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** So that the first requests need not wait for cleanups. */
const FIRST_TASK_MS = 1_000;

/** In this order. */
const CLEANUPS = [
  deleteExpired,
  deleteExpiredDevices,
  deleteExpiredKeys,
  deleteExpiredFormTokens,
  deleteUnusedSiteFiles,
  deleteExpiredTrash,
  deleteExpiredImports,
  pruneRevisions,
];

interface Lifecycle {
  readonly isStopping: boolean;
  report(error: unknown, message: string): void;
}

interface Work {
  readonly pauseMs: number;
  /** What is logged if it fails. */
  readonly failure: string;
  run(signal?: AbortSignal): Promise<unknown>;
}

/**
 * What happens again and again. None of it is a job in the queue: a process that is killed while it runs
 * one would block the next.
 */
export function listWork(
  { backupDir: folder, backupBucket: bucket }: Config,
  { db, files, jobs }: { readonly db: Db; readonly files: MediaFiles; readonly jobs: Jobs },
): Work[] {
  const media = mediaStore(files);
  const every = (pauseMs: number, failure: string, run: Work['run']) => ({ pauseMs, failure, run });
  const work = [
    every(DAY_MS, 'cleanup failed', async () => {
      for (const clean of CLEANUPS) await clean(db);
      await media.sweep(db);
    }),
    every(HOUR_MS, 'old visits not deleted', () => deleteExpiredVisits(db)),
    every(HOUR_MS, 'expiring tokens not reported', () => reportExpiringTokens(db, jobs)),
    // So often that a flood of attempts cannot fill the disk.
    every(SHORT_MS, 'rate limits not pruned', () => pruneLimits(db)),
    every(SHORT_MS, 'audit log not pruned', () => pruneEvents(db)),
    every(SHORT_MS, 'passkey challenges not pruned', () => pruneChallenges(db)),
    every(SHORT_MS, 'scheduled items not published', () => publishDue(db)),
  ];
  if (folder !== undefined)
    work.push(
      every(HOUR_MS, 'automatic backup failed', (signal) =>
        backUpNightly({ db, files, jobs, folder, bucket }, signal),
      ),
    );
  return work;
}

interface Task {
  start(): void;
  cancel(): void;
  isRunning(): boolean;
  /** Resolves when it no longer runs. */
  finish(): Promise<void>;
}

/** Runs work soon after the start, and again after each pause. */
export function repeat({ pauseMs, failure, run }: Work, lifecycle: Lifecycle): Task {
  const canceling = new AbortController();
  let running: Promise<unknown> | undefined;
  let next: NodeJS.Timeout | undefined;
  function runAfter(delayMs: number): void {
    if (lifecycle.isStopping) return;
    next = setTimeout(() => {
      running = run(canceling.signal)
        .catch((error) => lifecycle.report(error, failure))
        .finally(() => {
          running = undefined;
          runAfter(pauseMs);
        });
    }, delayMs);
  }
  return {
    start: () => runAfter(FIRST_TASK_MS),
    cancel() {
      clearTimeout(next);
      canceling.abort();
    },
    isRunning: () => running !== undefined,
    async finish() {
      await running;
    },
  };
}
