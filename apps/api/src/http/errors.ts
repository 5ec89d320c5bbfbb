import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Failure, missing } from '@vitrine/contract/call';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import { TooBusyError } from '../concurrency.ts';
import { isDatabaseTimeout, isDatabaseUnavailable } from '../db/client.ts';
import { escapeHtml } from '../escape-html.ts';
import { IconsUnavailableError } from '../media/find-icons.ts';
import { MediaUnavailableError } from '../media/media-files.ts';
import { ResumeTooLongError } from '../media/resume-length.ts';
import { TypesettingError } from '../media/typeset.ts';
import { logRejectedRequest } from './log.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An error response. The dashboard shows the message unchanged. */
export class HttpError extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly code: Failure['code'];

  constructor(
    status: number,
    message: string,
    options: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      code?: NonNullable<Failure['code']>;
      /** Is logged, and never sent. */
      cause?: unknown;
    } = {},
  ) {
    super(message, options);
    this.status = status;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.code = options.code;
  }
}

export function notFound(noun: string): HttpError {
  return new HttpError(404, missing(noun));
}

export function routeNotFound(): HttpError {
  return new HttpError(404, 'This URL does not exist.');
}

/** An error response with a message for each invalid field. */
export function validationError(fields: Record<string, string>, status = 400): HttpError {
  const message = [...new Set(Object.values(fields))].join(' ');
  return new HttpError(status, message || 'The request could not be read.', { fields });
}

export function fieldErrorsOf(error: ZodError): Record<string, string> {
  // Without a prototype, because a client may send a field named `toString`.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.filter(isSafeName))
        fields[key] ??= `There is no field named ${key}.`;
    } else {
      const name = issue.path.join('.');
      fields[name === '' ? 'body' : name] ??= issue.message;
    }
  }
  return fields;
}

/** A script that copies the response to another object would set its prototype. */
function isSafeName(name: string): boolean {
  return name !== '__proto__';
}

export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendJsonError(reply, logError(error, request)));
  app.setNotFoundHandler((_request, reply) => sendJsonError(reply, routeNotFound()));
}

/** Sends an error to a visitor of the public site, who reads pages. */
export function sendErrorPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const httpError = logError(error, request);
  const message = escapeHtml(httpError.message);
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title><p>${message}`;
  return prepareError(reply, httpError).type('text/html; charset=utf-8').send(page);
}

/** Returns the error to send, and logs the cause of a failure. */
function logError(error: unknown, request: FastifyRequest): HttpError {
  // The client disconnected while it sent the request. This is not a server error.
  if (request.raw.destroyed && !request.raw.complete)
    return new HttpError(400, 'The request was aborted.');
  const httpError = toHttpError(error);
  // Overload is not logged as an error: a flood must not fill the log.
  const isFailure = httpError.status >= 500 && !(error instanceof TooBusyError);
  if (isFailure) request.log.error({ err: error }, 'request failed');
  return httpError;
}

function sendJsonError(reply: FastifyReply, error: HttpError): FastifyReply {
  return prepareError(reply, error)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(error)));
}

function prepareError(reply: FastifyReply, error: HttpError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(error.retryAfterSeconds));
  }
  // Headers that the route set for its own response do not apply.
  return reply
    .removeHeader('etag')
    .removeHeader('content-length')
    .header('cache-control', 'no-store')
    .code(error.status);
}

export function errorBody({ message, fields, code }: HttpError): Failure {
  return { success: false, message, ...(fields && { fields }), ...(code && { code }) };
}

/** Sends the same body where Fastify cannot. */
export function sendRawError(response: ServerResponse, error: HttpError, id: string): void {
  const body = JSON.stringify(errorBody(error));
  response.writeHead(error.status, rawHeaders(body, id)).end(body);
}

/** Responds to a request that Node cannot parse, or that arrives too slowly, with the same body. */
export function handleClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  log: FastifyBaseLogger,
): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // Browsers open connections before they need them, and would show what arrives on an unused one.
  const isUnused = isLate && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) {
    socket.destroy();
    return;
  }
  const rejection = isLate
    ? new HttpError(408, 'The request took too long to arrive.')
    : new HttpError(400, 'The request could not be read.');
  const { status } = rejection;
  const id = logRejectedRequest(log, { status, ip: socket.remoteAddress, reason: error.code });
  const body = JSON.stringify(errorBody(rejection));
  const headers = Object.entries(rawHeaders(body, id)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const reason = isLate ? 'Request Timeout' : 'Bad Request';
  // Does not wait for the client to close the connection.
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
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

/** Maps any error to a status and a user-facing message. The cause is only logged. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ResumeTooLongError) return new HttpError(422, error.message);
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
    return new HttpError(503, 'The request took too long. Please try again shortly.', {
      retryAfterSeconds: 5,
    });
  }
  if (error instanceof MediaUnavailableError) {
    return new HttpError(503, 'Files cannot be stored right now. Please try again shortly.', {
      retryAfterSeconds: 5,
    });
  }
  if (error instanceof IconsUnavailableError) {
    return new HttpError(
      503,
      'The icons cannot be loaded right now. Try again, or upload a file.',
      {
        retryAfterSeconds: 5,
      },
    );
  }
  if (error instanceof TypesettingError) {
    return new HttpError(503, 'This cannot be drawn right now. Please try again shortly.', {
      retryAfterSeconds: 5,
    });
  }
  if (isSessionGone(error)) return new HttpError(401, 'Please log in.');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') {
    return new HttpError(507, 'There is not enough disk space. Free up some space and try again.');
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new HttpError(status, frameworkMessage(status));
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

/** Whether a request stored something for its session, which ended after the guard found it. */
function isSessionGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    String(error.constraint).endsWith('_session_id_fkey')
  );
}

/** Messages for requests that Fastify rejects before a handler runs. */
function frameworkMessage(status: number): string {
  if (status === 413) return 'The request is too large.';
  if (status === 415) return 'This content type is not supported.';
  return 'The request could not be read.';
}
