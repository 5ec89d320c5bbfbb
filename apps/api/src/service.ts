import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { publishDue } from './content/stores.ts';
import { connect, type Db, isDatabaseUnavailable, isReachable } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { listenToDatabase } from './db/notifications.ts';
import { readDashboard } from './http/dashboard-files.ts';
import { waitUntilIdle } from './idle.ts';
import { hasDueJobs } from './jobs/queue-store.ts';
import { explainListenError } from './listen.ts';
import { cacheSmallFiles } from './media/file-cache.ts';
import { openMedia } from './media/open-media.ts';
import { removeAbandonedFolders } from './modules/backup/temporary-folder.ts';
import { readClient } from './modules/portfolio/client-routes.ts';
import { createSetupCode } from './modules/user/setup-store.ts';
import { hasOwner } from './modules/user/user-store.ts';
import { openCountries } from './modules/visit/read-country.ts';
import { CLIENT, DASHBOARD } from './paths.ts';
import { createServiceJobs } from './service-jobs.ts';
import { listWork, repeat } from './tasks.ts';

const STARTUP_WAIT_MS = 3_000;
/** Requests wait in an inherited socket, and those that started this process should get a page. */
const INHERITED_WAIT_MS = 30_000;

export interface Service {
  /** Where it listens, as in `http://127.0.0.1:4000`. */
  readonly address: string;
  readonly metricsAddress: string | undefined;
  /** Resolves when the owner has changed the addresses, with which the service must start again. */
  readonly outdated: Promise<void>;
  /** Resolves when there was nothing to do for as long as EXIT_WHEN_IDLE says. */
  readonly idle: Promise<void> | undefined;
  stop(): Promise<void>;
}

/** What the parts of the service share from start to stop. */
interface Lifecycle {
  isMigrated: boolean;
  isStopping: boolean;
  /** Set once the app exists; it creates the logger. */
  log: FastifyBaseLogger | undefined;
  report(error: unknown, message: string): void;
}

type Parts = Awaited<ReturnType<typeof createParts>>;

/**
 * Starts the whole service. It listens as soon as the database is ready, and after 3 seconds in any
 * case, or 30 with an inherited socket, so that health checks get a response.
 */
export async function startService(config: Config, socket?: Server): Promise<Service> {
  const lifecycle = createLifecycle();
  const { promise: outdated, resolve: restart } = Promise.withResolvers<void>();
  const parts = await createParts(config, lifecycle, restart);
  const { app, metrics } = parts;
  const tasks = listWork(config, parts).map((work) => repeat(work, lifecycle));
  const ready = prepare(parts, lifecycle).then(() => {
    for (const task of tasks) task.start();
  });
  const { exitWhenIdle: minutes } = config;
  const idle =
    minutes === undefined ? undefined : waitUntilIdle(app.server, minutes * 60_000, isWorkDone);
  // Proxies retry a refused connection but pass a 503 through, so listen only once ready.
  const { host, port, inheritedSocket: fd } = config;
  const waitMs = fd === undefined ? STARTUP_WAIT_MS : INHERITED_WAIT_MS;
  await Promise.race([ready, sleep(waitMs, undefined, { ref: false })]);
  // Fastify passes its options to `server.listen`, which also takes a socket that is already bound.
  const bound = fd === undefined ? (socket ?? {}) : { fd };
  const address = await app.listen(Object.assign(bound, { host, port })).catch((error) => {
    throw explainListenError(error, config);
  });
  const metricsAddress = await metrics?.listen().catch(({ code }) => {
    if (code === 'EADDRINUSE')
      throw new ConfigError('METRICS_LISTEN: another program uses this port');
    throw new ConfigError(`METRICS_LISTEN: cannot listen on this address (${code})`);
  });
  ready
    .then(() => announceSetup(config, parts.db, lifecycle))
    .catch((error) => lifecycle.report(error, 'setup code not created'));
  return { address, metricsAddress, outdated, idle, stop };

  async function isWorkDone(): Promise<boolean> {
    if (!lifecycle.isMigrated || tasks.some((task) => task.isRunning())) return false;
    // While the database is unavailable, nobody knows, so the service stays.
    if (await hasDueJobs(parts.db).catch(() => true)) return false;
    // What became due since the task ran last would wait until the next start.
    await publishDue(parts.db).catch((error) =>
      lifecycle.report(error, 'scheduled items not published'),
    );
    return true;
  }

  async function stop(): Promise<void> {
    lifecycle.isStopping = true;
    for (const task of tasks) task.cancel();
    await app.close();
    await parts.notifications.stop();
    await parts.jobs.stop();
    for (const task of tasks) await task.finish();
    await parts.db.destroy();
    metrics?.stop();
    await parts.tracing?.stop();
  }
}

