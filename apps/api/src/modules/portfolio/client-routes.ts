import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_CORS_HEADERS } from '../../auth/auth-guard.ts';
import { ExpectedError } from '../../expected-error.ts';
import { type CompressedBody, compress, sendCompressed } from '../../http/compression.ts';

/** Reads the built client library. Returns undefined if it was not built. */
export async function readClient(file: string): Promise<CompressedBody | undefined> {
  const body = await readFile(file).catch(() => undefined);
  return body && compress(body);
}

/** Serves the client to sites without a build step, always in the version of this service. */
export function clientRoutes(app: FastifyInstance, client: CompressedBody | undefined): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/client.js',
    config: { access: 'anyone' },
    handler(request, reply) {
      reply.headers(PUBLIC_CORS_HEADERS);
      if (!client) throw new ExpectedError(404, 'The client is not built. Run npm run build.');
      return sendCompressed(request, reply, client, {
        type: 'text/javascript; charset=utf-8',
        cacheControl: 'public, max-age=300',
      });
    },
  });
}
