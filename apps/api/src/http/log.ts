import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { RequestEnd } from './track-request.ts';

/** Writes log lines in batches: separate writes would take a tenth of the time of a request. */
export function loggerOptions(
  level: string,
  stream: DestinationStream = pino.destination({
    sync: false,
    minLength: 4096,
    periodicFlush: 500,
  }),
) {
  return { level, serializers: { err: describeError }, stream };
}

/** Picks the safe properties: database errors also contain rows and connection details. */
function describeError(error: Error & { code?: unknown }) {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack ?? '' };
}

const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Logs one line per request, with the route pattern instead of the URL, because a URL can contain a
 * reset token.
 */
export function logRequest(request: FastifyRequest, end: RequestEnd): void {
  const { ip, method, route, status, seconds } = end;
  // Successful health checks come every few seconds.
  if (PROBES.has(route) && status === 200) return;
  const ms = Math.round(seconds * 1000);
  request.log.info({ method, route, status, ms, ip }, 'request');
}

/** Logs a request that never reached Fastify, without its content. Returns an ID for the response. */
export function logRejectedRequest(
  log: FastifyBaseLogger,
  details: { status: number; ip: string | undefined; reason: string | undefined },
): string {
  const reqId = randomUUID();
  log.info({ reqId, ...details }, 'request rejected');
  return reqId;
}
