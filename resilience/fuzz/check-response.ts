import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Call, Failure } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import type { z } from 'zod';
import type { FuzzRequest } from './arbitraries/requests.ts';
import type { HttpResponse } from './send-request.ts';

const CALLS: ReadonlyMap<string, Call> = new Map(
  Object.entries(calls).flatMap(([noun, group]) =>
    Object.entries<Call>(group).map(([name, call]) => [`${noun}.${name}`, call]),
  ),
);

/** Describes how a response violates the contract; undefined if it does not. */
export function findViolation(response: HttpResponse, request: FuzzRequest): string | undefined {
  const { status, headers, body } = response;
  if (status >= 500) return `status ${status}`;
  // A 304 refers to a response that had the header.
  if (status !== 304 && headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (request.isPage) return undefined;
  const call = CALLS.get(request.operation ?? '');
  if (call?.route.access === 'owner' && !request.isSignedIn && status < 400)
    return `status ${status} without a session`;
  if (body.length === 0) {
    const mayBeEmpty = request.method === 'HEAD' || status === 204 || status === 304;
    return mayBeEmpty ? undefined : `status ${status} without a body`;
  }
  const type = headers['content-type'];
  if (status < 400 && !call) return type ? undefined : 'no content-type';
  if (type !== 'application/json; charset=utf-8') return `content-type ${type}`;
  const content = readJson(response);
  if (content === undefined) return 'a body that is not JSON';
  if (status >= 400) return findErrorViolation(content);
  if (!call) return undefined;
  if (status !== call.status) return `status ${status} instead of ${call.status}`;
  return findSchemaViolation(content, call.response);
}

function findErrorViolation(content: unknown): string | undefined {
  const read = Failure.safeParse(content);
  if (!read.success) return `not an error response: ${read.error.issues[0]?.message}`;
  if (!isDeepStrictEqual(read.data, content)) return 'properties that no error response has';
  const { message, fields = {} } = read.data;
  return [message, ...Object.values(fields)].includes('') ? 'an empty message' : undefined;
}

/** Parsing drops unknown properties, so an unchanged value has none. */
function findSchemaViolation(content: unknown, schema: z.ZodType): string | undefined {
  const read = schema.safeParse(content);
  if (!read.success) return `does not match its schema: ${read.error.issues[0]?.message}`;
  return isDeepStrictEqual(read.data, content) ? undefined : 'properties outside the contract';
}

function readJson({ headers, body }: HttpResponse): unknown {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[headers['content-encoding'] ?? ''];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decode ? decode(body) : body);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
