import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, FILE_NAME, type MediaFiles } from '../media/media-files.ts';
import { CONTENT_TYPES, typeOfName } from '../media/media-type.ts';
import { HttpError } from './errors.ts';
import { PAGE_HEADERS } from './security-headers.ts';

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

/** A readable file name, which follows the stored name in the URL and has no other effect. */
const PDF_NAME = /^[a-z0-9-]{1,120}\.pdf$/;

/** Serves stored files. A name never changes its bytes, so caches may keep a file forever. */
export function mediaRoutes(app: FastifyInstance, files: MediaFiles): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    config: { access: 'anyone' },
    handler: (request, reply) => send(request, reply, request.params.name),
  });

  app.route<{ Params: { name: string; fileName: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:name/:fileName',
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
    const size = FILE_NAME.test(name) && type ? await files.size(name) : undefined;
    if (size === undefined || type === undefined) throw fileNotFound();

    const tag = `"${name}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('accept-ranges', 'bytes')
      .header('content-security-policy', POLICY)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .type(type);
    if (fileName !== undefined) {
      reply.headers({ ...PDF_HEADERS, 'content-disposition': `inline; filename="${fileName}"` });
    } else if (type === CONTENT_TYPES.pdf) {
      reply.header('content-disposition', `attachment; filename="${name.slice(0, 12)}.pdf"`);
    }
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();

    const ifRange = request.headers['if-range'] ?? tag;
    const range = ifRange === tag ? parseRange(request.headers.range, size) : undefined;
    if (range === 'outside') {
      reply.header('content-range', `bytes */${size}`);
      throw new HttpError(416, 'The requested range is outside the file.');
    }
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(files.read(name, range));
  }
}

function fileNotFound(): HttpError {
  return new HttpError(404, 'This file does not exist.');
}

/** Parses a single byte range. Multiple or invalid ranges return undefined: the whole file is sent. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end && start < size ? { start, end } : 'outside';
}
