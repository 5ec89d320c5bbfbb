import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { type Postgres, startPostgres } from '../../../tools/postgres.ts';
import { connect } from '../src/db/client.ts';
import { migrate } from '../src/db/migrate.ts';
import { createJobs } from '../src/jobs/jobs.ts';
import { admin, databaseUrl } from './admin.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database that may create others. */
    adminUrl: string;
    /** A migrated database to copy. */
    template: string;
    /** The locale that the run asked for. A server that was only named may have any. */
    locale: 'C' | 'C.UTF-8' | undefined;
  }
}

const Locale = z.enum(['C', 'C.UTF-8']).optional();

let own: Postgres | undefined;
let adminUrl: string;
const template = `vitrine_template_${randomUUID().slice(0, 8)}`;

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const { DATABASE_URL, DATABASE_LOCALE } = process.env;
  adminUrl = DATABASE_URL ?? (await startOwn());
  const [server] = await admin(
    adminUrl,
    'select version(), datctype from pg_database where datname = current_database()',
  );
  process.stdout.write(`${server?.['version']}, locale ${server?.['datctype']}\n`);
  await admin(adminUrl, `create database ${template}`);
  const db = connect({ url: databaseUrl(adminUrl, template), onConnectionError: () => {} });
  await migrate(db);
  const jobs = createJobs({
    db,
    deliver: async () => {},
    deliverMessages: async () => ({ waitSeconds: 0 }),
    onError: () => {},
  });
  await jobs.start();
  await jobs.stop();
  await db.destroy();
  project.provide('adminUrl', adminUrl);
  project.provide('template', template);
  project.provide('locale', DATABASE_URL ? Locale.parse(DATABASE_LOCALE) : 'C.UTF-8');
}

export async function teardown(): Promise<void> {
  await admin(adminUrl, `drop database ${template} with (force)`);
  await own?.stop();
}

async function startOwn(): Promise<string> {
  own = await startPostgres({ forget: true });
  return own.url('postgres');
}
