import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDashboard } from './dashboard-files.ts';

const SCRIPT = "console.log('theme')";
const PAGE = `<!doctype html><script>${SCRIPT}</script><script type="module" src="/assets/a.js"></script>`;
const CODE = "export const words = 'of the dashboard';".repeat(20);
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"Vitrine"}');
  await writeFile(join(folder, 'icon-192.png'), 'pixels');
  await writeFile(join(folder, 'assets/a.js'), CODE);
  await writeFile(join(folder, 'assets/a.js.br'), brotliCompressSync(CODE));
  await writeFile(join(folder, 'assets/a.js.gz'), gzipSync(CODE));
  const dashboard = await readDashboard(folder);
  if (!dashboard) throw new Error('The dashboard was not read.');
  app = await startApp({ dashboard });
});

afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

describe('dashboard page', () => {
  test.each(['/', '/login', '/manage/skills', '/password/reset/some-token', '/index.html'])(
    'is served at %s',
    async (path) => {
      const response = await app.visitor().fetch(path, { headers: BROWSER });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe(PAGE);
    },
  );

  test('allows only our own scripts, and the inline script by its hash', async () => {
    const response = await app.visitor().fetch('/', { headers: BROWSER });
    const policy = response.headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src'));
    expect(scripts).toBe(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy, 'without a public site').not.toContain('frame-src');
  });

  test('returns 304 for the current version', async () => {
    const first = await app.visitor().fetch('/', { headers: BROWSER });
    const tag = first.headers.get('etag') ?? '';
    const second = await app
      .visitor()
      .fetch('/', { headers: { ...BROWSER, 'if-none-match': tag } });
    expect(second.status).toBe(304);
  });

  test('hints that there is no session', async () => {
    const opened = { ...BROWSER, 'sec-fetch-site': 'none' };
    const out = await app.visitor().fetch('/', { headers: opened });
    expect(out.headers.getSetCookie()).toEqual([
      'vitrine-signed-out=1; Max-Age=10; Path=/; SameSite=Strict',
    ]);
    const owner = await app.owner();
    const cookie = `${owner.cookie}; vitrine-signed-out=1`;
    const signedIn = await fetch(app.origin, { headers: { ...BROWSER, cookie } });
    expect(signedIn.headers.getSetCookie()[0]).toMatch(
      /^vitrine-signed-out=; .*Expires=Thu, 01 Jan 1970/,
    );
  });

  test.each(['cross-site', 'same-site', undefined])(
    'sets no hint when the browser may have held back the session cookie: %s',
    async (site) => {
      const headers = { ...BROWSER, ...(site && { 'sec-fetch-site': site }) };
      const response = await app.visitor().fetch('/', { headers });
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  test.each(['/', '/login', '/index.html'])(
    'is served at %s to a client like curl',
    async (path) => {
      for (const sent of [{ accept: '*/*' }, {}]) {
        const { status, headers, body } = await raw(path, sent);
        expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect(body.toString()).toBe(PAGE);
      }
    },
  );

  test('is not served to a client that asks for JSON or an image', async () => {
    for (const accept of ['application/json', 'application/json, text/plain, */*', 'image/png'])
      await expectJson404('/', accept);
  });

  test('is not served in place of a call or a missing file', async () => {
    for (const path of ['/api/v1/nowhere', '/api', '/media/nowhere', '/assets/nowhere.js'])
      for (const accept of ['*/*', BROWSER.accept]) await expectJson404(path, accept);
    await expectJson404('/nowhere.png', '*/*');
  });

  async function expectJson404(path: string, accept: string): Promise<void> {
    const { status, body } = await raw(path, { accept });
    expect([path, accept, status]).toEqual([path, accept, 404]);
    expect(JSON.parse(body.toString())).toMatchObject({ success: false });
  }
});

describe('dashboard files', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('are sent with %s encoding and cached forever', async (encoding, open) => {
    const { headers, body } = await raw('/assets/a.js', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['vary']).toBe('accept-encoding');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(open(body).toString()).toBe(CODE);
  });

  test('are revalidated if their name has no hash', async () => {
    const response = await app.visitor().fetch('/robots.txt');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/icon-192.png', 'image/png'],
  ])('install the dashboard: %s', async (path, type) => {
    const { status, headers } = await app.visitor().fetch(path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('are the only files on disk that are served', async () => {
    for (const path of ['/assets/../../package.json', '/%2e%2e/package.json', '/assets/a.js.br'])
      expect((await raw(path, {})).status).toBe(404);
  });
});

test('returns undefined if the dashboard is not built', async () => {
  expect(await readDashboard(join(folder, 'nowhere'))).toBeUndefined();
});

/** Sends the path and the headers unchanged and does not decompress the body, unlike fetch. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{
    status: number | undefined;
    headers: NodeJS.Dict<string | string[]>;
    body: Buffer;
  }>((resolve, reject) => {
    const { port } = new URL(app.origin);
    request({ port, path, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, body });
    })
      .on('error', reject)
      .end();
  });
}
