import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { createDatabase } from '@vitrine/testing/database';
import { type MailCatcher, startMailCatcher } from '@vitrine/testing/mail-catcher';
import { BUILT, type ServiceProcess, startProcess } from '@vitrine/testing/process';
import pg from 'pg';

/** Not imported from `@vitrine/testing/app`, which would load the whole service into each worker. */
export const OWNER = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'analytical engine',
};
export const LOGIN = { email: OWNER.email, password: OWNER.password };
const SETUP_CODE = 'the setup code';

/** An installation as in production: processes, a database, a media folder and a mail server. */
export interface Host {
  readonly service: ServiceProcess;
  readonly database: pg.Client;
  readonly databaseUrl: string;
  readonly mediaDir: string;
  /** The PUBLIC_URL of the first process. */
  readonly publicUrl: string;
  readonly mail: MailCatcher;
  /** A client with a new session of the owner. Tests of the login itself call the login. */
  owner(at?: ServiceProcess): Promise<Client>;
  /** Starts another process on the same database and media folder. */
  start(env?: Record<string, string>): Promise<ServiceProcess>;
  resetRateLimits(): Promise<void>;
  stop(): Promise<void>;
}

export interface HostOptions {
  readonly env?: Record<string, string>;
  /** An empty database to use. By default the host has its own. */
  readonly databaseUrl?: string;
}

export async function startHost({ env = {}, databaseUrl }: HostOptions = {}): Promise<Host> {
  const own = databaseUrl === undefined ? await createDatabase() : undefined;
  const url = databaseUrl ?? own?.url ?? '';
  const mediaDir = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  const mail = await startMailCatcher();
  const processes: ServiceProcess[] = [];
  const start = async (overrides: Record<string, string> = {}) => {
    const settings = {
      DATABASE_URL: url,
      MEDIA_DIR: mediaDir,
      SMTP_URL: mail.smtpUrl,
      SETUP_CODE,
    };
    const service = await startProcess({ ...settings, ...env, ...overrides }, BUILT);
    processes.push(service);
    await service.waitForStatus('/readyz', 200);
    return service;
  };
  const service = await start();
  const database = new pg.Client(url);
  // A test may stop the database.
  database.on('error', () => {});
  await database.connect();
  const publicUrl = env['PUBLIC_URL'] ?? `http://localhost:${new URL(service.origin).port}`;
  await service.client().call(calls.setup.create, { json: { code: SETUP_CODE, ...OWNER } });

  return {
    service,
    database,
    databaseUrl: url,
    mediaDir,
    publicUrl,
    mail,
    start,
    async owner(at = service) {
      const token = randomBytes(32).toString('base64url');
      await database.query(
        `insert into session (token_hash, owner_id, expires_at, user_agent)
         select $1, id, now() + interval '1 day', '' from owner`,
        [createHash('sha256').update(token).digest()],
      );
      const name = publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine';
      return Object.assign(at.client(), { cookie: `${name}=${token}` });
    },
    async resetRateLimits() {
      await database.query('truncate rate_limit');
    },
    async stop() {
      await Promise.all(processes.map((one) => one.signal('SIGKILL')));
      await database.end().catch(() => {});
      await mail.stop();
      await own?.drop();
      await rm(mediaDir, { recursive: true, force: true });
    },
  };
}
