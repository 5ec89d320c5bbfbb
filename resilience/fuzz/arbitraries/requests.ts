import type { OpenApiDocument, Operation, Schema } from '@vitrine/api/http/openapi';
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
  /** Whether it is for the public site, which responds with pages. */
  readonly isPage?: boolean;
}

export interface RequestContext {
  readonly known: KnownValues;
  /** The owner's session. */
  readonly cookie: string;
  readonly publicUrl: string;
  /** Without it, there is no public site. */
  readonly siteUrl: string | undefined;
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
    .oneof(...calls, requestForOtherPath(context), ...requestsForSite(context))
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
    ...'/api/v1/post/export /api/v1/resume/download/json /api/v1/visit/download'.split(' '),
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

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const;

/** The fields of the forms on which an author writes. The contact form has some of them. */
const AUTHOR_FORM: Schema = {
  type: 'object',
  required: ['step', 'quote', 'name', 'token', 'consent'],
  properties: {
    step: { enum: ['edit', 'preview', 'send', 'agree', 'keep', 'withdraw'] },
    ...{ quote: text(600), name: text(100), role: text(120), organization: text(120) },
    ...{ photo: text(70), token: text(80), suggestion: text(600), website: text(20) },
    ...{ consent: { enum: ['on'] }, removePhoto: { enum: ['on'] } },
    file: { type: 'string', format: 'binary' },
  },
};

/** For the pages of an author, of whom only the link is known, and for others with their own routes. */
function requestsForSite({ siteUrl, known }: RequestContext): Arbitrary<FuzzRequest>[] {
  if (siteUrl === undefined) return [];
  const content = { 'multipart/form-data': { schema: AUTHOR_FORM } };
  const form = bodyFor({ requestBody: { required: true, content } }, known);
  const author = fc.constantFrom(...(known['authorPage'] ?? []));
  const other = fc.constantFrom(
    ...(known['viewPage'] ?? []),
    ...'/ /contact /contact/token /kind-words /kind-words/x /feed.xml /sitemap.xml'.split(' '),
    ...'/og/home-0.jpg /og/%ff /assets/x.css /preview/x /preview/x/writing /v/x /writing/%zz'.split(
      ' ',
    ),
    ...'/publications /resume.json /.well-known/webfinger?resource=acct:a@site.test'.split(' '),
  );
  const context = { cookie: '', publicUrl: siteUrl };
  const send = (path: Arbitrary<string>, body: Arbitrary<Body>) =>
    fc
      .record({
        method: weighted([6, fc.constantFrom('GET', 'POST')], [1, fc.constantFrom(...METHODS)]),
        path: path.map((value) => ({ value, isIntended: false })),
        query: fc.constant(''),
        body,
        headers: fc.array(unusualHeader, { maxLength: 2 }),
        isSignedIn: fc.constant(false),
      })
      .map((parts) => ({ ...assemble({ ...parts, operation: undefined }, context), isPage: true }));
  return [send(author, form), send(author, form), send(other, form)];
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

function assemble(
  parts: Parts,
  { cookie, publicUrl }: Pick<RequestContext, 'cookie' | 'publicUrl'>,
): FuzzRequest {
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
