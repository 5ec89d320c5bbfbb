import type { FastifyInstance } from 'fastify';

/** How long an answer that has begun may take to its end. A large download can start again elsewhere. */
const GRACE_MS = 3_000;

/**
 * While the service stops, each connection is closed as soon as its last answer is sent: a browser
 * that keeps one open would keep the process waiting. After the grace period all are closed.
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
