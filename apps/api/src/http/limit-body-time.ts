import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpectedError } from '../expected-error.ts';
import { sendRawError } from './errors.ts';

export const BODY_SECONDS = 8;
/** Enough for 10 MB on a slow uplink. */
export const UPLOAD_SECONDS = 120;
/** Enough for several gigabytes on a slow uplink. */
export const ARCHIVE_SECONDS = 3 * 60 * 60;

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Closes the connection if the body takes too long, including a body that no handler reads. */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const { raw } = request;
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined)
    return;
  clearTimeout(timers.get(request));
  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.raw.headersSent) {
      raw.destroy();
      return;
    }
    reply.hijack();
    reply.raw.once('finish', () => raw.destroy());
    sendRawError(
      reply.raw,
      new ExpectedError(408, 'The request took too long to arrive.'),
      request.id,
    );
  }, seconds * 1000);
  timers.set(request, timer);
  raw.once('close', () => clearTimeout(timer));
}