function createLifecycle(): Lifecycle {
  return {
    isMigrated: false,
    isStopping: false,
    log: undefined,
    report(error, message) {
      // Errors are expected while connections close.
      if (this.isStopping) return;
      if (isDatabaseUnavailable(error)) this.log?.warn({ reason: String(error) }, message);
      else this.log?.error({ err: error }, message);
    },
  };
}

async function createParts(config: Config, lifecycle: Lifecycle, restart: () => void) {
  // Tracing and metrics are loaded only if they are configured.
  const tracing =
    config.traces &&
    (await import('./observability/tracing.ts')).startTracing({
      ...config.traces,
      onError: (error) => lifecycle.log?.warn({ reason: String(error) }, 'traces cannot be sent'),
    });
  const db = connect({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    onConnectionError: (error) => lifecycle.report(error, 'database connection lost'),
    onStatement: tracing?.onStatement,
  });
  // Connects while the app is built.
  void isReachable(db);
  await removeAbandonedFolders();
  const files = cacheSmallFiles(await openMedia(config));
  const notifications = listenToDatabase(config.databaseUrl, db);
  const jobs = createServiceJobs(config, {
    db,
    files,
    onError: (error) => lifecycle.report(error, 'job failed'),
  });
  const metrics =
    config.metricsListen &&
    (await import('./observability/metrics.ts')).createMetrics({
      address: config.metricsListen,
      db,
      backupPlaces: config,
      files,
      isRunning: () => lifecycle.isMigrated && !lifecycle.isStopping,
      onError: (error) => lifecycle.report(error, 'metrics incomplete'),
    });
  const dashboard = await readDashboard(DASHBOARD);
  const app = await buildApp({
    config,
    db,
    files,
    jobs,
    notifications,
    isMigrated: () => lifecycle.isMigrated,
    dashboard,
    client: await readClient(CLIENT),
    readCountry: await openCountries(config.geoipFile),
    restart,
    metrics,
    tracing,
  });
  lifecycle.log = app.log;
  // Not a warning: in development, Vite serves the dashboard.
  if (!dashboard) app.log.info('the dashboard is not built: run npm run build');
  if (config.smtpUrl === undefined)
    app.log.warn('SMTP_URL is not set: emails wait in the queue until you set it');
  return { app, db, files, jobs, notifications, metrics, tracing };
}

/** Migrates the database and starts the background work. Retries until the database is available. */
async function prepare(
  { app, db, jobs, notifications }: Parts,
  lifecycle: Lifecycle,
): Promise<void> {
  while (!lifecycle.isStopping) {
    try {
      const applied = await migrate(db);
      if (applied.length > 0) app.log.info({ applied }, 'database migrated');
      // Reads the portfolio for visitors while the queue starts.
      notifications.start();
      await jobs.start();
      lifecycle.isMigrated = true;
      return;
    } catch (error) {
      lifecycle.report(error, 'not ready yet, retrying');
      await sleep(1_000);
    }
  }
}

/** Prints the setup code to the terminal, at any log level. */
async function announceSetup(config: Config, db: Db, lifecycle: Lifecycle): Promise<void> {
  if (lifecycle.isStopping || (await hasOwner(db))) return;
  const { homeNetwork, publicUrl, setupCode } = config;
  const code = setupCode ?? (await createSetupCode(db));
  const place = homeNetwork ? 'it in your home network' : `${publicUrl}/login`;
  const advice =
    homeNetwork && setupCode === undefined
      ? `Open ${place}. In the first 30 minutes, that works without this code.`
      : `Open ${place} and enter this code.`;
  process.stdout.write(`\nVitrine has no owner yet. ${advice}\nSetup code: ${code}\n\n`);
}
