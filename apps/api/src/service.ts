import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { connect, isDatabaseUnavailable } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { listenToDatabase } from './db/notifications.ts';
import { readDashboard } from './http/dashboard-files.ts';
import { deleteExpiredDevices } from './http/device-store.ts';
import { deleteExpiredKeys } from './http/idempotency-store.ts';
import { pruneLimits } from './http/rate-limit-store.ts';
import { deleteExpiredSessions } from './http/session-store.ts';
import { createJobs } from './jobs/jobs.ts';
import { createMailer } from './mail/mailer.ts';
import { mediaStore } from './media/media-store.ts';
import { openMedia } from './media/open-media.ts';
import { removeAbandonedFolders } from './modules/backup/temporary-folder.ts';
import { messageMail } from './modules/message/message-mail.ts';
import { deleteExpiredFormTokens } from './modules/message/message-store.ts';
import { readClient } from './modules/portfolio/client-routes.ts';
import { deleteExpiredResets } from './modules/user/password-reset-store.ts';
import { createSetupCode } from './modules/user/setup-store.ts';
import { userMail } from './modules/user/user-mail.ts';
import { hasOwner } from './modules/user/user-store.ts';
import { CLIENT, DASHBOARD } from './paths.ts';

const PRUNE_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const PATIENCE_MS = 3_000;

export interface Service {
  /** Where it listens, as in `http://127.0.0.1:4000`. */
  readonly address: string;
  readonly metricsAddress: string | undefined;
  stop(): Promise<void>;
}

/**
 * Binds the port of the settings, or any free one for PORT=0, without serving requests yet. Fails
 * with a `ConfigError` that names the setting to change.
 */
export async function bindPort({ host, port }: Config): Promise<Server> {
  const socket = createServer().listen({ host, port });
  await once(socket, 'listening').catch((error) => {
    throw explainListenError(error, host, port);
  });
  return socket;
}

/**
 * Starts the whole service. It listens as soon as the database is ready, and after 3 seconds in any
 * case, so that health checks get a response.
 */
