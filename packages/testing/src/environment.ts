import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cookie } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/demo/portfolio';
import { runSeed } from '@vitrine/demo/run-seed';
import pg from 'pg';
import type { Client } from './api-client.ts';
import { startCitations } from './citations-stand-in.ts';
import { startGithub } from './github-stand-in.ts';
import { addLongestContent } from './longest-content.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';
import { freePort } from './postgres.ts';
import { BUILT, type ServiceProcess, startProcess } from './process.ts';
import { databaseUrl, runSql } from './query.ts';
import { type RestoreTables, snapshotTables } from './table-snapshot.ts';

export { OWNER };
export const SETUP_CODE = 'the setup code';

/** The service as a process, with its own database, media folder and mail server. */
export interface TestEnvironment {
  /** The URL of the dashboard. */
  readonly origin: string;
  readonly mail: MailCatcher;
  readonly database: pg.Client;
  /** The cookie of the owner's session. */
  readonly session: Cookie;
  /** Restores the seeded portfolio. */
  fill(): Promise<void>;
  /** Deletes everything but the owner. */
  empty(): Promise<void>;
  /** Restores the seeded portfolio, with unread messages and spam. */
  fillInbox(): Promise<void>;
  /** Fills every field with the longest text it accepts, without a space. */
  fillWithLongestContent(): Promise<void>;
  /** Deletes everything, as before setup. */
  removeOwner(): Promise<void>;
  readonly service: ServiceProcess;
  /**
   * The URL of the dashboard of a second process on the same data, which also has a public site. It
   * starts when it is first needed.
   */
  siteDashboard(): Promise<string>;
  /** The process of that dashboard. */
  siteService(): Promise<ServiceProcess>;
  stop(): Promise<void>;
}

/** A seeded database and media folder, which several environments can copy. */
export interface Seed {
  readonly database: string;
  readonly mediaDir: string;
}

export async function createSeed(adminUrl: string): Promise<Seed> {
  const database = `vitrine_seed_${randomUUID().replaceAll('-', '')}`;
  await runSql(adminUrl, `create database ${database}`);
  const mediaDir = await mkdtemp(join(tmpdir(), 'vitrine-seed-'));
  await runSeed({ DATABASE_URL: databaseUrl(adminUrl, database), MEDIA_DIR: mediaDir });
  return { database, mediaDir };
}

export async function removeSeed(adminUrl: string, { database, mediaDir }: Seed): Promise<void> {
  await runSql(adminUrl, `drop database ${database} with (force)`);
  await rm(mediaDir, { recursive: true, force: true });
}

