import { randomUUID } from 'node:crypto';
import cookiePlugin from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import type { Config } from './config.ts';
import { type Db, isReachable } from './db/client.ts';
import type { Notifications } from './db/notifications.ts';
import { registerAuthGuard } from './http/auth-guard.ts';
import type { CompressedBody } from './http/compression.ts';
import type { DashboardFiles } from './http/dashboard-files.ts';
import { dashboardRoutes } from './http/dashboard-routes.ts';
import {
  HttpError,
  handleClientError,
  registerErrorHandlers,
  routeNotFound,
  sendRawError,
} from './http/errors.ts';
import { closeGracefully } from './http/graceful-close.ts';
import { healthRoutes } from './http/health-routes.ts';
import { loggerOptions, logRejectedRequest, logRequest } from './http/log.ts';
import { mediaRoutes } from './http/media-routes.ts';
import { MULTIPART } from './http/multipart-form.ts';
import { LIMITS, type Limits } from './http/rate-limit.ts';
import { referenceRoutes } from './http/reference-routes.ts';
import { acceptEmptyJson, createRouteRegistrar } from './http/register-route.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { createHttpServer } from './http/server.ts';
import { deviceCookie, sessionCookie } from './http/session-cookie.ts';
import { trackRequest } from './http/track-request.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { MediaFiles } from './media/media-files.ts';
import { mediaStore } from './media/media-store.ts';
import { backupRoutes } from './modules/backup/backup-routes.ts';
import { historyRoutes } from './modules/history/history-routes.ts';
import { contactRoutes } from './modules/message/contact-routes.ts';
import { messageEvents } from './modules/message/message-events.ts';
import { messageRoutes } from './modules/message/message-routes.ts';
import { clientRoutes } from './modules/portfolio/client-routes.ts';
import { portfolioRoutes, servePortfolioFromMemory } from './modules/portfolio/portfolio-routes.ts';
import {
  createPortfolioSnapshot,
  type PortfolioSnapshot,
} from './modules/portfolio/portfolio-snapshot.ts';
import { projectRoutes } from './modules/project/project-routes.ts';
import { skillRoutes } from './modules/skill/skill-routes.ts';
import { softwareApplicationRoutes } from './modules/software-application/software-application-routes.ts';
import { timelineRoutes } from './modules/timeline/timeline-routes.ts';
import { trashRoutes } from './modules/trash/trash-routes.ts';
import { sessionRoutes } from './modules/user/session-routes.ts';
import { userRoutes } from './modules/user/user-routes.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import { readPortfolio } from './read-portfolio.ts';

export interface AppOptions {
  readonly config: Config;
  readonly db: Db;
  readonly files: MediaFiles;
  readonly jobs: Jobs;
  readonly notifications: Notifications;
  /** Whether all migrations of this version have run. */
  readonly isMigrated: () => boolean;
  /** The built dashboard. Without it, only the API is served. */
  readonly dashboard?: DashboardFiles | undefined;
  /** The built client for the owner's site. */
  readonly client?: CompressedBody | undefined;
  /** The destination of the log; standard output by default. */
  readonly logStream?: DestinationStream;
  readonly limits?: Limits;
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly onRoute?: (route: { method: string; url: string }) => void;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, notifications } = options;
  let isClosing = false;
  const snapshot = createPortfolioSnapshot({
    read: () => readPortfolio(db),
    notifications,
    origins: config,
    onError: (error) => app.log.warn({ reason: String(error) }, 'portfolio snapshot not updated'),
  });
  const app = createFastify(options, snapshot, () => isClosing);
  app.addHook('preClose', async () => {
    isClosing = true;
    snapshot.stop();
  });
  await registerPlugins(app, options);
  registerRoutes(app, options, snapshot);
  healthRoutes(app, {
    isStopping: () => isClosing,
    isReady: async () => options.isMigrated() && (await isReachable(db)),
  });
  return app;
}

function createFastify(
  { config, logStream, metrics, tracing, onRoute }: AppOptions,
  snapshot: PortfolioSnapshot,
  isClosing: () => boolean,
): FastifyInstance {
  const serveFromMemory = servePortfolioFromMemory(snapshot, config.publicUrl);
  const listeners = [logRequest, metrics?.count, tracing?.endRequest].filter(
    (listener) => listener !== undefined,
  );
  const app = fastify({
    logger: loggerOptions(config.logLevel, logStream),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: 256 * 1024,
    serverFactory: (handle) =>
      createHttpServer((request, response) => {
        // While the service stops, Fastify handles all requests, because it closes connections.
        if (isClosing() || !serveFromMemory(request, response)) handle(request, response);
        else metrics?.countCachedResponse(request, response);
      }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: NO_SCHEMAS },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => handleClientError(error, socket, app.log),
    // A malformed URL, or a path parameter that is too long.
    frameworkErrors: (_error, request, reply) => {
      trackRequest(request, reply, listeners);
      reply.hijack();
      sendRawError(reply.raw, routeNotFound(), request.id);
    },
  });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) onRoute?.({ method: one, url });
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    trackRequest(request, reply, listeners);
    done();
  });
  app.server.on('checkExpectation', ({ socket }, response) => {
    const details = { status: 417, ip: socket.remoteAddress, reason: 'expectation' };
    const id = logRejectedRequest(app.log, details);
    sendRawError(response, new HttpError(417, 'This Expect header is not supported.'), id);
  });
  return app;
}

async function registerPlugins(
  app: FastifyInstance,
  { config, tracing }: AppOptions,
): Promise<void> {
  registerErrorHandlers(app);
  tracing?.traceRequests(app);
  closeGracefully(app);
  sendSecurityHeaders(app, config.publicUrl);
  await app.register(cookiePlugin);
  await app.register(formbody);
  acceptEmptyJson(app);
  await app.register(multipart, MULTIPART);
}

function registerRoutes(
  app: FastifyInstance,
  options: AppOptions,
  snapshot: PortfolioSnapshot,
): void {
  const { config, db, files, jobs, notifications, limits = LIMITS } = options;
  const { publicUrl, setupCode } = config;
  const cookie = sessionCookie(publicUrl);
  const device = deviceCookie(publicUrl);
  const media = mediaStore(files);
  registerAuthGuard(app, { db, cookie, publicUrl, isReady: options.isMigrated });

  const registerRoute = createRouteRegistrar(app, db, config);
  userRoutes(registerRoute, { db, media, jobs, cookie, deviceCookie: device, limits, setupCode });
  sessionRoutes(registerRoute, { db, cookie, deviceCookie: device, limits });
  softwareApplicationRoutes(registerRoute, db, media);
  skillRoutes(registerRoute, db, media);
  timelineRoutes(registerRoute, db);
  projectRoutes(registerRoute, db, media);
  messageRoutes(registerRoute, db);
  trashRoutes(registerRoute, db);
  historyRoutes(registerRoute, db);
  messageEvents(app, { db, notifications, cookie, publicUrl });
  contactRoutes(registerRoute, { db, jobs, limits });
  portfolioRoutes(app, snapshot, publicUrl);
  clientRoutes(app, options.client);
  backupRoutes(app, registerRoute, { db, files, jobs, cookie });
  mediaRoutes(app, files);
  referenceRoutes(app, publicUrl);
  if (options.dashboard) dashboardRoutes(app, options.dashboard, cookie, config);
}

/** The contract validates requests and serializes responses, so Fastify's compilers stay unloaded. */
const NO_SCHEMAS = { buildValidator: rejectSchema, buildSerializer: rejectSchema };

function rejectSchema(): never {
  throw new Error('Routes have no schemas of their own. Define the call in the contract.');
}
