import type { FastifyInstance } from 'fastify';

/**
 * Once the service is asked to stop, every answer also ends its connection: a browser that keeps
 * one open would keep the process waiting.
 */
export function closeGracefully(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
