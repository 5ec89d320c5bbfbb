import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

// An import would also load Node's HTTP client, which takes 14 MB of memory.
const { createServer } = process.getBuiltinModule('node:http');

/**
 * Node checks connections for progress this often, so it closes a stalled one after 20 to 40 s. A
 * shorter interval would close slow readers: the system reports free space in its send buffer only
 * when a third of it is free.
 */
const STALL_CHECK_MS = 20_000;
/** Far more than a portfolio's concurrent visitors, and few enough for a small machine's memory. */
const MAX_CONNECTIONS = 1_000;
/** Above this number, connections close after each response instead of staying open. */
const KEEP_ALIVE_CONNECTIONS = 500;

const OPTIONS = {
  // The authentication guard sets a shorter limit for each body; this one covers all other requests.
  requestTimeout: 3 * 60 * 60 * 1000 + 10_000,
  headersTimeout: 8_000,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep idle connections, so that they never send to one that is closing.
  keepAliveTimeout: 72_000,
  requireHostHeader: false,
};

/** Creates the HTTP server with limits on connections and on stalled clients. */
export function createHttpServer(onRequest: RequestListener): Server {
  let connections = 0;
  const server = createServer(OPTIONS, (request, response) => {
    response.on('timeout', closeIfStalled);
    // Upgrades are not supported. Node would wait for data after the body of such a request.
    if (request.headers.upgrade !== undefined || connections > KEEP_ALIVE_CONNECTIONS)
      response.shouldKeepAlive = false;
    onRequest(request, response);
  });
  server.timeout = STALL_CHECK_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
  });
  return server;
}

/** A client that does not read what was sent is stalled. One that waits for a response is not. */
function closeIfStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
