import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '@vitrine/contract/routes';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Db, poolSizes } from '../db/client.ts';
import { API_PREFIX } from '../http/register-route.ts';
import type { OnRequestEnd } from '../http/track-request.ts';
import { type QueueDepth, readQueueDepths } from '../jobs/queue-store.ts';
import type { MediaFiles } from '../media/media-files.ts';

export interface Metrics {
  readonly count: OnRequestEnd;
  /** The public document is answered before the framework, many times as often as anything else. */
  countCachedResponse(request: IncomingMessage, response: ServerResponse): void;
  /** Serves them at an address of their own, which visitors cannot reach. Returns that address. */
  listen(): Promise<string>;
  stop(): void;
}

interface MetricsOptions {
  readonly address: { readonly host: string; readonly port: number };
  readonly db: Db;
  readonly files: MediaFiles;
  /** Migrated, and not stopping. Whether the database is there is seen by asking it. */
  readonly mayWork: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** A folder is looked through this often at most, and only if somebody asks. */
const MEDIA_EVERY_MS = 5 * 60_000;
/** Prometheus waits ten seconds. It is to hear of a database that hangs, not to miss everything. */
const QUEUES_WITHIN_MS = 3_000;

export function createMetrics(options: MetricsOptions): Metrics {
  const { address, db, files, mayWork, onError } = options;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const byRoute = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Requests that were answered, or given up by who asked (status 499).',
    labelNames: byRoute,
    registers,
  });
  const durations = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'How long they took, without streams and the document that is answered from memory.',
    labelNames: byRoute,
    registers,
  });
  const gauge = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
    new Gauge({ name: `vitrine_${name}`, help, labelNames, registers });
  const ready = gauge('ready', '1 when the service may be given work, else 0.');
  const queueJobs = gauge('queue_jobs', 'Jobs that are not done yet.', 'queue', 'state');
  const queueOldest = gauge(
    'queue_oldest_seconds',
    'How long the oldest of them has been there.',
    'queue',
  );
  const poolTotal = gauge('db_pool_connections', 'Connections to the database.');
  const poolIdle = gauge('db_pool_idle', 'Those of them that nobody uses.');
  const poolWaiting = gauge('db_pool_waiting', 'How many wait for a connection.');
  const mediaFiles = gauge('media_files', 'Files in the media folder.');
  const mediaBytes = gauge('media_bytes', 'Their size.');
  // Not 0 but unknown, until they are counted.
  mediaFiles.remove();
  mediaBytes.remove();

  const fromMemory = { GET: new Map<number, number>(), HEAD: new Map<number, number>() };
  let mediaMeasuredAt = Number.NEGATIVE_INFINITY;
  const server = createServer(answer);

  return {
    count(request, { method, route, status, seconds }) {
      const labels = { method, route, status };
      requests.inc(labels);
      if (!request.routeOptions.config.isStream) durations.observe(labels, seconds);
    },
    // No more than a number goes up here: this answer is measured against a bare server.
    countCachedResponse({ method }, { statusCode }) {
      const times = method === 'HEAD' ? fromMemory.HEAD : fromMemory.GET;
      times.set(statusCode, (times.get(statusCode) ?? 0) + 1);
    },
    async listen() {
      server.listen(address);
      await once(server, 'listening');
      const bound = server.address();
      const port = typeof bound === 'object' ? bound?.port : address.port;
      return `http://${isIPv6(address.host) ? `[${address.host}]` : address.host}:${port}`;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };

  function answer({ method, url }: IncomingMessage, response: ServerResponse): void {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end('There is GET /metrics here.\n');
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
    takeFromMemory();
    measureMedia();
    const { total, idle, waiting } = poolSizes(db);
    poolTotal.set(total);
    poolIdle.set(idle);
    poolWaiting.set(waiting);
    const enough = sleep(QUEUES_WITHIN_MS, undefined, { ref: false });
    showQueues(await Promise.race([readQueueDepths(db), enough]).catch(() => undefined));
    return registry.metrics();
  }

  function takeFromMemory(): void {
    const route = `${API_PREFIX}${routes.public.portfolio.path}`;
    for (const [method, times] of Object.entries(fromMemory)) {
      for (const [status, count] of times) requests.inc({ method, route, status }, count);
      times.clear();
    }
  }

  /** Numbers that could not be read are left out: old ones would look as if all were well. */
  function showQueues(queues: QueueDepth[] | undefined): void {
    ready.set(queues && mayWork() ? 1 : 0);
    queueJobs.reset();
    queueOldest.reset();
    for (const { queue, waiting, retrying, active, oldestSeconds } of queues ?? []) {
      queueJobs.set({ queue, state: 'waiting' }, waiting);
      queueJobs.set({ queue, state: 'retrying' }, retrying);
      queueJobs.set({ queue, state: 'active' }, active);
      queueOldest.set({ queue }, oldestSeconds);
    }
  }

  /** In the background: who asks gets what was found the last time. */
  function measureMedia(): void {
    if (performance.now() - mediaMeasuredAt < MEDIA_EVERY_MS) return;
    mediaMeasuredAt = performance.now();
    sizeOf(files).then(({ count, bytes }) => {
      mediaFiles.set(count);
      mediaBytes.set(bytes);
    }, onError);
  }
}

async function sizeOf(files: MediaFiles): Promise<{ count: number; bytes: number }> {
  let count = 0;
  let bytes = 0;
  for await (const name of files.list()) {
    count += 1;
    bytes += (await files.size(name)) ?? 0;
  }
  return { count, bytes };
}
