import { COPY_CAUSES } from '@vitrine/contract/options';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Db, Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';
import { Mail } from '../mail/mail.ts';

export type Jobs = ReturnType<typeof createJobs>;

/** An email that alerts the owner to a change of the account. */
type Alert = Exclude<Mail, { kind: 'password-reset' }>;

interface ResetLinkOptions {
  readonly key: string;
  /** The owner's job is sent before all others. */
  readonly isOwner: boolean;
}

/** The IDs of a message and of one of its replies. */
const ReplyJob = z.object({ message: z.string(), reply: z.string() });

export type ReplyJob = z.infer<typeof ReplyJob>;

/** The ID of the destination, and why its copy is updated. */
const CopyJob = z.object({ destination: z.string(), cause: z.enum(COPY_CAUSES) });

export type CopyJob = z.infer<typeof CopyJob>;

export interface JobsOptions {
  readonly db: Db;
  readonly deliver: (mail: Mail) => Promise<void>;
  /** Sends the email about new messages, or returns how long to wait before the next try. */
  readonly deliverMessages: () => Promise<{ waitSeconds: number }>;
  readonly deliverReply: (reply: ReplyJob) => Promise<void>;
  /** The signal says that the job has to stop. */
  readonly updateCopy: (copy: CopyJob, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly retrySeconds?: number;
  readonly pollSeconds?: number | undefined;
}

/** For alerts only, so that jobs created by visitors cannot delay them. */
const MAIL = 'mail';
const PASSWORD_RESET = 'password-reset';
const MESSAGES = 'messages';
const REPLIES = 'replies';
export const COPIES = 'copies';

/** Background jobs, stored in PostgreSQL. */
export function createJobs(options: JobsOptions) {
  const { db, deliver, deliverMessages, deliverReply, updateCopy, onError } = options;
  const { retrySeconds = 5, pollSeconds = 2 } = options;
  const boss = new PgBoss({
    db: { executeSql: executeIn(db, onError) },
    // No job has a schedule, so the queue need not look for one every minute.
    schedule: false,
    // Deletes completed jobs, every day by default.
    maintenanceIntervalSeconds: 3_600,
  });
  boss.on('error', onError);
  let isWorking = false;

  return {
    async start(): Promise<void> {
      // The queue creates its own tables, and processes that start together would conflict.
      await db.transaction().execute(async (trx) => {
        await lock(trx, 'migration');
        await boss.start();
      });
      await createQueues(boss, retrySeconds);
      // A retried start must not register the workers twice.
      if (isWorking) return;
      isWorking = true;
      for (const queue of [PASSWORD_RESET, MAIL])
        await work(queue, (data) => deliver(Mail.parse(data)));
      await work(MESSAGES, async () => {
        const { waitSeconds } = await deliverMessages();
        if (waitSeconds > 0) await boss.send(MESSAGES, {}, { startAfter: waitSeconds });
      });
      await work(REPLIES, (data) => deliverReply(ReplyJob.parse(data)));
      await work(COPIES, (data, signal) => updateCopy(CopyJob.parse(data), signal));
    },
    /**
     * Releases unfinished jobs for another process or a later start. An email that the mail server is
     * accepting gets the time for it: otherwise it would be sent twice.
     */
    stop: () => boss.stop({ graceful: true, timeout: 3_000 }),
    /** Queues an alert. It is sent only if the transaction commits. */
    async sendMail(trx: Trx, alert: Alert): Promise<void> {
      await boss.send(MAIL, alert, { db: fromKysely(trx) });
    },
    /** Queues a reset link. A waiting job with the same key is moved to the front instead. */
    async sendResetLink(
      trx: Trx,
      email: string,
      { key, isOwner }: ResetLinkOptions,
    ): Promise<void> {
      const mail: Mail = { kind: 'password-reset', email };
      await boss.upsert(PASSWORD_RESET, mail, {
        db: fromKysely(trx),
        singletonKey: key,
        priority: isOwner ? 1 : 0,
        startAfter: 0,
      });
    },
    /** Queues one email about all messages that arrive until the delay has passed. */
    async scheduleMessageMail(trx: Trx, delaySeconds: number): Promise<void> {
      await boss.send(MESSAGES, {}, { db: fromKysely(trx), startAfter: delaySeconds });
    },
    /** Queues a reply, or changes when a waiting one is sent. */
    async scheduleReply(trx: Trx, reply: ReplyJob, delaySeconds: number): Promise<void> {
      await boss.upsert(REPLIES, reply, {
        db: fromKysely(trx),
        singletonKey: reply.reply,
        startAfter: delaySeconds,
      });
    },
    /** Queues the update of a copy, unless one is waiting. */
    async scheduleCopy(copy: CopyJob, delaySeconds: number): Promise<void> {
      const options = { singletonKey: copy.destination, startAfter: delaySeconds };
      await boss.send(COPIES, copy, options);
    },
    /** Queues the update of a copy, or moves a waiting one to the front. */
    async startCopy(trx: Trx, copy: CopyJob): Promise<void> {
      await boss.upsert(COPIES, copy, {
        db: fromKysely(trx),
        singletonKey: copy.destination,
        startAfter: 0,
      });
    },
  };

  async function work(
    queue: string,
    handle: (data: unknown, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const worker = await boss.work(
      queue,
      // A destination that is slow keeps no other copy waiting.
      { pollingIntervalSeconds: pollSeconds, localConcurrency: queue === COPIES ? 3 : 1 },
      async (jobs: { data: unknown; signal: AbortSignal }[]) => {
        // Fetches the next job without waiting for the polling interval.
        boss.notifyWorker(worker);
        try {
          for (const { data, signal } of jobs) await handle(data, signal);
        } catch (error) {
          // The queue retries failed jobs without logging why.
          onError(error);
          throw error;
        }
      },
    );
  }
}

async function createQueues(boss: PgBoss, retrySeconds: number): Promise<void> {
  // Retries emails for two weeks, backing off to every five minutes.
  const mailing = {
    retryLimit: 10_000,
    retryDelay: retrySeconds,
    retryBackoff: true,
    retryDelayMax: Math.max(retrySeconds, 300),
    expireInSeconds: 120,
    // Completed jobs contain email addresses, which should not be stored longer than needed.
    deleteAfterSeconds: 3_600,
  };
  await boss.createQueue(MAIL, mailing);
  await boss.createQueue(PASSWORD_RESET, { ...mailing, policy: 'short' });
  // At most one job per state: waiting, active and retrying. New messages join the waiting one.
  await boss.createQueue(MESSAGES, { ...mailing, policy: 'stately' });
  // At most one active job per reply.
  await boss.createQueue(REPLIES, { ...mailing, policy: 'stately' });
  await boss.createQueue(COPIES, {
    // At most one waiting and one active job per destination.
    policy: 'stately',
    // About 15 hours.
    retryLimit: 20,
    retryDelay: 6 * retrySeconds,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 3_600,
    // The job of a process that was killed becomes free again.
    heartbeatSeconds: 30,
    deleteAfterSeconds: 3_600,
  });
}

/**
 * The queue runs scripts that contain a transaction. If one fails, the transaction must be rolled
 * back before the connection returns to the pool.
 */
function executeIn(db: Db, onError: JobsOptions['onError']) {
  return (text: string, values?: unknown[]) =>
    db.connection().execute(async (connection) => {
      try {
        return await fromKysely(connection).executeSql(text, values);
      } catch (error) {
        await sql`rollback`.execute(connection).catch(onError);
        throw error;
      }
    });
}
