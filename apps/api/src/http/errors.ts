import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Failure, missing } from '@vitrine/contract/call';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import { TooBusyError } from '../concurrency.ts';
import { escapeHtml } from '../escape-html.ts';
import { ExpectedError } from '../expected-error.ts';
import { logRejectedRequest } from './log.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { toExpectedError } from './to-expected-error.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export function notFound(noun: string): ExpectedError {
  return new ExpectedError(404, missing(noun));
}

export function routeNotFound(): ExpectedError {
  return new ExpectedError(404, 'This URL does not exist.');
}

export function listFieldErrors(error: ZodError): Record<string, string> {
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
  const expected = logError(error, request);
  const message = escapeHtml(expected.answer);
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title><p>${message}`;
  return prepareError(reply, expected).type('text/html; charset=utf-8').send(page);
}

/** Returns the error to send, and logs the cause of a failure. */
function logError(error: unknown, request: FastifyRequest): ExpectedError {
  // The client disconnected while it sent the request. This is not a server error.
  if (request.raw.destroyed && !request.raw.complete)
    return new ExpectedError(400, 'The request was aborted.');
  const expected = toExpectedError(error);
  // Overload is not logged as an error: a flood must not fill the log.
  const isFailure = expected.status >= 500 && !(error instanceof TooBusyError);
  if (isFailure) request.log.error({ err: error }, 'request failed');
  return expected;
}

function sendJsonError(reply: FastifyReply, error: ExpectedError): FastifyReply {
  return prepareError(reply, error)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(error)));
}

function prepareError(reply: FastifyReply, error: ExpectedError): FastifyReply {
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

export function errorBody({ answer, fields, code }: ExpectedError): Failure {
  return { success: false, message: answer, ...(fields && { fields }), ...(code && { code }) };
}

/** Sends the same body where Fastify cannot. */
export function sendRawError(response: ServerResponse, error: ExpectedError, id: string): void {
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
    ? new ExpectedError(408, 'The request took too long to arrive.')
    : new ExpectedError(400, 'The request could not be read.');
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
