import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import { routes, streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { startApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

let host: Host;
let owner: Client;

beforeAll(async () => {
  host = await startHost({ env: { PUBLIC_URL: 'https://vitrine.test' } });
  owner = await host.owner();
});
afterAll(() => host.stop());

describe('authentication on every route', () => {
  const NO_SESSION: Record<string, string>[] = [
    {},
    { cookie: 'vitrine=', 'x-forwarded-for': '127.0.0.1' },
    { cookie: `vitrine=${'A'.repeat(43)}` },
    { cookie: '__Host-vitrine=x' },
    { authorization: 'Bearer x' },
  ];

  test('every route returns 401 without a session, except for the public ones', async ({
    annotate,
  }) => {
    const app = await startApp();
    const open = new Set<string>();
    // This one rejects requests for unknown hosts, with every method.
    const isChecked = ({ url }: { url: string }) => url !== '/@unknown-host';
    for (const { method, url } of app.routes.filter(isChecked))
      for (const headers of NO_SESSION) {
        const path = url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
        const { status } = await app.visitor().fetch(path, { method }, headers);
        if (status !== 401) open.add(`${method} ${url}`);
      }
    const publicCalls = Object.values(routes)
      .flatMap((group) => Object.values(group))
      .filter(({ access }) => access !== 'owner')
      .map(({ method, path }) => `${method} /api/v1${path}`);
    const publicRoutes = [
      'GET /api/v1/docs',
      'GET /api/v1/openapi.json',
      'GET /client.js',
      'GET /healthz',
      'GET /media/:name',
      'GET /media/:name/:fileName',
      'GET /readyz',
      'HEAD /api/v1/public/portfolio',
      'HEAD /api/v1/public/posts/:id',
      'HEAD /api/v1/public/projects/:id',
      'HEAD /client.js',
      'HEAD /media/:name',
      'HEAD /media/:name/:fileName',
      'OPTIONS /api/v1/public/*',
    ];
    expect([...open].sort()).toEqual([...publicCalls, ...publicRoutes].sort());
    await annotate(`${app.routes.length} routes, ${open.size} of them public, as declared`);
    await app.stop();
  });
});

describe('security headers', () => {
  test('every kind of response has them', async ({ annotate }) => {
    const visitor = host.service.client();
    const added = await owner.call(calls.softwareApplication.add, {
      form: { name: 'Loom', svg: uploads.svg() },
    });
    const media = new URL(added.body.softwareApplication.svg.url).pathname;
    const page = await visitor.fetch('/', {}, { accept: 'text/html' });
    const script = /\/assets\/[^"]+\.js/.exec(await page.clone().text())?.[0] ?? '';
    const document = await visitor.fetch('/api/v1/public/portfolio');
    const etag = document.headers.get('etag') ?? '';
    const controller = new AbortController();
    const stream = await owner.fetch(`/api/v1${streams.messages.path}`, {
      signal: controller.signal,
    });
    const responses = new Map<string, Response>([
      ['page', page],
      ['script', await visitor.fetch(script)],
      ['icon', await visitor.fetch(media)],
      ['part of an icon', await visitor.fetch(media, {}, { range: 'bytes=0-9' })],
      ['missing icon', await visitor.fetch(`/media/${'0'.repeat(64)}.png`)],
      ['client', await visitor.fetch('/client.js')],
      ['reference', await visitor.fetch('/api/v1/docs')],
      ['OpenAPI', await visitor.fetch('/api/v1/openapi.json')],
      ['health', await visitor.fetch('/healthz')],
      ['document', document],
      ['304', await visitor.fetch('/api/v1/public/portfolio', {}, { 'if-none-match': etag })],
      ['preflight', await visitor.fetch('/api/v1/public/messages', { method: 'OPTIONS' })],
      ['form token', await visitor.fetch('/api/v1/public/form')],
      ['owner', await owner.fetch('/api/v1/user/me')],
      ['stream', stream],
      ['401', await visitor.fetch('/api/v1/user/me')],
      ['403', await owner.fetch('/api/v1/user/me', {}, { origin: 'https://evil.example' })],
      ['404', await visitor.fetch('/api/v1/nowhere')],
      ['invalid URL', await visitor.fetch('/%zz')],
      ['400', await visitor.fetch('/api/v1/user/login', { method: 'POST', body: '{' })],
      ['413', await owner.fetch('/api/v1/user/login', { method: 'POST', body: 'x'.repeat(3e5) })],
    ]);
    controller.abort();
    const forOwner = ['owner', 'stream', '401', '403', '404', '400', '413', 'form token'];
    for (const [name, { headers }] of responses) {
      const policy = headers.get('content-security-policy') ?? '';
      // After a 304 the browser uses the headers of the stored response.
      if (name !== '304') {
        expect.soft(policy, name).toMatch(/default-src '(none|self)'/);
        expect.soft(headers.get('x-content-type-options'), name).toBe('nosniff');
        expect.soft(policy, name).toMatch(/frame-ancestors 'none'/);
      }
      // Fastify rejects an invalid URL before our hooks run.
      if (name !== '304' && name !== 'invalid URL')
        expect.soft(headers.get('strict-transport-security'), name).toBe('max-age=31536000');
      if (['page', 'reference'].includes(name)) {
        expect.soft(headers.get('referrer-policy'), name).toBe('no-referrer');
        expect.soft(headers.get('cross-origin-opener-policy'), name).toBe('same-origin');
      }
      const scripts = policy.split(';').filter((part) => /script-src|default-src/.test(part));
      expect.soft(scripts.join(), name).not.toMatch(/unsafe|\*|http:/);
      expect.soft(headers.get('server') ?? headers.get('x-powered-by'), name).toBeNull();
      if (forOwner.includes(name)) expect.soft(headers.get('cache-control'), name).toBe('no-store');
    }
    expect(responses.size).toBe(21);
    await annotate(`${responses.size} kinds of responses, all with the expected headers`);
  });

  test('the response to invalid HTTP has them, too', async () => {
    const { port, hostname } = new URL(host.service.origin);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 400/);
    expect(response).toMatch(/content-security-policy: default-src 'none'/i);
    expect(response).toMatch(/x-content-type-options: nosniff/i);
  });

  test('TRACE does not return what was sent', async () => {
    const { port, hostname } = new URL(host.service.origin);
    for (const path of ['/', '/api/v1/user/me']) {
      const socket = connect(Number(port), hostname);
      socket.end(
        `TRACE ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-Secret: tides\r\nConnection: close\r\n\r\n`,
      );
      const response = await text(socket);
      expect(response).toMatch(/^HTTP\/1.1 4\d\d/);
      expect(response).not.toContain('tides');
    }
  });
});
