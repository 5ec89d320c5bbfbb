import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';

export interface QueueDepth {
  readonly queue: string;
  /** Unfinished jobs by state. */
  readonly waiting: number;
  readonly retrying: number;
  readonly active: number;
  /** The age of the oldest unfinished job. */
  readonly oldestSeconds: number;
}

/** Reads the depth of every queue, including empty ones. */
export async function readQueueDepths(db: Db): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select
      queue.name as queue,
      (count(*) filter (where job.state = 'created'))::int as waiting,
      (count(*) filter (where job.state = 'retry'))::int as retrying,
      (count(*) filter (where job.state = 'active'))::int as active,
      coalesce(extract(epoch from now() - min(job.created_on)), 0)::float as "oldestSeconds"
    from pgboss.queue
    left join pgboss.job on job.name = queue.name and job.state < 'completed'
    where queue.name not like '\\_\\_%'
    group by queue.name
    order by queue.name`.execute(db);
  return rows;
}

/** Whether a job is running, or waits only for a worker. Jobs that wait for their next try are not due. */
export async function hasDueJobs(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job
    where name not like '\\_\\_%'
      and (state = 'active' or (state < 'active' and start_after <= now()))
    limit 1`.execute(db);
  return rows.length > 0;
}

export interface KeyedJob {
  readonly key: string;
  readonly isActive: boolean;
  /** When it is due, unless it is running. */
  readonly startsAt: Date;
}

/** The unfinished jobs of a queue. */
export async function listJobs(db: Db | Trx, queue: string): Promise<KeyedJob[]> {
  const { rows } = await sql<KeyedJob>`
    select singleton_key as key, state = 'active' as "isActive", start_after as "startsAt"
    from pgboss.job
    where name = ${queue} and state < 'completed' and singleton_key is not null
    order by start_after`.execute(db);
  return rows;
}
