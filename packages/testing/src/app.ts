import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildApp } from '@vitrine/api/app';
import { createSession } from '@vitrine/api/auth/session-store';
import { type Config, readConfig } from '@vitrine/api/config';
import { connect, type Db, poolSizes } from '@vitrine/api/db/client';
import { listenToDatabase, type Notifications } from '@vitrine/api/db/notifications';
import type { CompressedBody } from '@vitrine/api/http/compression';
import type { DashboardFiles } from '@vitrine/api/http/dashboard-files';
import { LIMITS, type Limits } from '@vitrine/api/http/rate-limit';
import type { Jobs } from '@vitrine/api/jobs/jobs';
import { type CachedMediaFiles, cacheSmallFiles } from '@vitrine/api/media/file-cache';
import { diskFiles } from '@vitrine/api/media/media-files';
import { createOwner, findLogin, hasOwner } from '@vitrine/api/modules/user/user-store';
import { createServiceJobs } from '@vitrine/api/service-jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { Client } from './api-client.ts';
import { createDatabase } from './database.ts';
import { folderInMemory } from './folder-in-memory.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';

export const OWNER = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'analytical engine',
};

/** A hash of the owner's password, with the lowest cost that the database accepts. */
const OWNER_PASSWORD_HASH =
  '$argon2id$v=19$m=7168,t=1,p=1$YSBzYWx0IG9mIDE2IGIuLg$OHqLVH3BmA52uDJ/j0eAtXgXb/y3aCDrk0GWGR7XWDs';

/** An ID that does not exist. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

export interface TestApp {
  readonly origin: string;
  readonly config: Config;
  readonly db: Db;
  readonly files: CachedMediaFiles;
  readonly jobs: Jobs;
  readonly mail: MailCatcher;
  /** Every registered route. */
  readonly routes: { method: string; url: string }[];
  /** Every SQL statement so far, except those of the job queue, which runs them at any time. */
  readonly statements: string[];
  /** Waits until no statement is running, for example after a new snapshot of the portfolio. */
  waitUntilIdle(): Promise<void>;
  /** Every log line so far. */
  readonly log: string[];
  /** The number of open connections. */
  connections(): Promise<number>;
  /** A client that is not signed in. */
  visitor(): Client;
  /** A new client with a session of the owner. The first call creates the owner. */
  owner(): Promise<Client>;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  readonly settings?: Record<string, string>;
  readonly limits?: Partial<Limits>;
  readonly dashboard?: DashboardFiles;
  readonly client?: CompressedBody;
  readonly copyDelaySeconds?: number;
}

/** Starts an app and signs in its owner, for all tests of a file. */
export function useApp(options: Parameters<typeof startApp>[0] = {}): {
  readonly app: TestApp;
  readonly owner: Client;
} {
  let app: TestApp | undefined;
  let owner: Client | undefined;
  beforeAll(async () => {
    app = await startApp(options);
    owner = await app.owner();
  });
  afterAll(() => app?.stop());
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The app starts before the first test.');
    return part;
  };
  return {
    get app() {
      return started(app);
    },
    get owner() {
      return started(owner);
    },
  };
}

/** Starts the real app on a port, with its own database, media folder and mail server. */
export async function startApp({
  settings = {},
  limits = {},
  dashboard,
  client,
  copyDelaySeconds,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createDatabase();
  const folder = await mkdtemp(join(await folderInMemory(), 'vitrine-test-'));
  const mail = await startMailCatcher();
  const config = readConfig({
    DATABASE_URL: database.url,
    MEDIA_DIR: folder,
    SMTP_URL: mail.smtpUrl,
    SETUP_CODE: 'setup-code',
    PUBLIC_URL: 'http://vitrine.test',
    ...settings,
  });
  const statements: string[] = [];
  const db = connect({
    url: config.databaseUrl,
    onConnectionError: () => {},
    onStatement(text) {
      if (!text.includes('pgboss')) statements.push(text);
    },
  });
  const files = cacheSmallFiles(diskFiles(config.mediaDir));
  const notifications = listenToDatabase(config.databaseUrl, db);
  const jobs = createServiceJobs(config, {
    db,
    files,
    onError: () => {},
    retrySeconds: 1,
    pollSeconds: 0.5,
  });
  await jobs.start();
  notifications.start();
  const routes: { method: string; url: string }[] = [];
  const log: string[] = [];
  const logStream = new PassThrough().on('data', (line) => log.push(String(line)));
  const app = await buildApp({
    config,
    db,
    files,
    jobs,
    notifications,
    isMigrated: () => true,
    dashboard,
    client,
    logStream,
    onRoute: (route) => routes.push(route),
    limits: { ...LIMITS, ...limits },
    copyDelaySeconds,
  });
  addFaultyRoutes(app);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    origin,
    config,
    db,
    files,
    jobs,
    mail,
    routes,
    statements,
    log,
    waitUntilIdle: () => waitUntilIdle(db, notifications, statements),
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    visitor: () => new Client(origin),
    async owner() {
      if (!(await hasOwner(db))) {
        const owner = { ...OWNER, passwordHash: OWNER_PASSWORD_HASH };
        await db.transaction().execute((trx) => createOwner(trx, owner));
      }
      const login = await findLogin(db);
      if (!login) throw new Error('There is no owner.');
      const browser = { address: '127.0.0.1', userAgent: '', hasPassedSecondFactor: true };
      const session = { ownerId: login.id, passwordHash: login.passwordHash, ...browser };
      const token = await db.transaction().execute((trx) => createSession(trx, session));
      const name = config.publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine';
      return Object.assign(new Client(origin), { cookie: `${name}=${token}` });
    },
    async stop() {
      await app.close();
      await notifications.stop();
      await jobs.stop();
      await db.destroy();
      await mail.stop();
      // Nobody waits for the database to be dropped: that slows down the creation of the next ones.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function addFaultyRoutes(app: Awaited<ReturnType<typeof buildApp>>): void {
  // Does not say who may call it.
  app.get('/forgotten', async () => 'open');
  app.get('/broken', async () => {
    throw new Error('the secret cause');
  });
}

async function waitUntilIdle(
  db: Db,
  notifications: Notifications,
  statements: readonly string[],
): Promise<void> {
  // PostgreSQL delivers notifications in order: once this one arrives, all earlier ones have.
  const arrived = new Promise<void>((resolve) => {
    const unsubscribe = notifications.subscribe('message', () => {
      unsubscribe();
      resolve();
    });
  });
  await sql`select pg_notify('message', '')`.execute(db);
  await arrived;
  const isBusy = () => {
    const { total, idle, waiting } = poolSizes(db);
    return total > idle || waiting > 0;
  };
  // On a busy machine, PostgreSQL may take longer to respond than there is between two statements.
  for (let seen = -1; seen !== statements.length || isBusy(); await sleep(100))
    seen = statements.length;
}
