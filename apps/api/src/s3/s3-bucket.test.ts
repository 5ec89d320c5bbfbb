import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type S3Bucket, s3Bucket } from './s3-bucket.ts';

let store: Server;
let bucket: S3Bucket;
/** How long the store takes for each response. */
let delayMs: number;

beforeEach(async () => {
  store = createServer((_request, response) => {
    setTimeout(() => response.end(), delayMs).unref();
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const address = store.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const keys = { accessKey: 'a', secretKey: 'b' };
  bucket = s3Bucket({ endpoint, bucket: 'site', region: 'us-east-1', ...keys }, 0.3);
});
afterEach(() => {
  store.closeAllConnections();
  store.close();
});

describe('a bucket behind a slow line', () => {
  test('fails after its time limit', async () => {
    delayMs = 60_000;
    await expect(bucket.get('index.html')).rejects.toThrow('The store does not respond');
    await expect(bucket.remove('index.html')).rejects.toThrow('The store does not respond');
  });

  test('gets more time for an upload than for other requests', async () => {
    delayMs = 800;
    const bytes = new Uint8Array(8);
    await expect(bucket.put('index.html', bytes)).rejects.toThrow('The store does not respond');
    await bucket.put('index.html', bytes, {}, 30);
  });
});
