import type { FastifyInstance } from 'fastify';
import { failure, Refusal } from './errors.ts';

/** For whoever keeps the process running: is it alive, and may it be given work? */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const config = { access: 'anyone' } as const;

  app.get('/healthz', { config }, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ success: true });
  });

  app.get('/readyz', { config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (await isReady()) return reply.send({ success: true });
    return reply.code(503).send(failure(new Refusal(503, 'The database is not ready yet.')));
  });
}
