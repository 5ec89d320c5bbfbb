import { stderr } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { hasDueJobs } from '../jobs/queue-store.ts';
import { createMailJobs } from '../mail-jobs.ts';
import { listWork } from '../tasks.ts';
import type { Context } from './backup.ts';
import { explainError } from './explain-error.ts';

/** A mail server that does not respond takes up to 30 seconds for each email. */
const MAIL_LIMIT_MS = 60_000;

/** `vitrine tick`: does once what a running service repeats, and sends the emails that are due. */
export async function tick(config: Config, { db, files }: Context): Promise<number> {
  let failures = 0;
  const report = (failure: string) => (error: unknown) => {
    failures += 1;
    stderr.write(`${failure}: ${explainError(error) ?? String(error)}\n`);
  };
  await migrate(db);
  const jobs = createMailJobs(config, { db, onError: report('job failed') });
  await jobs.start();
  for (const { failure, run } of listWork(config, { db, files, jobs }))
    await run().catch(report(failure));
  for (const end = Date.now() + MAIL_LIMIT_MS; Date.now() < end; await sleep(100))
    if (!(await hasDueJobs(db))) break;
  await jobs.stop();
  return failures > 0 ? 1 : 0;
}
