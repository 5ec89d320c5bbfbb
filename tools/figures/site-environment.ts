import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Db } from '@vitrine/api/db/client';
import { publishDesign } from '@vitrine/api/modules/site/design-store';
import type { Theme } from '@vitrine/contract/options';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { runSeed } from '@vitrine/demo/run-seed';
import { freePort, startPostgres } from '@vitrine/testing/postgres';
import { BUILT } from '@vitrine/testing/process';
import { type ServerProcess, startServer } from './server-process.ts';

/** PostgreSQL with the demo portfolio, and the built service with a public site. */
export interface SiteEnvironment {
  readonly db: Db;
  readonly folder: string;
  /** The settings of a service on this port. The site is on 127.0.0.1, the dashboard on localhost. */
  settings(port: number): Record<string, string>;
  /** Starts a service. Its origin is that of the site. */
  startSite(): Promise<ServerProcess>;
  startWithoutSite(): Promise<ServerProcess>;
  /** Publishes the design of a theme. Services that start later show it. */
  publish(theme: Theme): Promise<void>;
  stop(): Promise<void>;
}

export async function startSiteEnvironment(): Promise<SiteEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-site-'));
  const postgres = await startPostgres({ durable: false });
  const common = { DATABASE_URL: postgres.url('postgres'), MEDIA_DIR: folder, LOG_LEVEL: 'error' };
  await runSeed(common);
  const db = connect({ url: common.DATABASE_URL, onConnectionError: () => {} });
  const settings = (port: number) => ({
    ...common,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SITE_URL: `http://127.0.0.1:${port}`,
  });
  return {
    db,
    folder,
    settings,
    startSite: async () => startServer(BUILT, { env: settings(await freePort()), path: '/readyz' }),
    startWithoutSite: () =>
      startServer(BUILT, {
        env: { ...common, PUBLIC_URL: 'http://localhost' },
        path: '/readyz',
      }),
    publish: (theme) =>
      db
        .transaction()
        .execute((trx) => publishDesign(trx, { ...DEFAULT_SITE_SETTINGS, theme }, undefined)),
    async stop() {
      await db.destroy();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
