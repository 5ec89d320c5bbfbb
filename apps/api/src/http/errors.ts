import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Failure, missing } from '@vitrine/contract/call';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import type { ZodError } from 'zod';
import { TooBusyError } from '../concurrency.ts';
import { isDatabaseTimeout, isDatabaseUnavailable } from '../db/client.ts';
import { MediaUnavailableError } from '../media/media-files.ts';
import { logRejectedRequest } from './log.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer that is a no: thrown anywhere, told to the person as it stands. */
export class HttpError extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly code: Failure['code'];

  constructor(
    status: number,
    message: string,
    more: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      code?: NonNullable<Failure['code']>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.code = more.code;
  }
}

export function notFound(noun: string): HttpError {
  return new HttpError(404, missing(noun));
}

export function routeNotFound(): HttpError {
  return new HttpError(404, 'There is nothing at this address.');
}

/** The inputs at fault, by name, each with its sentence. */
export function validationError(fields: Record<string, string>, status = 400): HttpError {
  const message = [...new Set(Object.values(fields))].join(' ');
  return new HttpError(status, message || 'The request could not be read.', { fields });
}

export function fieldErrorsOf(error: ZodError): Record<string, string> {
  // Without a prototype: a person may well name a field toString.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[key] ??= `There is no field named ${key}.`;
    } else {
      const name = issue.path.join('.');
      fields[name === '' ? 'body' : name] ??= issue.message;
    }
  }
  return fields;
}

export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // Somebody hung up in the middle: nobody hears the answer, and nothing of ours broke.
    const isBrokenOff = request.raw.destroyed && !request.raw.complete;
    const refusal = isBrokenOff ? new HttpError(400, 'The request broke off.') : toHttpError(error);
    // Nothing broke when there is too much to do, and a flood must not fill the log as well.
    const isFailure = refusal.status >= 500 && !(error instanceof TooBusyError);
    if (isFailure) request.log.error({ err: error }, 'request failed');
    return refuse(reply, refusal);
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, routeNotFound()));
}

function refuse(reply: FastifyReply, refusal: HttpError): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  // Whatever the route had meant to send, this is not it.
  return reply
    .removeHeader('etag')
    .removeHeader('content-length')
    .header('cache-control', 'no-store')
    .code(refusal.status)
    .type(JSON_TYPE)
    .send(JSON.stringify(failure(refusal)));
}

export function failure({ message, fields, code }: HttpError): Failure {
  return { success: false, message, ...(fields && { fields }), ...(code && { code }) };
}

/** The same answer where the framework cannot give it any more. */
export function sendRawError(response: ServerResponse, refusal: HttpError, id: string): void {
  const body = JSON.stringify(failure(refusal));
  response.writeHead(refusal.status, rawHeaders(body, id)).end(body);
}

/** What cannot even be parsed as HTTP is answered on the bare socket, in the same shape. */
export function handleClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  log: FastifyBaseLogger,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = logRejectedRequest(log, { status: 400, ip: socket.remoteAddress, reason: error.code });
  const body = JSON.stringify(failure(new HttpError(400, 'The request could not be read.')));
  const headers = Object.entries(rawHeaders(body, id)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  // A client that does not hang up is not waited for.
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('')}\r\n${body}`, () => socket.destroy());
}

function rawHeaders(body: string, id: string) {
  return {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    'x-request-id': id,
  };
}

/** One failure has three readers: the log gets the cause, the caller a status, the person a sentence. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof TooBusyError) {
    return new HttpError(503, 'The service is busy right now. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  }
  if (isDatabaseUnavailable(error)) {
    return new HttpError(
      503,
      'The database cannot be reached right now. Please try again shortly.',
      {
        retryAfterSeconds: 5,
      },
    );
  }
  if (isDatabaseTimeout(error)) {
    return new HttpError(503, 'This took too long. Please try again shortly.', {
      retryAfterSeconds: 5,
    });
  }
  if (error instanceof MediaUnavailableError) {
    return new HttpError(503, 'Files cannot be stored right now. Please try again shortly.', {
      retryAfterSeconds: 5,
    });
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') {
    return new HttpError(
      507,
      'There is no space left to store this. Free some space and try again.',
    );
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new HttpError(status, frameworkMessage(status));
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

/** What the framework refuses before any call sees it. */
function frameworkMessage(status: number): string {
  if (status === 413) return 'That is more than this service accepts at once.';
  if (status === 415) return 'This kind of content is not accepted here.';
  return 'The request could not be read.';
}
