import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import cookiePlugin from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import { createImporter } from './apply-import.ts';
import { hasSession, registerAuthGuard } from './auth/auth-guard.ts';
import {
  createClientOf,
  deviceCookie,
  loginStepCookie,
  sessionCookie,
} from './auth/session-cookie.ts';
import type { Config } from './config.ts';
import { stores } from './content/stores.ts';
import { type Db, isReachable } from './db/client.ts';
import type { Notifications } from './db/notifications.ts';
import { ExpectedError } from './expected-error.ts';
import { collectionRoutes } from './http/collection-routes.ts';
import type { CompressedBody } from './http/compression.ts';
import type { DashboardFiles } from './http/dashboard-files.ts';
import { dashboardRoutes } from './http/dashboard-routes.ts';
import {
  handleClientError,
  registerErrorHandlers,
  routeNotFound,
  sendRawError,
} from './http/errors.ts';
import { closeGracefully } from './http/graceful-close.ts';
import { healthRoutes } from './http/health-routes.ts';
import { createHostChooser, createUrlRewriter, UNKNOWN_HOST } from './http/hosts.ts';
import { loggerOptions, logRejectedRequest, logRequest } from './http/log.ts';
import { type IsWithheld, mediaRoutes, serveMediaFromMemory } from './http/media-routes.ts';
import { MULTIPART } from './http/multipart-form.ts';
import { LIMITS, type Limits } from './http/rate-limit.ts';
import { referenceRoutes } from './http/reference-routes.ts';
import { acceptEmptyJson, acceptFiles, createRouteRegistrar } from './http/register-route.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { createHttpServer } from './http/server.ts';
import { trackRequest } from './http/track-request.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { CachedMediaFiles } from './media/file-cache.ts';
import { mediaStore } from './media/media-store.ts';
import { auditRoutes } from './modules/audit/audit-routes.ts';
import { readBackupStatus } from './modules/backup/automatic-backup.ts';
import { backupRoutes } from './modules/backup/backup-routes.ts';
import { historyRoutes } from './modules/history/history-routes.ts';
import { iconRoutes } from './modules/icon/icon-routes.ts';
import { imageRoutes } from './modules/image/image-routes.ts';
import { importRoutes } from './modules/import/import-routes.ts';
import { type Contact, createContact } from './modules/message/contact.ts';
import { contactRoutes } from './modules/message/contact-routes.ts';
import { messageEvents } from './modules/message/message-events.ts';
import { messageRoutes } from './modules/message/message-routes.ts';
import { clientRoutes } from './modules/portfolio/client-routes.ts';
import { portfolioRoutes, servePortfolioFromMemory } from './modules/portfolio/portfolio-routes.ts';
import {
  createPortfolioSnapshot,
  type Portfolio,
  type PortfolioSnapshot,
} from './modules/portfolio/portfolio-snapshot.ts';
import { projectRoutes } from './modules/project/project-routes.ts';
import { resumeDownloadRoutes } from './modules/resume/resume-download.ts';
import { resumeRoutes } from './modules/resume/resume-routes.ts';
import { designRoutes } from './modules/site/design-routes.ts';
import { siteDownloadRoutes } from './modules/site/download-routes.ts';
import { createSiteFiles } from './modules/site/site-files.ts';
import { createSitePages } from './modules/site/site-pages.ts';
import { createSiteRenderer, type SiteRenderer } from './modules/site/site-renderer.ts';
import { findResumeFailures } from './modules/site/site-resume.ts';
import type { SiteOptions } from './modules/site/site-route.ts';
import { serveSiteFromMemory, siteRoutes } from './modules/site/site-routes.ts';
import { tokenRoutes } from './modules/token/token-routes.ts';
import { trashRoutes } from './modules/trash/trash-routes.ts';
import { createPasskeyVerifier } from './modules/user/passkey-verifier.ts';
import { sessionRoutes } from './modules/user/session-routes.ts';
import { userRoutes } from './modules/user/user-routes.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import { readForImport, readPortfolio, readResume } from './read-portfolio.ts';

