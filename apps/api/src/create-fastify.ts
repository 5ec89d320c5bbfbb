import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import cookiePlugin from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import type { Config } from './config.ts';
import { ExpectedError } from './expected-error.ts';
import {
  handleClientError,
  registerErrorHandlers,
  routeNotFound,
  sendRawError,
} from './http/errors.ts';
import { closeGracefully } from './http/graceful-close.ts';
import { createUrlRewriter } from './http/hosts.ts';
import { loggerOptions, logRejectedRequest, logRequest } from './http/log.ts';
import { MULTIPART } from './http/multipart-form.ts';
import { acceptEmptyJson, acceptFiles } from './http/register-route.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { createHttpServer } from './http/server.ts';
import { type OnRequestEnd, trackRequest } from './http/track-request.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';

export interface FastifyOptions {
  readonly config: Config;
  /** The destination of the log; standard output by default. */
  readonly logStream?: DestinationStream;
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly onRoute?: (route: { method: string; url: string }) => void;
}

/** Returns the route if it responded. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => string | undefined;

interface Handlers {
  readonly serveFromMemory: Serve;
  readonly isClosing: () => boolean;
  readonly onRequestEnd: OnRequestEnd;
}

/** Creates Fastify with all that routes have in common. Requests that can be served from memory do not reach it. */
export function createFastify(
  { config, logStream, metrics, tracing, onRoute }: FastifyOptions,
  { serveFromMemory, isClosing, onRequestEnd }: Handlers,
): FastifyInstance {
  const listeners = [logRequest, onRequestEnd, metrics?.count, tracing?.endRequest].filter(
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
    rewriteUrl: createUrlRewriter(config),
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

export async function registerPlugins(
  app: FastifyInstance,
  { config, tracing }: FastifyOptions,
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

/** The contract validates requests and serializes responses, so Fastify's compilers stay unloaded. */
const NO_SCHEMAS = { buildValidator: rejectSchema, buildSerializer: rejectSchema };

function rejectSchema(): never {
  throw new Error('Routes have no schemas of their own. Define the call in the contract.');
}
