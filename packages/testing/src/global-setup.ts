import { randomUUID } from 'node:crypto';
import { connect } from '@vitrine/api/db/client';
import { migrate } from '@vitrine/api/db/migrate';
import { createJobs } from '@vitrine/api/jobs/jobs';
import { collectFonts } from '@vitrine/api/typeset/collect-fonts';
import type { TestProject } from 'vitest/node';
import { type Postgres, startPostgres } from './postgres.ts';
import { databaseUrl, runSql } from './query.ts';

let own: Postgres | undefined;
let adminUrl: string;
const template = `vitrine_test_${randomUUID().slice(0, 8)}`;

/** Starts one PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<void> {
  await collectFonts();
  const { DATABASE_URL, DATABASE_LOCALE } = process.env;
  adminUrl = DATABASE_URL ?? (await startOwn());
  const [server] = await runSql(
    adminUrl,
    'select version(), datctype from pg_database where datname = current_database()',
  );
  const locale = server?.['datctype'];
  process.stdout.write(`${server?.['version']}, locale ${locale}\n`);
  if (DATABASE_LOCALE && locale !== DATABASE_LOCALE)
    throw new Error(`The locale of PostgreSQL is ${locale}, not ${DATABASE_LOCALE}.`);
  await runSql(adminUrl, `create database ${template}`);
  const url = databaseUrl(adminUrl, template);
  const db = connect({ url, onConnectionError: () => {} });
  await migrate(db);
  const jobs = createJobs({
    db,
    deliver: async () => {},
    deliverMessages: async () => ({ waitSeconds: 0 }),
    deliverReply: async () => {},
    updateCopy: async () => {},
    onError: () => {},
  });
  await jobs.start();
  await jobs.stop();
  await db.destroy();
  project.provide('adminUrl', adminUrl);
  project.provide('template', template);
}

export async function teardown(): Promise<void> {
  if (own) return own.stop();
  const names = `select datname as name from pg_database where starts_with(datname, '${template}')`;
  for (const { name } of await runSql(adminUrl, names))
    await runSql(adminUrl, `drop database ${name} with (force)`);
}

async function startOwn(): Promise<string> {
  own = await startPostgres({ durable: false });
  // A statement takes less time through a socket. PostgreSQL creates it in this folder by default.
  return `${own.url('postgres')}${process.platform === 'win32' ? '' : '?host=/tmp'}`;
}