export interface AppOptions {
  readonly config: Config;
  readonly db: Db;
  readonly files: CachedMediaFiles;
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
  /** Undefined before the first snapshot. */
  let resumeFiles: ReadonlySet<string> | undefined;
  let withheld: ReadonlySet<string> | undefined;
  const isWithheld = (name: string) => withheld?.has(name);
  const renderer = createSiteRenderer();
  const contact = createContact({ db, jobs: options.jobs, limits: options.limits ?? LIMITS });
  const site = createSite(options, renderer);
  const snapshot = createPortfolioSnapshot({
    read: () => readPortfolio(db, config.mediaOrigin),
    async onChange(content) {
      resumeFiles = content?.resumeFiles ?? resumeFiles;
      // Without a snapshot, the site offers no resume: the owner may have hidden it.
      withheld = content?.withheld ?? resumeFiles;
      await site?.pages.update(content);
    },
    notifications,
    origins: config,
    onError(error) {
      const reason = String((error instanceof ExpectedError && error.cause) || error);
      app.log.warn({ reason }, 'portfolio snapshot not updated');
    },
  });
  const app = createFastify(
    options,
    createMemoryServer(options, { snapshot, site, isWithheld }),
    () => isClosing,
  );
  app.addHook('preClose', async () => {
    isClosing = true;
    snapshot.stop();
  });
  await registerPlugins(app, options);
  registerRoutes(app, options, { snapshot, renderer, contact, isWithheld });
  if (site) siteRoutes(app, { ...site, contact, load: snapshot.refresh });
  healthRoutes(app, {
    isStopping: () => isClosing,
    isReady: async () => options.isMigrated() && (await isReachable(db)),
  });
  return app;
}

/** The public site, if it has an address. */
function createSite(
  { config, db, files: media }: AppOptions,
  renderer: SiteRenderer,
): Omit<SiteOptions, 'load' | 'contact'> | undefined {
  const { siteUrl } = config;
  if (siteUrl === undefined) return undefined;
  const files = createSiteFiles(db);
  const pages = createSitePages({ renderer, files, media, siteUrl, origins: config });
  return { db, pages, files, media, renderer, siteUrl, origins: config };
}

/** Returns the route if it responded. */
type Serve = (request: IncomingMessage, response: ServerResponse) => string | undefined;

interface Memory extends Pick<Shared, 'snapshot' | 'isWithheld'> {
  readonly site: Pick<SiteOptions, 'pages' | 'files'> | undefined;
}

/** Returns the function that serves from memory what is there, on the host of the request. */
function createMemoryServer(
  { config, files }: AppOptions,
  { snapshot, site, isWithheld }: Memory,
): Serve {
  const chooseHost = createHostChooser(config);
  const serve = {
    dashboard: servePortfolioFromMemory(snapshot, config.publicUrl),
    site: site ? serveSiteFromMemory(site) : () => undefined,
  };
  const serveMedia = serveMediaFromMemory(files, config.publicUrl, isWithheld);
  return (request, response) => {
    const host = chooseHost(request);
    if (host === undefined) return undefined;
    return serveMedia(request, response) ?? serve[host](request, response);
  };
}

