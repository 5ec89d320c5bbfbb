import type { FastifyInstance } from 'fastify';

/**
 * While the service stops, each connection is closed as soon as its last answer is sent: a browser
 * that keeps one open would keep the process waiting.
 */
export function closeGracefully(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 50);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
