import type { FastifyInstance } from 'fastify';

/** How long a response that has started may take. Clients can resume a large download. */
const GRACE_MS = 3_000;

/**
 * While the service stops, closes each connection once its last response is sent, because browsers
 * keep connections open. Closes all of them after the grace period.
 */
export function closeGracefully(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  let last: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 50);
    last = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    clearTimeout(last);
  });
}
