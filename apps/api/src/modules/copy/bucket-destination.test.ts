import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../media/media-files.ts';
import { bucketDestination, contentTypeOf } from './bucket-destination.ts';
import { checkAddress } from './check-address.ts';
import { publishFiles } from './publish-files.ts';

const SECRETS = { accessKey: 'the-access-key', secretKey: 'the-secret-key' };
const { signal } = new AbortController();
let origin: string;
let requests: IncomingMessage[];
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let stop: () => Promise<void>;

beforeEach(async () => {
  requests = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  stop = async () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => stop());

function destination(endpoint = origin, localStores: readonly string[] = [origin]) {
  const place = { endpoint, bucket: 'site', region: 'us-east-1', prefix: '' };
  return bucketDestination({ ...place, ...SECRETS, localStores });
}

function publish(to = destination()) {
  const bytes = Buffer.from('home');
  const file = { path: 'index.html', hash: hashContent(bytes), read: async () => bytes };
  return publishFiles(async () => [file], to, { everything: false, signal });
}

describe('a hostile object store', () => {
  const failures: [status: number, isFinal: boolean, reason: string][] = [
    [301, true, 'sends requests elsewhere'],
    [307, true, 'sends requests elsewhere'],
    [400, true, 'does not understand'],
    [401, true, 'rejected the access key'],
    [403, true, 'rejected the access key'],
    [418, true, 'returned the error 418'],
    [500, false, 'returned the error 500'],
  ];

  test.each(failures)('that answers with %i gets nothing more', async (status, isFinal, reason) => {
    respond = ({ headers }, response) =>
      response
        .writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' })
        .end(`<Error><Message>${headers.authorization} ${SECRETS.secretKey}</Message></Error>`);
    const error = await publish().catch((thrown) => thrown);
    expect([error.message, error.isFinal]).toEqual([expect.stringContaining(reason), isFinal]);
    // Its answer quotes what was sent.
    expect(error.stack).not.toContain(SECRETS.accessKey);
    expect(error.cause).toBeUndefined();
  });

  test.each([200, 403, 404])(
    'cannot send an answer with %i without end',
    async (status) => {
      respond = (_, response) => {
        response.writeHead(status);
        const part = Buffer.alloc(256 * 1024, 'a');
        const write = (): void => {
          while (!response.destroyed && response.write(part));
          if (!response.destroyed) response.once('drain', write);
        };
        write();
      };
      const before = process.memoryUsage().arrayBuffers;
      await expect(publish()).rejects.toThrow(/rejected|not respond/);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    },
    30_000,
  );

  test('gets no request elsewhere', async () => {
    respond = (_, response) => response.writeHead(302, { location: `${origin}/other` }).end();
    await expect(publish()).rejects.toThrow('302');
    expect(requests.map(({ url }) => url)).toEqual(['/site/.vitrine-copy.json']);
  });

  test('whose bucket does not exist fails for good', async () => {
    respond = (_, response) =>
      response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    await expect(publish()).rejects.toMatchObject({
      isFinal: true,
      message: expect.stringContaining('does not exist'),
    });
  });

  test('with a manifest of other paths gets the files of the site, and no other request', async () => {
    respond = ({ method, url }, response) => {
      const isManifest = method === 'GET' && url?.endsWith('.vitrine-copy.json');
      const files = { '../../other-bucket/index.html': 'f'.repeat(64) };
      response.writeHead(200).end(isManifest ? JSON.stringify({ files, gone: {} }) : '');
    };
    await publish();
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /site/.vitrine-copy.json',
      'PUT /site/.vitrine-copy.json',
      'PUT /site/index.html',
      'PUT /site/.vitrine-copy.json',
    ]);
  });
});

describe('the address of an object store', () => {
  test.each([
    'http://127.0.0.1:9000',
    'https://127.0.0.1:9000',
    'https://localhost',
    'https://10.0.0.5',
    'https://192.168.1.1',
    'https://172.31.0.1',
    'https://100.64.0.1',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[fd00::1]',
    'https://169.254.169.254',
    'https://[fe80::1]',
    'https://2130706433',
    'https://0x7f.1',
    'http://store.example',
  ])('%s is refused', async (url) => {
    await expect(checkAddress(url, [])).rejects.toMatchObject({ isFinal: true });
  });

  test('in a private network is possible if the operator allows it', async () => {
    await checkAddress('http://127.0.0.1:9000/path', ['http://127.0.0.1:9000']);
    for (const url of ['http://127.0.0.1:9001', 'http://127.0.0.2:9000'])
      await expect(checkAddress(url, ['http://127.0.0.1:9000'])).rejects.toThrow();
  });

  test('is never that of a cloud’s machine', async () => {
    const url = 'http://169.254.169.254';
    await expect(checkAddress(url, [url])).rejects.toThrow('private network');
  });

  test('is checked before anything is sent', async () => {
    respond = (_, response) => response.end();
    await expect(publish(destination(origin, []))).rejects.toThrow('https://');
    expect(requests).toEqual([]);
  });
});

test.each([
  ['index.html', 'text/html; charset=utf-8'],
  ['feed.xml', 'application/atom+xml; charset=utf-8'],
  ['writing/feed.json', 'application/feed+json; charset=utf-8'],
  ['sitemap.xml', 'application/xml; charset=utf-8'],
  ['resume.json', 'application/json; charset=utf-8'],
  ['.well-known/webfinger', 'application/jrd+json; charset=utf-8'],
  ['card.vcf', 'text/vcard; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
  ['og/a.png', 'image/png'],
  ['assets/a.woff2', 'font/woff2'],
  ['CNAME', 'application/octet-stream'],
])('%s has the type %s', (path, type) => {
  expect(contentTypeOf(path)).toBe(type);
});
