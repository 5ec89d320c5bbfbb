import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@vitrine/api/db/client';
import { sql } from 'kysely';
import type pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl, runSql } from './query.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database that may create others. */
    adminUrl: string;
    /** A migrated database to copy. The names of the copies start with its name. */
    template: string;
  }
}

/**
 * Creates a database for one test file: a copy of the migrated one, or an empty one. Those that are
 * not dropped are dropped at the end of the run.
 */
export async function createDatabase({ empty = false } = {}): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const server = inject('adminUrl');
  const name = `${inject('template')}_${randomUUID().slice(0, 8)}`;
  await runSql(
    server,
    // Copying files takes a quarter of the time of PostgreSQL's default, which writes every page to the log.
    `create database ${name} template ${empty ? 'template1' : inject('template')} strategy file_copy`,
  );
  return {
    url: databaseUrl(server, name),
    async drop() {
      await runSql(server, `drop database ${name} with (force)`);
    },
  };
}

/** Waits until this many connections to this database wait for a lock, with a statement like this one. */
export async function waitForLockContention(
  db: Db | pg.ClientBase,
  { count = 1, statement = '' } = {},
): Promise<void> {
  // In a transaction, PostgreSQL repeats what it first read from the view, unless that is cleared.
  const waiting = `select from pg_stat_clear_snapshot(), pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%${statement}%'`;
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    const { rows } = await ('query' in db ? db.query(waiting) : sql.raw(waiting).execute(db));
    if (rows.length >= count) return;
  }
  throw new Error(`Fewer than ${count} connections wait for a lock.`);
}
