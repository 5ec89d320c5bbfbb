import { stderr } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { COPIES } from '../jobs/jobs.ts';
import { hasDueJobs, listJobs } from '../jobs/queue-store.ts';
import { createServiceJobs } from '../service-jobs.ts';
import { listWork } from '../tasks.ts';
import { startOutdated } from '../update-copies.ts';
import type { Context } from './backup.ts';
import { explainError } from './explain-error.ts';

/** A mail server that does not respond takes up to 30 seconds for each email. */
const MAIL_LIMIT_MS = 60_000;

/** `vitrine tick`: does once what a running service repeats, sends emails, and updates copies. */
export async function tick(config: Config, { db, files }: Context): Promise<number> {
  let failures = 0;
  const report = (failure: string) => (error: unknown) => {
    failures += 1;
    stderr.write(`${failure}: ${explainError(error) ?? String(error)}\n`);
  };
  await migrate(db);
  const jobs = createServiceJobs(config, { db, files, onError: report('job failed') });
  await jobs.start();
  for (const { failure, run } of listWork(config, { db, files, jobs }))
    await run().catch(report(failure));
  await startOutdated(config, db, jobs).catch(report('copies not updated'));
  const end = Date.now() + MAIL_LIMIT_MS;
  while (Date.now() < end ? await hasDueJobs(db) : await isUpdating(db)) await sleep(100);
  await jobs.stop();
  return failures > 0 ? 1 : 0;
}

/** An update that has begun may take longer than the emails. It has a limit of its own. */
async function isUpdating(db: Db): Promise<boolean> {
  return (await listJobs(db, COPIES)).some(({ isActive }) => isActive);
}
