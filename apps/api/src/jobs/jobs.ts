import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db, Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';
import { Mail } from '../mail/mail.ts';

export interface Jobs {
  start(): Promise<void>;
  /** Hands back what is not finished, for another process or a later start. */
  stop(): Promise<void>;
  /** The alert leaves if, and only if, the transaction is committed. */
  sendMail(trx: Trx, alert: Alert): Promise<void>;
  /** The same for a reset link. A job with the same key that still waits is brought forward instead. */
  sendResetLink(trx: Trx, email: string, options: ResetLinkOptions): Promise<void>;
  /** A mail about new messages leaves after the pause, one for however many came until then. */
  scheduleMessageMail(trx: Trx, waitSeconds: number): Promise<void>;
}

/** A mail about a change that the owner should know of. */
type Alert = Exclude<Mail, { kind: 'password-reset' }>;

interface ResetLinkOptions {
  readonly key: string;
  /** The owner's is sent before all that wait. */
  readonly isOwner: boolean;
}

interface JobsOptions {
  readonly db: Db;
  readonly deliver: (mail: Mail) => Promise<void>;
  /** Tells of new messages, or how long to wait with it. */
  readonly deliverMessages: () => Promise<{ waitSeconds: number }>;
  readonly onError: (error: unknown) => void;
  readonly pollSeconds?: number;
  readonly retrySeconds?: number;
}

/** Alerts only: nothing that a visitor can ask for waits in front of them. */
const MAIL = 'mail';
const PASSWORD_RESET = 'password-reset';
const MESSAGES = 'messages';

/** Work that outlives a request, in the same PostgreSQL as everything else. */
export function createJobs(options: JobsOptions): Jobs {
  const { db, deliver, deliverMessages, onError, pollSeconds = 2, retrySeconds = 5 } = options;
  // Nothing here goes by the calendar, which is a third of what the queue would load.
  const boss = new PgBoss({ db: { executeSql }, schedule: false });
  boss.on('error', onError);
  let isWorking = false;

  return {
    async start() {
      // The queue brings its own tables, and processes that start together would collide there.
      await db.transaction().execute(async (trx) => {
        await lock(trx, 'migration');
        await boss.start();
      });
      // A mail is tried again, at last every five minutes, for two weeks.
      const mailing = {
        retryLimit: 10_000,
        retryDelay: retrySeconds,
        retryBackoff: true,
        retryDelayMax: Math.max(retrySeconds, 300),
        expireInSeconds: 120,
        // What was sent is of no further use, and an address that was typed is not ours to keep.
        deleteAfterSeconds: 3_600,
      };
      await boss.createQueue(MAIL, mailing);
      await boss.createQueue(PASSWORD_RESET, { ...mailing, policy: 'short' });
      // One waits, one is at work, one is to be tried again: what comes meanwhile goes with them.
      await boss.createQueue(MESSAGES, { ...mailing, policy: 'stately' });
      // Another try after a fault must not set more workers to work.
      if (isWorking) return;
      isWorking = true;
      await work(MAIL, (data) => deliver(Mail.parse(data)));
      await work(PASSWORD_RESET, (data) => deliver(Mail.parse(data)));
      await work(MESSAGES, async () => {
        const { waitSeconds } = await deliverMessages();
        if (waitSeconds > 0) await boss.send(MESSAGES, {}, { startAfter: waitSeconds });
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: 1_000 }),
    async sendMail(trx, alert) {
      await boss.send(MAIL, alert, { db: fromKysely(trx) });
    },
    async sendResetLink(trx, email, { key, isOwner }) {
      const mail: Mail = { kind: 'password-reset', email };
      await boss.upsert(PASSWORD_RESET, mail, {
        db: fromKysely(trx),
        singletonKey: key,
        priority: isOwner ? 1 : 0,
        startAfter: 0,
      });
    },
    async scheduleMessageMail(trx, waitSeconds) {
      await boss.send(MESSAGES, {}, { db: fromKysely(trx), startAfter: waitSeconds });
    },
  };

  async function work(queue: string, handle: (data: unknown) => Promise<void>): Promise<void> {
    const worker = await boss.work(
      queue,
      { pollingIntervalSeconds: pollSeconds },
      async (jobs: { data: unknown }[]) => {
        // Where there is one job there may be more: the next is fetched without a pause.
        boss.notifyWorker(worker);
        for (const { data } of jobs) await reported(() => handle(data));
      },
    );
  }

  /**
   * The queue sends whole scripts with a transaction inside. When one fails, the connection must
   * not go back to the pool with that transaction open.
   */
  function executeSql(text: string, values?: unknown[]) {
    return db.connection().execute(async (connection) => {
      try {
        return await fromKysely(connection).executeSql(text, values);
      } catch (error) {
        await sql`rollback`.execute(connection).catch(onError);
        throw error;
      }
    });
  }

  /** A job that fails is tried again by the queue; somebody should still know why. */
  async function reported(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      onError(error);
      throw error;
    }
  }
}
