import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export interface QueueDepth {
  readonly queue: string;
  /** How many are not done yet, by what becomes of them next. */
  readonly waiting: number;
  readonly retrying: number;
  readonly active: number;
  /** How long the oldest of these has been in the queue. */
  readonly oldestSeconds: number;
}

/** Every queue of ours, the empty ones as well. */
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
