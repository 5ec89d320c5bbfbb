import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Call, Failure } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import type { z } from 'zod';
import type { BrokenRequest } from './broken-request.ts';
import type { Reply } from './wire.ts';

const CALLS: ReadonlyMap<string, Call> = new Map(
  Object.entries(calls).flatMap(([noun, group]) =>
    Object.entries<Call>(group).map(([name, call]) => [`${noun}.${name}`, call]),
  ),
);

/** What is wrong about an answer, in words; nothing when it is as the contract says. */
export function faultOf(reply: Reply, request: BrokenRequest): string | undefined {
  const { status, headers, body } = reply;
  if (status >= 500) return `status ${status}`;
  // Who is told that nothing has changed keeps the headers of before.
  if (status !== 304 && headers.get('x-content-type-options') !== 'nosniff') return 'no nosniff';
  const call = CALLS.get(request.operation ?? '');
  if (call?.route.access === 'owner' && !request.isSignedIn && status < 400)
    return `status ${status} to somebody who is not signed in`;
  if (body.length === 0) {
    const mayBeEmpty = request.method === 'HEAD' || status === 204 || status === 304;
    return mayBeEmpty ? undefined : `status ${status} without a body`;
  }
  const type = headers.get('content-type');
  if (status < 400 && !call) return type ? undefined : 'no content-type';
  if (type !== 'application/json; charset=utf-8') return `content-type ${type}`;
  const answer = readJson(reply);
  if (answer === undefined) return 'a body that is not JSON';
  if (status >= 400) return failureFault(answer);
  if (!call) return undefined;
  if (status !== call.status) return `status ${status} instead of ${call.status}`;
  return shapeFault(answer, call.response);
}

function failureFault(answer: unknown): string | undefined {
  const read = Failure.safeParse(answer);
  if (!read.success) return `another shape of failure: ${read.error.issues[0]?.message}`;
  const { success, message, fields = {}, ...more } = answer as Failure;
  if (Object.keys(more).length > 0) return 'more than a failure has';
  return [message, ...Object.values(fields)].includes('') ? 'an empty sentence' : undefined;
}

/** A schema leaves out what it does not know, so what is the same afterwards had nothing more. */
function shapeFault(answer: unknown, schema: z.ZodType): string | undefined {
  const read = schema.safeParse(answer);
  if (!read.success) return `another shape: ${read.error.issues[0]?.message}`;
  return isDeepStrictEqual(read.data, answer) ? undefined : 'more than the contract names';
}

function readJson({ headers, body }: Reply): unknown {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[
    headers.get('content-encoding') ?? ''
  ];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decode ? decode(body) : body);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
