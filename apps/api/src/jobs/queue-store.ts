import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

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