export async function startService(config: Config, socket?: Server): Promise<Service> {
  let isMigrated = false;
  let isStopping = false;
  let cleaning: Promise<void> | undefined;
  let nextCleaning: NodeJS.Timeout | undefined;
  let tidying: Promise<void> | undefined;
  let nextTidying: NodeJS.Timeout | undefined;
  // There is no logger before there is an app, and what breaks while we stop is no news.
  let log: FastifyBaseLogger | undefined;
  const report = (error: unknown, what: string) => {
    if (isStopping) return;
    if (isDatabaseUnavailable(error)) log?.warn({ reason: String(error) }, what);
    else log?.error({ err: error }, what);
  };

  // What nobody asked for is not even loaded.
  const tracing =
    config.traces &&
    (await import('./observability/tracing.ts')).startTracing({
      ...config.traces,
      onError: (error) => log?.warn({ reason: String(error) }, 'traces cannot be sent'),
    });
  const db = connect({
    url: config.databaseUrl,
    onConnectionError: (error) => report(error, 'a database connection broke'),
    onStatement: tracing?.onStatement,
  });
  await removeAbandonedFolders();
  const files = await openMedia(config);
  const media = mediaStore(files);
  const notifications = listenToDatabase(config.databaseUrl, db);
  const send = createMailer(config.smtpUrl, config.mailFrom);
  const jobs = createJobs({
    db,
    deliver: userMail({ db, send, publicUrl: config.publicUrl }),
    deliverMessages: messageMail({ db, send, publicUrl: config.publicUrl }),
    onError: (error) => report(error, 'a job failed'),
  });
  const metrics =
    config.metricsListen &&
    (await import('./observability/metrics.ts')).createMetrics({
      address: config.metricsListen,
      db,
      files,
      mayWork: () => isMigrated && !isStopping,
      onError: (error) => report(error, 'not everything could be measured'),
    });
  const dashboard = await readDashboard(DASHBOARD);
  const app = await buildApp({
    config,
    db,
    files,
    jobs,
    notifications,
    isMigrated: () => isMigrated,
    dashboard,
    client: await readClient(CLIENT),
    metrics,
    tracing,
  });
  log = app.log;
  // In development it comes from elsewhere, and this is no news.
  if (!dashboard) log.info('the dashboard is not built: npm run build');
  if (config.smtpUrl === undefined) log.warn('SMTP_URL is not set: mails wait in the queue');
  const ready = prepare();
  // Whoever cannot connect is led elsewhere, or waits, by what stands before us; a refusal is final.
  await Promise.race([ready, sleep(PATIENCE_MS, undefined, { ref: false })]);
  const { host, port } = config;
  // Fastify passes its options to `server.listen`, which also takes a socket that is already bound.
  const listenOptions = Object.assign(socket ?? {}, { host, port });
  const address = await app.listen(listenOptions).catch((error) => {
    throw explainListenError(error, host, port);
  });
  const metricsAddress = await metrics?.listen().catch(({ code }) => {
    if (code === 'EADDRINUSE')
      throw new ConfigError('METRICS_LISTEN: another program listens there');
    throw new ConfigError(`METRICS_LISTEN: nothing can listen there (${code})`);
  });
  ready.then(announceSetup).catch((error) => report(error, 'no set-up code was made'));
  return { address, metricsAddress, stop };

  /** However long the database takes. */
  async function prepare(): Promise<void> {
    while (!isStopping) {
      try {
        const applied = await migrate(db);
        if (applied.length > 0) app.log.info({ applied }, 'database migrated');
        await jobs.start();
        notifications.start();
        isMigrated = true;
        tidyLimits();
        return cleanUp();
      } catch (error) {
        report(error, 'not ready yet, trying again');
        await sleep(1_000);
      }
    }
  }

  /** Now and every day. Not by the queue: whoever was killed in it would hold its place there. */
  function cleanUp(): void {
    if (isStopping) return;
    cleaning = removeOld().catch((error) => report(error, 'not cleaned up'));
    nextCleaning = setTimeout(cleanUp, DAY_MS);
  }

  /** Often, so that a flood of attempts cannot fill the disk. */
  function tidyLimits(): void {
    if (isStopping) return;
    tidying = pruneLimits(db)
      .catch((error) => report(error, 'attempts were not pruned'))
      .finally(() => {
        if (!isStopping) nextTidying = setTimeout(tidyLimits, PRUNE_MS);
      });
  }

  async function removeOld(): Promise<void> {
    await deleteExpiredSessions(db);
    await deleteExpiredResets(db);
    await deleteExpiredDevices(db);
    await deleteExpiredKeys(db);
    await deleteExpiredFormTokens(db);
    await media.sweep(db);
  }

  /** Printed for the person at the terminal, whatever the log level. */
  async function announceSetup(): Promise<void> {
    if (isStopping || (await hasOwner(db))) return;
    const code = config.setupCode ?? (await createSetupCode(db));
    process.stdout.write(
      `\nVitrine has no owner yet. Open ${config.publicUrl}/login and enter this code.\n` +
        `Set-up code: ${code}\n\n`,
    );
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(nextCleaning);
    clearTimeout(nextTidying);
    await app.close();
    await notifications.stop();
    await jobs.stop();
    await cleaning;
    await tidying;
    await db.destroy();
    metrics?.stop();
    await tracing?.stop();
  }
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.syscall === undefined) return error;
  if (error.code === 'EADDRINUSE')
    return new ConfigError(`PORT: ${port} is taken by another program`);
  if (error.code === 'EACCES')
    return new ConfigError(`PORT: this user may not listen at ${port}: take one from 1024 on`);
  return new ConfigError(
    `HOST: ${host} is no address of this machine (${error.code}): leave it out, or set 0.0.0.0 for all of them`,
  );
}
