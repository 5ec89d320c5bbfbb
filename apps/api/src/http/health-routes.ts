import type { FastifyInstance } from 'fastify';
import { ExpectedError } from '../expected-error.ts';
import { errorBody } from './errors.ts';

interface Health {
  readonly isReady: () => Promise<boolean>;
  readonly isStopping: () => boolean;
}

/** Liveness and readiness, for process managers and load balancers. */
export function healthRoutes(app: FastifyInstance, { isReady, isStopping }: Health): void {
  const config = { access: 'anyone' } as const;

  app.get('/healthz', { config }, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ success: true });
  });

  app.get('/readyz', { config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const problem = await findReadinessProblem();
    if (problem === undefined) return reply.send({ success: true });
    return reply.code(503).send(errorBody(new ExpectedError(503, problem)));
  });

  async function findReadinessProblem(): Promise<string | undefined> {
    if (isStopping()) return 'The service is stopping.';
    return (await isReady()) ? undefined : 'The database is not ready yet.';
  }
}
