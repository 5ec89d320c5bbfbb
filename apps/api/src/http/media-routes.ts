import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ExpectedError } from '../expected-error.ts';
import { type CachedMediaFiles, SMALL_FILE_BYTES } from '../media/file-cache.ts';
import { FILE_NAME } from '../media/media-files.ts';
import { CONTENT_TYPES, typeOfName } from '../media/media-type.ts';
import { parseRange } from './byte-range.ts';
import { isPlainRead } from './memory-response.ts';
import { PAGE_HEADERS, securityHeaders } from './security-headers.ts';

const FOLDER = '/media/';
const FILE = `${FOLDER}:name`;

/** Allows inline styles in an SVG, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/**
 * Lets browsers open a PDF in their viewer, which isolates its scripts from our origin. `sandbox`
 * would block the viewer itself in some browsers.
 */
const PDF_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** No cache and no other site may get the file. */
const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
};

/** A readable file name, which follows the stored name in the URL and has no other effect. */
const PDF_NAME = /^[a-z0-9-]{1,120}\.pdf$/;

/** Whether only the owner may read a file. Undefined until the portfolio was read. */
export type IsWithheld = (name: string) => boolean | undefined;

interface MediaOptions {
  readonly isWithheld: IsWithheld;
  /** Reads the portfolio. */
  readonly load: () => Promise<void>;
  readonly isOwner: (request: FastifyRequest) => Promise<boolean>;
}

/** Serves stored files. A name never changes its bytes, so caches may keep a file forever. */
export function mediaRoutes(
  app: FastifyInstance,
  files: CachedMediaFiles,
  { isWithheld, load, isOwner }: MediaOptions,
): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: FILE,
    config: { access: 'anyone' },
    handler: (request, reply) => send(request, reply, request.params.name),
  });

  app.route<{ Params: { name: string; fileName: string } }>({
    method: ['GET', 'HEAD'],
    url: `${FILE}/:fileName`,
    config: { access: 'anyone' },
    handler(request, reply) {
      const { name, fileName } = request.params;
      if (typeOfName(name) !== CONTENT_TYPES.pdf || !PDF_NAME.test(fileName)) throw fileNotFound();
      return send(request, reply, name, fileName);
    },
  });

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    fileName?: string,
  ): Promise<FastifyReply> {
    const type = typeOfName(name);
    if (isWithheld(name) === undefined) await load();
    const isPrivate = isWithheld(name) ?? false;
    if (isPrivate && !(await isOwner(request))) throw fileNotFound();
    const size = FILE_NAME.test(name) && type ? await files.size(name) : undefined;
    if (size === undefined || type === undefined) throw fileNotFound();

    const tag = tagOf(name);
    reply.headers(fileHeaders(name, type));
    if (fileName !== undefined)
      reply.headers({ ...PDF_HEADERS, 'content-disposition': `inline; filename="${fileName}"` });
    if (isPrivate) reply.headers(PRIVATE_HEADERS).removeHeader('access-control-allow-origin');
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();

    const ifRange = request.headers['if-range'] ?? tag;
    const range = ifRange === tag ? parseRange(request.headers.range, size) : undefined;
    if (range === 'outside') {
      reply.header('content-range', `bytes */${size}`);
      throw new ExpectedError(416, 'The requested range is outside the file.');
    }
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    if (request.method === 'HEAD') return reply.send();
    const isSmall = size <= SMALL_FILE_BYTES && !range;
    return reply.send(isSmall ? await files.readSmall(name, size) : files.read(name, range));
  }
}

/**
 * Serves a small file from memory before the request reaches Fastify, which handles all other
 * requests for files. Returns the route if it responded.
 */
export function serveMediaFromMemory(
  files: CachedMediaFiles,
  publicUrl: string,
  isWithheld: IsWithheld,
): (request: IncomingMessage, response: ServerResponse) => string | undefined {
  const common = securityHeaders(publicUrl);
  // Headers are built with the first response and reused for as long as the file is in memory.
  const builtHeaders = new WeakMap<Buffer, string[]>();

  function headersOf(name: string, bytes: Buffer): string[] {
    const built = builtHeaders.get(bytes);
    if (built) return built;
    const headers = Object.entries({
      ...common,
      ...fileHeaders(name, typeOfName(name) ?? ''),
      'content-length': String(bytes.length),
    }).flat();
    builtHeaders.set(bytes, headers);
    return headers;
  }

  return (request, response) => {
    const { url = '', method, headers } = request;
    if (!url.startsWith(FOLDER) || method !== 'GET' || !isPlainRead(request)) return undefined;
    if (headers.range !== undefined || headers['if-none-match'] !== undefined) return undefined;
    const name = url.slice(FOLDER.length);
    const bytes = isWithheld(name) === false ? files.cached(name) : undefined;
    if (!bytes) return undefined;
    response.writeHead(200, headersOf(name, bytes)).end(bytes);
    return FILE;
  };
}

function tagOf(name: string): string {
  return `"${name}"`;
}

function fileHeaders(name: string, type: string): Record<string, string> {
  return {
    'cache-control': 'public, max-age=31536000, immutable',
    etag: tagOf(name),
    'accept-ranges': 'bytes',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'content-type': type,
    ...(type === CONTENT_TYPES.pdf && {
      'content-disposition': `attachment; filename="${name.slice(0, 12)}.pdf"`,
    }),
  };
}

function fileNotFound(): ExpectedError {
  return new ExpectedError(404, 'This file does not exist.');
}
