import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
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
import { deviceCookie, sessionCookie } from './http/session-cookie.ts';
import { trackRequest } from './http/track-request.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { MediaFiles } from './media/media-files.ts';
import { mediaStore } from './media/media-store.ts';
import { backupRoutes } from './modules/backup/backup-routes.ts';
import { contactRoutes } from './modules/message/contact-routes.ts';
import { messageEvents } from './modules/message/message-events.ts';
import { messageRoutes } from './modules/message/message-routes.ts';
import { clientRoutes } from './modules/portfolio/client-routes.ts';
import { portfolioRoutes, servePortfolioFromMemory } from './modules/portfolio/portfolio-routes.ts';
import { createPortfolioSnapshot } from './modules/portfolio/portfolio-snapshot.ts';
import { projectRoutes } from './modules/project/project-routes.ts';
import { skillRoutes } from './modules/skill/skill-routes.ts';
import { softwareApplicationRoutes } from './modules/software-application/software-application-routes.ts';
import { timelineRoutes } from './modules/timeline/timeline-routes.ts';
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
  /** The database has the schema that this code was written for. */
  readonly isMigrated: () => boolean;
  /** The built dashboard, if it is served from here. */
  readonly dashboard?: DashboardFiles | undefined;
  /** The built client for the owner's site. */
  readonly client?: CompressedBody | undefined;
  /** Where the log goes; the terminal unless told. */
  readonly logStream?: DestinationStream;
  readonly limits?: Limits;
  /** Who counts requests, and who traces them, if anybody does. */
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly onRoute?: (route: { method: string; url: string }) => void;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, files, jobs, notifications, isMigrated, limits = LIMITS } = options;
  const { metrics, tracing } = options;
  const portfolioSnapshot = createPortfolioSnapshot({
    read: () => readPortfolio(db),
    notifications,
    origins: config,
    onError: (error) => app.log.warn({ reason: String(error) }, 'the portfolio is not renewed yet'),
  });
  let isClosing = false;
  let connections = 0;
  const answer = servePortfolioFromMemory(portfolioSnapshot, config.publicUrl);
  const app = fastify({
    logger: loggerOptions(config.logLevel, options.logStream),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: 256 * 1024,
    serverFactory: (handle) => {
      const server = createServer(SERVER, (request, response) => {
        response.on('timeout', closeStalled);
        // We speak nothing else. Node would wait for ever for what follows a body that came along.
        if (request.headers.upgrade !== undefined || connections > MANY_CONNECTIONS)
          response.shouldKeepAlive = false;
        // Who keeps a connection open is told to let go of it when we stop, which the framework does.
        if (isClosing || !answer(request, response)) handle(request, response);
        else metrics?.countCachedResponse(request, response);
      });
      server.timeout = STALL_CHECK_MS;
      server.maxConnections = MAX_CONNECTIONS;
      server.on('connection', (socket) => {
        connections += 1;
        socket.once('close', () => {
          connections -= 1;
        });
      });
      return server;
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: NO_SCHEMAS },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => handleClientError(error, socket, app.log),
    // An address that is not one, or has a name in it that is too long to be ours.
    frameworkErrors: (_error, request, reply) => {
      trackRequest(request, reply, listeners);
      reply.hijack();
      sendRawError(reply.raw, routeNotFound(), request.id);
    },
  });
  const listeners = [logRequest, metrics?.count, tracing?.endRequest].filter(
    (listener) => listener !== undefined,
  );

  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) options.onRoute?.({ method: one, url });
  });
  registerErrorHandlers(app);
  app.server.on('checkExpectation', ({ socket }, response) => {
    const seen = { status: 417, ip: socket.remoteAddress, reason: 'expectation' };
    const id = logRejectedRequest(app.log, seen);
    sendRawError(response, new HttpError(417, 'This cannot be promised.'), id);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    trackRequest(request, reply, listeners);
    done();
  });
  tracing?.traceRequests(app);
  closeGracefully(app);
  sendSecurityHeaders(app, config.publicUrl);
  await app.register(cookiePlugin);
  await app.register(formbody);
  acceptEmptyJson(app);
  await app.register(multipart, MULTIPART);

  const cookie = sessionCookie(config.publicUrl);
  const device = deviceCookie(config.publicUrl);
  const media = mediaStore(files);
  registerAuthGuard(app, { db, cookie, publicUrl: config.publicUrl, isReady: isMigrated });

  const registerRoute = createRouteRegistrar(app, db, config);
  userRoutes(registerRoute, {
    db,
    media,
    jobs,
    cookie,
    deviceCookie: device,
    limits,
    setupCode: config.setupCode,
  });
  sessionRoutes(registerRoute, { db, cookie, deviceCookie: device, limits });
  softwareApplicationRoutes(registerRoute, db, media);
  skillRoutes(registerRoute, db, media);
  timelineRoutes(registerRoute, db);
  projectRoutes(registerRoute, db, media);
  messageRoutes(registerRoute, db);
  messageEvents(app, { db, notifications, cookie, publicUrl: config.publicUrl });
  contactRoutes(registerRoute, { db, jobs, limits });
  portfolioRoutes(app, portfolioSnapshot, config.publicUrl);
  clientRoutes(app, options.client);
  app.addHook('preClose', async () => {
    isClosing = true;
    portfolioSnapshot.stop();
  });

  backupRoutes(app, registerRoute, { db, files, jobs, cookie });
  mediaRoutes(app, files);
  referenceRoutes(app, config.publicUrl);
  if (options.dashboard) dashboardRoutes(app, options.dashboard, cookie, config);
  healthRoutes(app, {
    isStopping: () => isClosing,
    isReady: async () => isMigrated() && (await isReachable(db)),
  });
  return app;
}

/** The contract checks what comes and what goes. The framework's own way would be loaded for nothing. */
const NO_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
  throw new Error('A route here has no schema of its own: the contract has it.');
}

// Not by an import, which would load all that Node has for clients as well: 14 MB for nothing.
const { createServer } = process.getBuiltinModule('node:http');

/**
 * Node checks this often whether a connection made progress, so one that stalls is closed after 20 to
 * 40 s. A shorter time would close slow readers: the system reports room in its send buffer only when
 * a third of it is free.
 */
const STALL_CHECK_MS = 20_000;
/** Far more than a portfolio has visitors at once, and few enough for the memory of a small machine. */
const MAX_CONNECTIONS = 1_000;
/** From here on, connections are closed after their answer instead of waiting for the next request. */
const MANY_CONNECTIONS = 500;

/** Called when nothing was sent or received for a while. Waiting for an answer of ours is no stall. */
function closeStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

const SERVER = {
  // The door sets a shorter limit for each body; this one is for what never gets there.
  requestTimeout: 3 * 60 * 60 * 1000 + 10_000,
  headersTimeout: 8_000,
  connectionsCheckingInterval: 2_000,
  // Longer than a proxy keeps its connections, so that it never sends to one that is closing.
  keepAliveTimeout: 72_000,
  requireHostHeader: false,
};
