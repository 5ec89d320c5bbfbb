import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@vitrine/testing/database';
import { run } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { size } from '../support/size.ts';

const COMMAND = new URL('../../apps/api/src/cli/migrate.ts', import.meta.url).pathname;

describe('interrupted migration', () => {
  const KILLS = size({ short: 3, long: 50 });

  test('a migration that is killed at any point and repeated gives the same schema', {
    timeout: 600_000,
  }, async ({ annotate }) => {
    // A copy of a migrated database.
    const complete = await createDatabase();
    const expected = await schemaOf(complete.url);
    await complete.drop();
    expect(expected.length).toBeGreaterThan(100);
    let duringTransaction = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const database = await createDatabase({ empty: true });
      if (await killWhileMigrating(database.url, (kill / KILLS) * 250)) duringTransaction += 1;
      expect([[], expected]).toContainEqual(await schemaOf(database.url));
      await migrate(database.url);
      expect(await schemaOf(database.url)).toEqual(expected);
      await database.drop();
    }
    expect(duringTransaction).toBeGreaterThan(0);
    await annotate(
      `${KILLS} kills, ${duringTransaction} of them during the transaction: each applied nothing or everything, then the same ${expected.length} schema objects`,
    );
  });
});

async function migrate(url: string): Promise<void> {
  const { code, output } = await run('cli/migrate.ts', [], { DATABASE_URL: url });
  if (code !== 0) throw new Error(output);
}

/** Kills the migration some milliseconds after it began. Returns whether it was still running. */
async function killWhileMigrating(url: string, ms: number): Promise<boolean> {
  const watcher = new pg.Client(url);
  await watcher.connect();
  const isRunning = async () => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'vitrine' and xact_start is not null`,
    );
    return rowCount !== 0;
  };
  const child = spawn(process.execPath, [COMMAND], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  while (child.exitCode === null && !(await isRunning())) await sleep(1);
  await sleep(ms);
  const wasRunning = await isRunning();
  child.kill('SIGKILL');
  await closed;
  // PostgreSQL ends the transaction a little later.
  while (await isRunning()) await sleep(5);
  await watcher.end();
  return wasRunning;
}

/** Every column, constraint, index, trigger, function and type, one line each. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `select line from (
       select format('column %s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default)
         from information_schema.columns where table_schema = 'public'
       union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
         from pg_constraint where connamespace = 'public'::regnamespace
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
       union all select format('type %s %s', typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
         from pg_type t where typnamespace = 'public'::regnamespace and typtype = 'e'
     ) as all_lines (line) order by line`,
  );
  return rows.map(({ line }) => String(line));
}
