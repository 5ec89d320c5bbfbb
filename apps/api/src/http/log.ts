import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

export function loggerOptions(level: string, stream: Writable | undefined) {
  return { level, serializers: { err: describeError }, ...(stream && { stream }) };
}

/** What went wrong and where, and nothing else: errors of a database carry rows and connections. */
function describeError(error: Error & { code?: unknown }) {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack ?? '' };
}

/**
 * One line a request. It names the route, never the address as it came: a reset token is a part of
 * an address, and a log is no place for it.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request;
    const route = request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route, status, ms, ip }, 'request');
  });
}
