import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly connections: number;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly seconds?: number;
}

/**
 * How many requests a second a server answers to so many connections, each of which asks again as
 * soon as it has its answer. It counts bytes and reads no headers: a client that does is slower than
 * the servers that it measures. So every answer must be as long as the first.
 */
export async function requestsPerSecond(origin: string, load: Load): Promise<number> {
  const { path = '/', headers = {}, seconds = 3 } = load;
  // The first answer after a while may bring the cookie anew, and be longer than those that follow.
  await (await fetch(`${origin}${path}`, { headers })).arrayBuffer();
  const { hostname, port } = new URL(origin);
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  const request = requestOf(load);
  const began = performance.now();
  const end = began + seconds * 1000;
  const counts = await Promise.all(sockets.map((socket) => keepAsking(socket, request, end)));
  const took = (performance.now() - began) / 1000;
  return counts.reduce((sum, count) => sum + count, 0) / took;
}

function requestOf({ path = '/', headers = {} }: Load): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map((pair) => pair.join(': '));
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
}

async function keepAsking(socket: Socket, request: Buffer, end: number): Promise<number> {
  let count = 0;
  let received = 0;
  let length = 0;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The server hung up.')));
  socket.on('data', (chunk: Buffer) => {
    if (length === 0) length = lengthOf(chunk);
    received += chunk.length;
    if (received < length) return;
    if (received > length) return reject(new Error('An answer was longer than the first.'));
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

/** Of the whole answer, by its head, which comes in one piece. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.subarray(0, chunk.indexOf('\r\n\r\n') + 4).toString('latin1');
  if (!/^HTTP\/1\.1 (200|304) /.test(head)) throw new Error(`An answer begins with ${head}`);
  return head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}
