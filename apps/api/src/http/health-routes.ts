import type { FastifyInstance } from 'fastify';
import { failure, HttpError } from './errors.ts';

interface Health {
  readonly isReady: () => Promise<boolean>;
  readonly isStopping: () => boolean;
}

/** For whoever keeps the process running: is it alive, and may it be given work? */
export function healthRoutes(app: FastifyInstance, { isReady, isStopping }: Health): void {
  const config = { access: 'anyone' } as const;

  app.get('/healthz', { config }, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ success: true });
  });

  app.get('/readyz', { config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const fault = await findReadinessProblem();
    if (fault === undefined) return reply.send({ success: true });
    return reply.code(503).send(failure(new HttpError(503, fault)));
  });

  async function findReadinessProblem(): Promise<string | undefined> {
    if (isStopping()) return 'The service is stopping.';
    return (await isReady()) ? undefined : 'The database is not ready yet.';
  }
}
