import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readLimited } from './read-limited.ts';

/** The response of a server that answers in this way. */
async function open(listener: RequestListener): Promise<Response> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  return fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
}

test('reads a body that is within the limits', async () => {
  const response = await open((_request, answer) => answer.end('four'));
  expect(String(await readLimited(response, { maxSize: 4, ms: 10_000 }))).toBe('four');
});

test('gives up on a body that never ends', async () => {
  const response = await open((_request, answer) => answer.write('four'));
  await expect(readLimited(response, { maxSize: 100, ms: 200 })).rejects.toThrow('takes too long');
});

test('gives up on a body that is too large', async () => {
  const response = await open((_request, answer) => answer.end('four'));
  await expect(readLimited(response, { maxSize: 3, ms: 10_000 })).rejects.toThrow(
    'more than 3 bytes',
  );
});
