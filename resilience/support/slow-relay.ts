import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowRelay {
  readonly port: number;
  /** How many connections are open on which the client has sent nothing yet. */
  unused(): number;
  /** How many of them the server has closed. */
  closedUnused(): number;
  stop(): void;
}

/**
 * Forwards connections, with a delay that shows a race: what the server sends on an unused connection
 * arrives just after the client has sent its first request on it.
 */
export async function startSlowRelay(target: string): Promise<SlowRelay> {
  const sockets = new Set<Socket>();
  const unused = new Set<Socket>();
  let closedUnused = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const { hostname, port } = new URL(target);
    const upstream = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    unused.add(client);
    const used = new Promise<void>((resolve) => {
      client.once('data', () => {
        unused.delete(client);
        resolve();
      });
    });
    upstream.on('data', async (chunk) => {
      await used;
      client.write(chunk);
    });
    upstream.on('end', async () => {
      if (unused.has(client)) closedUnused += 1;
      await used;
      client.end();
    });
    client.pipe(upstream);
    client.on('close', () => {
      unused.delete(client);
      upstream.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    unused: () => unused.size,
    closedUnused: () => closedUnused,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
