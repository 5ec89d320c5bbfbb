import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly connections: number;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly seconds?: number;
}

/**
 * Measures requests per second. Each connection sends its next request as soon as it has the
 * response. The client counts bytes instead of parsing responses: a client that parses is slower
 * than the servers it measures. So all responses must have the same length.
 */
export async function measureThroughput(origin: string, load: Load): Promise<number> {
  const { path = '/', headers = {}, seconds = 3 } = load;
  // The first response may set a cookie and be longer than those that follow.
  await (await fetch(`${origin}${path}`, { headers })).arrayBuffer();
  const { host, hostname, port } = new URL(origin);
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  const request = writeRequest(host, load);
  const began = performance.now();
  const end = began + seconds * 1000;
  const counts = await Promise.all(sockets.map((socket) => repeatRequest(socket, request, end)));
  const elapsed = (performance.now() - began) / 1000;
  return counts.reduce((sum, count) => sum + count, 0) / elapsed;
}

function writeRequest(host: string, { path = '/', headers = {} }: Load): Buffer {
  const lines = Object.entries({ host, ...headers }).map((pair) => pair.join(': '));
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
}

async function repeatRequest(socket: Socket, request: Buffer, end: number): Promise<number> {
  let count = 0;
  let received = 0;
  let length = 0;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The server closed the connection.')));
  socket.on('data', (chunk: Buffer) => {
    if (length === 0) length = responseLength(chunk);
    received += chunk.length;
    if (received < length) return;
    if (received > length) return reject(new Error('A response is longer than the first one.'));
    count += 1;
    received = 0;
    if (performance.now() < end) socket.write(request);
    else resolve(count);
  });
  socket.write(request);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

/** The length of head and body. The head arrives in one chunk. */
function responseLength(chunk: Buffer): number {
  const head = chunk.subarray(0, chunk.indexOf('\r\n\r\n') + 4).toString('latin1');
  if (!/^HTTP\/1\.1 (200|304) /.test(head)) throw new Error(`Unexpected response: ${head}`);
  return head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}