function createFastify(
  { config, logStream, metrics, tracing, onRoute }: AppOptions,
  serveFromMemory: Serve,
  isClosing: () => boolean,
): FastifyInstance {
  const listeners = [logRequest, metrics?.count, tracing?.endRequest].filter(
    (listener) => listener !== undefined,
  );
  const app = fastify({
    logger: loggerOptions(config.logLevel, logStream),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: 512 * 1024,
    serverFactory: (handle) =>
      createHttpServer((request, response) => {
        // While the service stops, Fastify handles all requests, because it closes connections.
        const route = isClosing() ? undefined : serveFromMemory(request, response);
        if (route === undefined) handle(request, response);
        else metrics?.countCachedResponse(route, request, response);
      }),
    rewriteUrl: createUrlRewriter(createHostChooser(config)),
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
    sendRawError(response, new ExpectedError(417, 'This Expect header is not supported.'), id);
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
  acceptFiles(app);
  await app.register(multipart, MULTIPART);
}

/** What several modules use. */
interface Shared {
  readonly snapshot: PortfolioSnapshot<Portfolio>;
  readonly renderer: SiteRenderer;
  readonly contact: Contact;
  readonly isWithheld: IsWithheld;
}

function registerRoutes(
  app: FastifyInstance,
  options: AppOptions,
  { snapshot, renderer, contact, isWithheld }: Shared,
): void {
  const { config, db, files, jobs, notifications, limits = LIMITS } = options;
  const { publicUrl, setupCode, backupDir } = config;
  const cookie = sessionCookie(publicUrl);
  const device = deviceCookie(publicUrl);
  const media = mediaStore(files);
  registerAuthGuard(app, { db, cookie, publicUrl, isReady: options.isMigrated });

  const registerRoute = createRouteRegistrar(app, db, config);
  const verifier = createPasskeyVerifier({ db, publicUrl });
  const clientOf = createClientOf(db, device);
  const access = { db, cookie, deviceCookie: device, clientOf, limits, verifier };
  const stepCookie = loginStepCookie(publicUrl);
  const findBackupProblem = async () => (await readBackupStatus(db, backupDir)).problems[0];
  userRoutes(registerRoute, {
    ...access,
    stepCookie,
    media,
    jobs,
    setupCode,
    findBackupProblem,
  });
  sessionRoutes(registerRoute, access);
  tokenRoutes(registerRoute, { db, jobs });
  auditRoutes(registerRoute, db);
  const services = { db, media };
  for (const store of Object.values(stores)) collectionRoutes(registerRoute, services, store);
  projectRoutes(registerRoute, db, media);
  imageRoutes(registerRoute, db, media);
  iconRoutes(registerRoute);
  messageRoutes(registerRoute, db);
  trashRoutes(registerRoute, { db, jobs });
  historyRoutes(registerRoute, db);
  designRoutes(registerRoute, db, { renderer, siteUrl: config.siteUrl });
  resumeRoutes(registerRoute, {
    db,
    read: ({ token }) => readResume(db, token ? 'token' : 'owner'),
    findFailures: async () =>
      findResumeFailures(await readPortfolio(db, config.mediaOrigin), config, {
        media: files,
        writeDocx: renderer.docx,
      }),
    siteUrl: config.siteUrl,
    media: files,
  });
  importRoutes(registerRoute, {
    db,
    read: () => readForImport(db),
    prepare: createImporter(media),
    githubApiUrl: config.githubApiUrl,
  });
  resumeDownloadRoutes(app, {
    read: ({ token }) => readResume(db, token ? 'token' : 'owner'),
    siteUrl: config.siteUrl,
    mediaOrigin: config.mediaOrigin,
    media: files,
    writeDocx: renderer.docx,
  });
  siteDownloadRoutes(app, {
    db,
    read: () => readPortfolio(db, config.mediaOrigin),
    renderer,
    media: files,
    siteUrl: config.siteUrl,
    mediaOrigin: config.mediaOrigin,
  });
  messageEvents(app, { db, notifications, cookie, publicUrl });
  contactRoutes(registerRoute, contact);
  portfolioRoutes(app, snapshot, publicUrl);
  clientRoutes(app, options.client);
  backupRoutes(app, registerRoute, { db, files, jobs, cookie, backupDir });
  mediaRoutes(app, files, {
    isWithheld,
    load: snapshot.refresh,
    isOwner: (request) => hasSession(db, cookie, request),
  });
  referenceRoutes(app, publicUrl);
  app.all(UNKNOWN_HOST, { config: { access: 'anyone' } }, async () => {
    throw new ExpectedError(421, 'This service does not serve this host name.');
  });
  if (options.dashboard) dashboardRoutes(app, options.dashboard, cookie, config);
}

/** The contract validates requests and serializes responses, so Fastify's compilers stay unloaded. */
const NO_SCHEMAS = { buildValidator: rejectSchema, buildSerializer: rejectSchema };

function rejectSchema(): never {
  throw new Error('Routes have no schemas of their own. Define the call in the contract.');
}
