import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Postgres, startPostgres } from '../../../tools/postgres.ts';
import { connect } from '../src/db/client.ts';
import { migrate } from '../src/db/migrate.ts';
import { createJobs } from '../src/jobs/jobs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database that may create others. */
    adminUrl: string;
    /** A migrated database to copy. */
    template: string;
  }
}

let own: Postgres | undefined;
let adminUrl: string;
const template = `vitrine_template_${randomUUID().slice(0, 8)}`;

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<void> {
  adminUrl = process.env['DATABASE_URL'] ?? (await startOwn());
  const [{ version }] = await admin('select version()');
  process.stdout.write(`${version}\n`);
  await admin(`create database ${template}`);
  const db = connect({ url: databaseUrl(adminUrl, template), onConnectionError: () => {} });
  await migrate(db);
  const jobs = createJobs({
    db,
    deliver: async () => {},
    maintain: async () => {},
    onError: () => {},
  });
  await jobs.start();
  await jobs.stop();
  await db.destroy();
  project.provide('adminUrl', adminUrl);
  project.provide('template', template);
}

export async function teardown(): Promise<void> {
  await admin(`drop database ${template} with (force)`);
  await own?.stop();
}

async function startOwn(): Promise<string> {
  own = await startPostgres({ forget: true });
  return own.url('postgres');
}

function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function admin(statement: string) {
  const client = new pg.Client(adminUrl);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
