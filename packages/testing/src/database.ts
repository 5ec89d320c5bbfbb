import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@vitrine/api/db/client';
import { sql } from 'kysely';
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

/** Waits until a connection to this database waits for a lock. */
export async function waitForLockContention(db: Db): Promise<void> {
  for (const end = Date.now() + 25_000; Date.now() < end; await sleep(20)) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
  }
  throw new Error('No connection waits for a lock.');
}
