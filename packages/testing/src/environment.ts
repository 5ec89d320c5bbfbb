import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cookie } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/demo/portfolio';
import { runSeed } from '@vitrine/demo/run-seed';
import pg from 'pg';
import { addLongest } from './longest-content.ts';
import { catchMail, type MailCatcher } from './mail-catcher.ts';
import { BUILT, type ServiceProcess, startProcess } from './process.ts';
import { databaseUrl, runSql } from './query.ts';
import { type RestoreTables, snapshotTables } from './table-snapshot.ts';

export { OWNER };
export const SETUP_CODE = 'the set-up code';

/** Everything a browser needs, all of it real: the service as a process, a database, a mail server. */
export interface TestEnvironment {
  /** Where the dashboard is opened. */
  readonly origin: string;
  readonly mail: MailCatcher;
  readonly database: pg.Client;
  /** The cookie of a signed-in owner. */
  readonly session: Cookie;
  /** The seeded portfolio again, whatever happened to it. */
  fill(): Promise<void>;
  /** The owner, and nothing else. */
  empty(): Promise<void>;
  /** The seeded portfolio on a day with much mail: some unread, some in Spam. */
  busy(): Promise<void>;
  /** One of each noun and two messages, every field as long as it may be and without a space. */
  stretch(): Promise<void>;
  /** Nobody and nothing, as on the first day. */
  forget(): Promise<void>;
  service(): ServiceProcess;
  stop(): Promise<void>;
}

export async function startEnvironment(adminUrl: string): Promise<TestEnvironment> {
  const name = `vitrine_e2e_${randomUUID().replaceAll('-', '')}`;
  await runSql(adminUrl, `create database ${name}`);
  const mail = await catchMail();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'));
  const settings = {
    DATABASE_URL: databaseUrl(adminUrl, name),
    MEDIA_DIR: folder,
    SMTP_URL: mail.smtpUrl,
    SETUP_CODE,
  };
  await runSeed(settings);
  const service = await startProcess(settings, BUILT);
  await service.until('/readyz', 200);
  // Cookies need the same host as PUBLIC_URL, which defaults to localhost.
  const origin = `http://localhost:${new URL(service.origin).port}`;
  const database = new pg.Client(settings.DATABASE_URL);
  await database.connect();

  const client = service.client();
  const { email, password } = OWNER;
  await client.call(calls.user.login, { json: { email, password } });
  const [cookie = '', value = ''] = client.cookie.split('=');
  const restoreSeeded = await snapshotTables(database, 'seeded');
  const fillFrom: RestoreTables = async (isRestored) => {
    await endJobs(database);
    await restoreSeeded(isRestored);
  };
  const OWNER_TABLES = ['media', 'owner', 'session'];
  let stretchFrom: RestoreTables | undefined;
  const signInJustNow = () => database.query('update session set confirmed_at = now()');

  return {
    origin,
    mail,
    database,
    session: {
      name: cookie,
      value,
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Strict',
    },
    async fill() {
      await fillFrom();
      await signInJustNow();
    },
    async empty() {
      await fillFrom((table) => OWNER_TABLES.includes(table));
      await signInJustNow();
    },
    async busy() {
      await fillFrom();
      await database.query(
        `update message set unread = true where seq > (select max(seq) - 3 from message);
         update message set folder = 'spam', spam_reasons = array['It was sent faster than a person can write.', 'It contains 6 links.']
         where seq in (select seq from message order by seq limit 2)`,
      );
    },
    async stretch() {
      if (stretchFrom) return stretchFrom();
      await fillFrom((table) => OWNER_TABLES.includes(table));
      await signInJustNow();
      await addLongest(client);
      await database.query(
        `update message set folder = 'inbox', spam_reasons = '{}' where message like 'W%'`,
      );
      stretchFrom = await snapshotTables(database, 'stretched');
    },
    forget: () => fillFrom(() => false),
    service: () => service,
    async stop() {
      await database.end();
      await service.signal('SIGTERM');
      await mail.stop();
      await runSql(adminUrl, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Deletes waiting jobs and waits for running ones. A reset mail of the previous test would otherwise
 * replace the reset link of the next one.
 */
async function endJobs(database: pg.Client): Promise<void> {
  await database.query(`delete from pgboss.job where state < 'active'`);
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(20)) {
    const { rows } = await database.query(`select from pgboss.job where state = 'active'`);
    if (rows.length === 0) return;
  }
  throw new Error('A job did not end within 10 seconds.');
}
