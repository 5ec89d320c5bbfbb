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
import type { MediaFiles } from './media/media-files.ts';
import { mediaStore } from './media/media-store.ts';
import { backUpNightly } from './modules/backup/automatic-backup.ts';
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

/**
 * What happens again and again. None of it is a job in the queue: a process that is killed while it runs
 * one would block the next.
 */
export function createTasks(
  { backupDir: folder }: Config,
  { db, files }: { readonly db: Db; readonly files: MediaFiles },
  lifecycle: Lifecycle,
): Task[] {
  const media = mediaStore(files);
  const tasks = [
    repeat(DAY_MS, lifecycle, 'cleanup failed', async () => {
      for (const clean of CLEANUPS) await clean(db);
      await media.sweep(db);
    }),
    repeat(HOUR_MS, lifecycle, 'old visits not deleted', () => deleteExpiredVisits(db)),
    // So often that a flood of attempts cannot fill the disk.
    repeat(SHORT_MS, lifecycle, 'rate limits not pruned', () => pruneLimits(db)),
    repeat(SHORT_MS, lifecycle, 'audit log not pruned', () => pruneEvents(db)),
    repeat(SHORT_MS, lifecycle, 'passkey challenges not pruned', () => pruneChallenges(db)),
    repeat(SHORT_MS, lifecycle, 'scheduled items not published', () => publishDue(db)),
  ];
  if (folder !== undefined)
    tasks.push(
      repeat(HOUR_MS, lifecycle, 'automatic backup failed', (signal) =>
        backUpNightly({ db, files, folder }, signal),
      ),
    );
  return tasks;
}

interface Task {
  start(): void;
  cancel(): void;
  /** Resolves when it no longer runs. */
  finish(): Promise<void>;
}

/** Runs work soon after the start, and again after each pause. */
function repeat(
  pauseMs: number,
  lifecycle: Lifecycle,
  failure: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Task {
  const canceling = new AbortController();
  let running: Promise<unknown> | undefined;
  let next: NodeJS.Timeout | undefined;
  function runAfter(delayMs: number): void {
    if (lifecycle.isStopping) return;
    next = setTimeout(() => {
      running = work(canceling.signal)
        .catch((error) => lifecycle.report(error, failure))
        .finally(() => runAfter(pauseMs));
    }, delayMs);
  }
  return {
    start: () => runAfter(FIRST_TASK_MS),
    cancel() {
      clearTimeout(next);
      canceling.abort();
    },
    async finish() {
      await running;
    },
  };
}