/** Copies a seed, or creates one for this environment alone. */
export async function startEnvironment(
  adminUrl: string,
  sharedSeed?: Seed,
): Promise<TestEnvironment> {
  const seed = sharedSeed ?? (await createSeed(adminUrl));
  const name = `vitrine_e2e_${randomUUID().replaceAll('-', '')}`;
  await runSql(adminUrl, `create database ${name} template ${seed.database} strategy file_copy`);
  const mail = await startMailCatcher();
  const [github, citations] = await Promise.all([startGithub(), startCitations()]);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'));
  const settings = {
    DATABASE_URL: databaseUrl(adminUrl, name),
    MEDIA_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    COPY_DIR: join(folder, 'copies'),
    SMTP_URL: mail.smtpUrl,
    GITHUB_API_URL: github.url,
    ...citations.settings,
    SETUP_CODE,
  };
  await cp(seed.mediaDir, folder, { recursive: true });
  await mkdir(settings.COPY_DIR);
  if (!sharedSeed) await removeSeed(adminUrl, seed);
  const database = await connect(settings.DATABASE_URL);
  const service = await startProcess(settings, BUILT);
  await service.waitForStatus('/readyz', 200);
  const origin = dashboardOf(service);

  const client = service.client();
  const session = await signIn(client);
  const restoreSeeded = await snapshotTables(database, 'seeded');
  const restore: RestoreTables = async (isRestored) => {
    await endJobs(database);
    await restoreSeeded(isRestored);
  };
  const OWNER_TABLES = ['media', 'owner', 'session', 'view_key', 'copy_key'];
  let restoreLongest: RestoreTables | undefined;
  let withSite: Promise<ServiceProcess> | undefined;
  const siteService = () => {
    withSite ??= startWithSite(settings);
    return withSite;
  };
  const confirmPassword = () => database.query('update session set confirmed_at = now()');

  return {
    origin,
    mail,
    database,
    session,
    async fill() {
      await restore();
      await confirmPassword();
    },
    async empty() {
      await restore((table) => OWNER_TABLES.includes(table));
      await confirmPassword();
    },
    async fillInbox() {
      await restore();
      await database.query(
        `update message set unread = true where seq > (select max(seq) - 3 from message);
         update message set folder = 'spam', spam_reasons = array['It was sent faster than most people write.', 'It contains 6 links.']
         where seq in (select seq from message order by seq limit 2)`,
      );
    },
    async fillWithLongestContent() {
      if (restoreLongest) return restoreLongest();
      await restore((table) => OWNER_TABLES.includes(table));
      await confirmPassword();
      await addLongestContent(client);
      await database.query(
        `update message set folder = 'inbox', spam_reasons = '{}' where message like 'W%'`,
      );
      restoreLongest = await snapshotTables(database, 'longest');
    },
    removeOwner: () => restore(() => false),
    service,
    siteDashboard: async () => dashboardOf(await siteService()),
    siteService,
    async stop() {
      await database.end();
      await service.signal('SIGTERM');
      await (await withSite)?.signal('SIGTERM');
      await mail.stop();
      await Promise.all([github.stop(), citations.stop()]);
      await runSql(adminUrl, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the cookie of the owner's session. */
async function signIn(client: Client): Promise<Cookie> {
  const { email, password } = OWNER;
  await client.call(calls.user.login, { json: { email, password } });
  const [name = '', value = ''] = client.cookie.split('=');
  const options = { httpOnly: true, secure: false, sameSite: 'Strict' } as const;
  return { name, value, domain: 'localhost', path: '/', expires: -1, ...options };
}

/** Holds the lock of automatic backups: tests set their state, which the service must not change. */
async function connect(url: string): Promise<pg.Client> {
  const database = new pg.Client(url);
  await database.connect();
  await database.query('select pg_advisory_lock(7207)');
  return database;
}

/** Cookies need the same host as PUBLIC_URL, which defaults to localhost. */
function dashboardOf(service: ServiceProcess): string {
  return `http://localhost:${new URL(service.origin).port}`;
}

/** For backups, which tests never send. */
const BUCKET = {
  BACKUP_S3_ENDPOINT: 'https://s3.eu-north.example',
  BACKUP_S3_BUCKET: 'ada-backups',
  BACKUP_S3_ACCESS_KEY: 'access',
  BACKUP_S3_SECRET_KEY: 'secret',
};

async function startWithSite(settings: Record<string, string>): Promise<ServiceProcess> {
  const PORT = String(await freePort());
  const SITE_URL = `http://site.localhost:${PORT}`;
  const service = await startProcess({ ...settings, ...BUCKET, PORT, SITE_URL }, BUILT);
  await service.waitForStatus('/readyz', 200);
  return service;
}

/**
 * Deletes waiting jobs and waits for running ones. Otherwise a reset email from one test
 * would replace the reset link of the next test.
 */
async function endJobs(database: pg.Client): Promise<void> {
  await database.query(`delete from pgboss.job where state < 'active'`);
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(20)) {
    const { rows } = await database.query(`select from pgboss.job where state = 'active'`);
    if (rows.length === 0) return;
  }
  throw new Error('A job did not end within 10 seconds.');
}
