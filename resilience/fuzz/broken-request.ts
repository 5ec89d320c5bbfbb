import type { OpenApiDocument, Operation } from '@vitrine/api/http/openapi';
import fc, { type Arbitrary } from 'fast-check';
import { type Address, addressFor, queryFor } from './addresses.ts';
import { type Body, bodyFor, oddBody } from './bodies.ts';
import { type Frame, framed, noHttp, oddFrame } from './frames.ts';
import { type Header, oddHeader } from './headers.ts';
import { type Known, weighted } from './values.ts';

/** Requests made from the OpenAPI document: right ones, and ones with something wrong about them. */

export interface BrokenRequest {
  /** The call that it is for; nothing when its address or method is of no call, or of another. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly bytes: Buffer;
  /** Whole as far as HTTP goes, so that an answer is owed. */
  readonly isWhole: boolean;
  readonly isSignedIn: boolean;
}

export interface TestEnvironment {
  readonly known: Known;
  /** The owner's cookie. */
  readonly cookie: string;
  readonly publicUrl: string;
}

export function requestsFor(
  document: OpenApiDocument,
  environment: TestEnvironment,
): Arbitrary<BrokenRequest> {
  const prefix = new URL(document.servers[0]?.url ?? '').pathname;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestFor(operation, method.toUpperCase(), `${prefix}${path}`, environment),
    ),
  );
  const noRequest = noHttp.map((bytes) => ({
    operation: undefined,
    method: 'GET',
    bytes,
    isWhole: false,
    isSignedIn: false,
  }));
  return fc.oneof(...calls, requestElsewhere(environment), noRequest);
}

/** Mostly right in each part: what is refused at the door says nothing of what is behind it. */
function requestFor(
  operation: Operation,
  method: string,
  path: string,
  environment: TestEnvironment,
): Arbitrary<BrokenRequest> {
  return fc
    .record({
      method: weighted([8, fc.constant(method)], [1, fc.constantFrom(...METHODS, ...NO_METHODS)]),
      address: addressFor(path, operation, environment.known),
      query: queryFor(operation, environment.known),
      body: bodyFor(operation, environment.known),
      headers: weighted([2, headersFor(operation)], [1, oddHeaders]),
      isSignedIn: weighted([6, fc.constant(true)], [1, fc.constant(false)]),
      frame,
    })
    .map((parts) => {
      const isThisCall = parts.method === method && parts.address.isRight;
      return write(
        { ...parts, operation: isThisCall ? operation.operationId : undefined },
        environment,
      );
    });
}

const METHODS = `GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND MKCOL SEARCH M-SEARCH PURGE
  QUERY LINK REPORT`.split(/\s+/);
const NO_METHODS = 'get Post BREW G GETT __proto__ PRI'.split(' ');

const oddHeaders = fc.array(oddHeader, { minLength: 1, maxLength: 3 });
const frame = weighted<Frame>([12, fc.constant(framed)], [1, oddFrame]);

/** Two keys only, so that they are met again. */
function headersFor({ parameters }: Operation): Arbitrary<Header[]> {
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key');
  const key = fc.constantFrom('one', 'another').map((value) => ['idempotency-key', value] as const);
  return takesKey ? fc.array(key, { maxLength: 1 }) : fc.constant([]);
}

/** For what is served beside the calls. */
function requestElsewhere(environment: TestEnvironment): Arbitrary<BrokenRequest> {
  const path = fc.constantFrom(
    ...'/ /login /healthz /readyz /client.js /api /api/v1 /api/v1/openapi.json /api/v1/docs'.split(
      ' ',
    ),
    ...'/media /media/ /media/%ff /media/..%2f..%2fetc%2fpasswd /assets/ /favicon.ico * /%'.split(
      ' ',
    ),
    ...'/assets/..%2f..%2fpackage.json /.env /api/v1/public/x /public/portfolio'.split(' '),
    `/media/${'0'.repeat(64)}.png`,
    ...(environment.known['media'] ?? []),
  );
  return fc
    .record({
      method: fc.oneof(fc.constant('GET'), fc.constantFrom(...METHODS, ...NO_METHODS)),
      address: path.map((one) => ({ path: one, isRight: false })),
      query: fc.constant(''),
      body: weighted<Body>([4, fc.constant(undefined)], [1, oddBody]),
      headers: fc.array(oddHeader, { maxLength: 3 }),
      isSignedIn: fc.boolean(),
      frame,
    })
    .map((parts) => write({ ...parts, operation: undefined }, environment));
}

interface Parts {
  readonly operation: string | undefined;
  readonly method: string;
  readonly address: Address;
  readonly query: string;
  readonly body: Body;
  readonly headers: readonly Header[];
  readonly isSignedIn: boolean;
  readonly frame: Frame;
}

/** Node reads 16 KB of headers, and 2,000 of them; near that, it is a matter of counting. */
const HEAD_LIMIT = 15_000;

function write(parts: Parts, { cookie, publicUrl }: TestEnvironment): BrokenRequest {
  const { operation, method, isSignedIn } = parts;
  const target = parts.address.path + (parts.query === '' ? '' : `?${parts.query}`);
  const own: Header[] = [['host', new URL(publicUrl).host]];
  if (isSignedIn) own.push(['cookie', cookie]);
  const { bytes, isWhole } = parts.frame({
    line: `${method} ${target} HTTP/1.1`,
    headers: [...own, ...parts.headers],
    sent: parts.body,
  });
  return {
    operation,
    method,
    bytes,
    isSignedIn,
    isWhole:
      isWhole &&
      METHODS.includes(method) &&
      /^\/[\x21-\x7e]*$/.test(target) &&
      bytes.indexOf('\r\n\r\n') < HEAD_LIMIT,
  };
}
