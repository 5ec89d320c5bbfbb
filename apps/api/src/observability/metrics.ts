import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Db, poolSizes } from '../db/client.ts';
import type { OnRequestEnd } from '../http/track-request.ts';
import { type QueueDepth, readQueueDepths } from '../jobs/queue-store.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { type BackupPlaces, readBackupStatus } from '../modules/backup/backup-status.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricsOptions {
  readonly address: { readonly host: string; readonly port: number };
  readonly db: Db;
  readonly backupPlaces: BackupPlaces;
  readonly files: MediaFiles;
  /** Whether the service is migrated and not stopping. */
  readonly isRunning: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** How often the media files are counted at most. They are counted only after a scrape. */
const MEDIA_INTERVAL_MS = 5 * 60_000;
/** Prometheus times out after 10 s. A hanging database must not hide all other metrics. */
const QUEUE_TIMEOUT_MS = 3_000;

export function createMetrics(options: MetricsOptions) {
  const { address, db, files, isRunning, onError } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const http = createHttpMetrics(registry);
  const showQueues = createQueueMetrics(registry, isRunning);
  createPoolMetrics(registry, db);
  const showBackups = createBackupMetrics(registry, options);
  const measureMedia = createMediaMetrics(registry, files, onError);
  const server = createServer(respond);

  return {
    ...http,
    /** Serves the metrics on a separate address, which visitors cannot reach. Returns the address. */
    async listen(): Promise<string> {
      server.listen(address);
      await once(server, 'listening');
      const bound = server.address();
      const port = typeof bound === 'object' ? bound?.port : address.port;
      return `http://${isIPv6(address.host) ? `[${address.host}]` : address.host}:${port}`;
    },
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };

  function respond({ method, url }: IncomingMessage, response: ServerResponse): void {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end('Not found. Metrics are at GET /metrics.\n');
      return;
    }
    collect().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  }

  async function collect(): Promise<string> {
    measureMedia();
    const timeout = sleep(QUEUE_TIMEOUT_MS, undefined, { ref: false });
    showQueues(await Promise.race([readQueueDepths(db), timeout]).catch(() => undefined));
    await Promise.race([showBackups(), timeout]);
    return registry.metrics();
  }
}

function createHttpMetrics(registry: Registry) {
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'vitrine_http_requests_total',
    help: 'HTTP requests. Status 499 means that the client disconnected first.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'HTTP request duration, without streams and responses served from memory.',
    labelNames,
    registers,
  });
  return {
    count: ((request, { method, route, status, seconds }) => {
      const labels = { method, route, status };
      requests.inc(labels);
      if (!request.routeOptions.config.isStream) durations.observe(labels, seconds);
    }) satisfies OnRequestEnd,
    /** Counts a response that was served from memory, which bypasses Fastify. */
    countCachedResponse(
      route: string,
      { method = 'GET' }: IncomingMessage,
      { statusCode }: ServerResponse,
    ): void {
      requests.inc({ method, route, status: statusCode });
    },
  };
}

function createQueueMetrics(registry: Registry, isRunning: () => boolean) {
  const ready = gauge(registry, 'ready', '1 if the service is ready for requests, else 0.');
  const jobs = gauge(registry, 'queue_jobs', 'Unfinished jobs.', 'queue', 'state');
  const oldest = gauge(
    registry,
    'queue_oldest_seconds',
    'Age of the oldest unfinished job.',
    'queue',
  );
  // Remove values that could not be read: stale values would hide the failure.
  return (queues: QueueDepth[] | undefined): void => {
    ready.set(queues && isRunning() ? 1 : 0);
    jobs.reset();
    oldest.reset();
    for (const { queue, waiting, retrying, active, oldestSeconds } of queues ?? []) {
      jobs.set({ queue, state: 'waiting' }, waiting);
      jobs.set({ queue, state: 'retrying' }, retrying);
      jobs.set({ queue, state: 'active' }, active);
      oldest.set({ queue }, oldestSeconds);
    }
  };
}

function createPoolMetrics(registry: Registry, db: Db): void {
  const show = (name: string, help: string, size: keyof ReturnType<typeof poolSizes>) =>
    new Gauge({
      name: `vitrine_db_pool_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(poolSizes(db)[size]);
      },
    });
  show('connections', 'Database connections.', 'total');
  show('idle', 'Idle database connections.', 'idle');
  show('waiting', 'Queries that wait for a connection.', 'waiting');
}

/** Missing while automatic backups are off, while the database is unavailable, and before a drill. */
function createBackupMetrics(registry: Registry, { db, backupPlaces }: MetricsOptions) {
  const count = gauge(registry, 'backup_problems', 'Problems with the automatic backups.');
  const passedAt = gauge(
    registry,
    'backup_drill_passed_timestamp_seconds',
    'When a restore drill last passed, in seconds since 1970.',
  );
  const duration = gauge(
    registry,
    'backup_drill_duration_seconds',
    'Duration of the last restore drill that passed.',
  );
  const gauges = [count, passedAt, duration];
  for (const one of gauges) one.remove();
  return async (): Promise<void> => {
    if (backupPlaces.backupDir === undefined) return;
    const status = await readBackupStatus(db, backupPlaces).catch(() => undefined);
    for (const one of gauges) one.remove();
    if (!status) return;
    count.set(status.problems.length);
    if (!status.drill) return;
    passedAt.set(status.drill.passedAt.getTime() / 1000);
    duration.set(status.drill.seconds);
  };
}

/** Counts the files in the background. A scrape shows the result of the previous count. */
function createMediaMetrics(
  registry: Registry,
  files: MediaFiles,
  onError: (error: unknown) => void,
) {
  const fileCount = gauge(registry, 'media_files', 'Stored media files.');
  const totalBytes = gauge(registry, 'media_bytes', 'Total size of the media files.');
  // Unknown, not 0, until they are counted.
  fileCount.remove();
  totalBytes.remove();
  let measuredAt = Number.NEGATIVE_INFINITY;
  return (): void => {
    if (performance.now() - measuredAt < MEDIA_INTERVAL_MS) return;
    measuredAt = performance.now();
    measureFiles(files).then(({ count, bytes }) => {
      fileCount.set(count);
      totalBytes.set(bytes);
    }, onError);
  };
}

function gauge<T extends string>(
  registry: Registry,
  name: string,
  help: string,
  ...labelNames: T[]
): Gauge<T> {
  return new Gauge({ name: `vitrine_${name}`, help, labelNames, registers: [registry] });
}

async function measureFiles(files: MediaFiles): Promise<{ count: number; bytes: number }> {
  let count = 0;
  let bytes = 0;
  for await (const name of files.list()) {
    count += 1;
    bytes += (await files.size(name)) ?? 0;
  }
  return { count, bytes };
}
