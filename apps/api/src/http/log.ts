import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { RequestEnd } from './track-request.ts';

/** To the terminal unless told, many lines at once: a write a line would be a tenth of the work of a request. */
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

/** What went wrong and where, and nothing else: errors of a database carry rows and connections. */
function describeError(error: Error & { code?: unknown }) {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack ?? '' };
}

const PROBES = new Set(['/healthz', '/readyz']);

/**
 * One line a request. It names the route, never the address as it came: a reset token is a part of
 * an address, and a log is no place for it.
 */
export function logRequest(request: FastifyRequest, end: RequestEnd): void {
  const { ip, method, route, status, seconds } = end;
  // A proxy asks every few seconds, and says nothing new.
  if (PROBES.has(route) && status === 200) return;
  const ms = Math.round(seconds * 1000);
  request.log.info({ method, route, status, ms, ip }, 'request');
}

/** A line for what the framework never saw, without its content. Gives the id, to be told with the answer. */
export function logRejectedRequest(
  log: FastifyBaseLogger,
  seen: { status: number; ip: string | undefined; reason: string | undefined },
): string {
  const reqId = randomUUID();
  log.info({ reqId, ...seen }, 'request refused unread');
  return reqId;
}
