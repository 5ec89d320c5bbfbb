import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CompressedBody, type Encoding, negotiateEncoding } from './compression.ts';

/** A whole response that is held in memory, with its compressed copies. */
export interface MemoryResponse extends CompressedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** One encoding of a response with its headers. */
interface EncodedResponse {
  readonly tag: string;
  /** With one byte in each character. */
  readonly body: string | Buffer;
  readonly headers: string[];
  readonly unchangedHeaders: string[];
}

/**
 * Node writes headers and a string with one system call, from its stack. A buffer takes a second part
 * and, for as small a body as this, a fifth more time.
 */
const SINGLE_WRITE_BYTES = 15 * 1024;

/** The headers of a 304: those that a cache must update. */
const UNCHANGED = ['cache-control', 'access-control-allow-origin'];

/** Headers are built with the first response and reused for as long as the body is in memory. */
const encodedResponses = new WeakMap<Buffer, EncodedResponse>();

/** Sends 304 if the client has the current copy, else the smallest encoding that it accepts. */
export function sendMemoryResponse(
  request: IncomingMessage,
  response: ServerResponse,
  held: MemoryResponse,
): void {
  const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers;
  const encoded = encode(held, negotiateEncoding(accepted, held));
  const isCurrent =
    ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(encoded.tag));
  if (isCurrent && held.status === 200) {
    response.writeHead(304, encoded.unchangedHeaders).end();
    return;
  }
  response.writeHead(held.status, encoded.headers);
  if (request.method === 'HEAD') response.end();
  else response.end(encoded.body, 'latin1');
}

/** Whether a response from memory answers this request. Fastify discards a body within its time limits. */
export function isPlainRead({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !headers['content-length'] && !headers['transfer-encoding'];
}

function encode(held: MemoryResponse, encoding: Encoding | undefined): EncodedResponse {
  const body = (encoding && held[encoding]) ?? held.body;
  const known = encodedResponses.get(body);
  if (known) return known;
  const tag = `"${held.tag}${encoding ? `-${encoding}` : ''}"`;
  const unchanged = {
    ...Object.fromEntries(
      Object.entries(held.headers).filter(([name]) => UNCHANGED.includes(name)),
    ),
    etag: tag,
    vary: 'accept-encoding',
  };
  const whole = {
    ...held.headers,
    ...unchanged,
    'content-length': String(body.length),
    ...(encoding && { 'content-encoding': encoding }),
  };
  const encoded = {
    tag,
    body: body.length < SINGLE_WRITE_BYTES ? body.toString('latin1') : body,
    headers: Object.entries(whole).flat(),
    unchangedHeaders: Object.entries(unchanged).flat(),
  };
  encodedResponses.set(body, encoded);
  return encoded;
}
