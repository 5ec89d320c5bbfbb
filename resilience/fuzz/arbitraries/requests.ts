import type { OpenApiDocument, Operation } from '@vitrine/api/http/openapi';
import fc, { type Arbitrary } from 'fast-check';
import type { Header, HttpRequest } from '../send-request.ts';
import { type Body, bodyFor, unexpectedBody } from './bodies.ts';
import { unusualHeader } from './headers.ts';
import { queryFor, type UrlPath, urlPathFor } from './urls.ts';
import { type KnownValues, weighted } from './values.ts';

/** Requests generated from the OpenAPI document: valid ones, and ones with an error in some part. */

export interface FuzzRequest extends HttpRequest {
  /** The call that it is for; none if the method or the path was changed. */
  readonly operation: string | undefined;
  readonly isSignedIn: boolean;
}

export interface RequestContext {
  readonly known: KnownValues;
  /** The owner's session. */
  readonly cookie: string;
  readonly publicUrl: string;
}

/** Node itself rejects a longer request line and headers, before any of our code runs. */
const MAX_HEAD_BYTES = 15_000;

export function requestsFor(
  document: OpenApiDocument,
  context: RequestContext,
): Arbitrary<FuzzRequest> {
  const prefix = new URL(document.servers[0]?.url ?? '').pathname;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestFor(operation, method.toUpperCase(), `${prefix}${path}`, context),
    ),
  );
  return fc
    .oneof(...calls, requestForOtherPath(context))
    .filter(({ path, headers }) => path.length + headers.flat().join('').length < MAX_HEAD_BYTES);
}

/** Each part is mostly valid, so that requests get past authentication and validation. */
function requestFor(
  operation: Operation,
  method: string,
  path: string,
  context: RequestContext,
): Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: weighted([8, fc.constant(method)], [1, fc.constantFrom(...METHODS)]),
      path: urlPathFor(path, operation, context.known),
      query: queryFor(operation, context.known),
      body: bodyFor(operation, context.known),
      headers: weighted([2, headersFor(operation)], [1, unusualHeaders]),
      isSignedIn: weighted([6, fc.constant(true)], [1, fc.constant(false)]),
    })
    .map((parts) => {
      const isThisCall = parts.method === method && parts.path.isIntended;
      const name = isThisCall ? operation.operationId : undefined;
      return assemble({ ...parts, operation: name }, context);
    });
}

const METHODS = `GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND MKCOL SEARCH M-SEARCH PURGE
  QUERY LINK REPORT`.split(/\s+/);

const unusualHeaders = fc.array(unusualHeader, { minLength: 1, maxLength: 3 });

/** There are only two keys, so that they repeat. */
function headersFor({ parameters }: Operation): Arbitrary<Header[]> {
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key');
  const key = fc.constantFrom('one', 'another').map((value) => ['idempotency-key', value] as const);
  return takesKey ? fc.array(key, { maxLength: 1 }) : fc.constant([]);
}

/** For pages, media, and paths that do not exist. */
function requestForOtherPath(context: RequestContext): Arbitrary<FuzzRequest> {
  const path = fc.constantFrom(
    ...'/ /login /healthz /readyz /client.js /api /api/v1 /api/v1/openapi.json /api/v1/docs'.split(
      ' ',
    ),
    ...'/media /media/ /media/%ff /media/..%2f..%2fetc%2fpasswd /assets/ /favicon.ico /%'.split(
      ' ',
    ),
    ...'/assets/..%2f..%2fpackage.json /.env /api/v1/public/x /public/portfolio'.split(' '),
    `/media/${'0'.repeat(64)}.png`,
    ...(context.known['media'] ?? []),
  );
  return fc
    .record({
      method: fc.oneof(fc.constant('GET'), fc.constantFrom(...METHODS)),
      path: path.map((value) => ({ value, isIntended: false })),
      query: fc.constant(''),
      body: weighted<Body>([4, fc.constant(undefined)], [1, unexpectedBody]),
      headers: fc.array(unusualHeader, { maxLength: 3 }),
      isSignedIn: fc.boolean(),
    })
    .map((parts) => assemble({ ...parts, operation: undefined }, context));
}

interface Parts {
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: UrlPath;
  readonly query: string;
  readonly body: Body;
  readonly headers: readonly Header[];
  readonly isSignedIn: boolean;
}

function assemble(parts: Parts, { cookie, publicUrl }: RequestContext): FuzzRequest {
  const { operation, method, isSignedIn, body } = parts;
  const headers: Header[] = [['host', new URL(publicUrl).host]];
  if (isSignedIn) headers.push(['cookie', cookie]);
  if (body) headers.push(['content-type', body.type]);
  return {
    operation,
    method,
    path: parts.path.value + (parts.query === '' ? '' : `?${parts.query}`),
    headers: [...headers, ...parts.headers],
    body: body?.bytes,
    isSignedIn,
  };
}
