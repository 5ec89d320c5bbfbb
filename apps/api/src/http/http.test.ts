import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Failure } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { routes } from '@vitrine/contract/routes';
import { OWNER, startApp, UNKNOWN, useApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { RELEASE } from '../release.ts';

const site = useApp();

const everyRoute = Object.values(routes).flatMap((group) => Object.values(group));

/** As in `GET /project/get/{id}`. */
function toReference(route: string): string {
  return route.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}');
}

/** Routes outside the API reference. The fuzz tests send what it describes, and these if they say so. */
const UNDESCRIBED = {
  'GET /api/v1/post/export': 'A download, which the fuzz tests send.',
  'GET /api/v1/resume/download/:format': 'A download, which the fuzz tests send.',
  'GET /api/v1/visit/download': 'A download, which the fuzz tests send.',
  'GET /api/v1/site/download': 'A download that takes seconds.',
  'GET /api/v1/backup/download': 'A download of everything.',
  'GET /api/v1/message/events': 'A stream, which does not end.',
  'GET /api/v1/openapi.json': 'The reference itself, which the fuzz tests send.',
  'GET /api/v1/docs': 'The reference itself, which the fuzz tests send.',
  'GET /client.js': 'A file, which the fuzz tests send.',
  'GET /media/:name': 'A file, which the fuzz tests send.',
  'GET /media/:name/:fileName': 'A file, as the one before.',
  'GET /healthz': 'For monitoring. The fuzz tests send it.',
  'GET /readyz': 'For monitoring. The fuzz tests send it.',
  'GET /@unknown-host': 'For other hosts, and without input.',
  'POST /@unknown-host': 'For other hosts, and without input.',
  'GET /@site': 'A page, which the fuzz tests send.',
  'GET /@site/*': 'A page, which the fuzz tests send.',
  'GET /@site/.well-known/webfinger': 'The fuzz tests send it.',
  'GET /@site/assets/:name': 'The fuzz tests send it.',
  'GET /@site/og/*': 'The fuzz tests send it.',
  'GET /@site/preview/:token': 'The fuzz tests send it.',
  'GET /@site/preview/:token/*': 'The fuzz tests send it.',
  'GET /@site/v/:token': 'The fuzz tests send it.',
  'GET /@site/v/:token/*': 'The fuzz tests send it.',
  'GET /@site/contact/token': 'The fuzz tests send it.',
  'POST /@site/contact': 'The fuzz tests send it.',
  'GET /@site/kind-words/:token': 'The fuzz tests send it.',
  'POST /@site/kind-words/:token': 'The fuzz tests send it.',
  'GET /forgotten': 'Of these tests.',
  'GET /broken': 'Of these tests.',
};

describe('authentication guard', () => {
  test('serves every call of the contract', () => {
    const served = site.app.routes.map(({ method, url }) => `${method} ${url}`);
    for (const { method, path } of everyRoute) expect(served).toContain(`${method} /api/v1${path}`);
  });

  test('describes every route in the API reference, unless the table says why not', async () => {
    const settings = { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: 'http://site.test' };
    const app = await startApp({ settings });
    const reference = await (await app.visitor().fetch('/api/v1/openapi.json')).json();
    const described = Object.entries<object>(reference.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const undescribed = app.routes
      .filter(({ method }) => method === 'GET' || method === 'POST')
      .map(({ method, url }) => `${method} ${url}`)
      .filter((route) => !described.includes(toReference(route)));
    expect(undescribed.toSorted()).toEqual(Object.keys(UNDESCRIBED).toSorted());
    await app.stop();
  });

  test('returns 401 for a route without an access setting', async () => {
    const { status } = await site.app.visitor().fetch('/forgotten');
    expect(status).toBe(401);
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('rejects a request from another origin: %j', async (headers) => {
    const copy = site.owner.copy();
    for (const call of [calls.user.logout, calls.user.me, calls.project.list]) {
      expect((await copy.call(call, { headers })).status).toBe(403);
    }
    const login = await site.app.visitor().call(calls.user.login, { json: OWNER, headers });
    expect(login.status).toBe(403);
    expect((await site.owner.call(calls.user.me)).status).toBe(200);
  });

  test.each([
    { 'sec-fetch-site': 'same-origin', origin: 'http://vitrine.test' },
    { 'sec-fetch-site': 'none' },
  ])('accepts a request from the dashboard: %j', async (headers) => {
    expect((await site.owner.call(calls.user.me, { headers })).status).toBe(200);
  });
});

describe('errors', () => {
  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/api/v1/nowhere', 404],
    ['POST', '/api/v1/user/me', 404],
    ['GET', '/%zz', 404],
    ['GET', `/api/v1/project/get/${'x'.repeat(300)}`, 404],
  ])('%s %s returns JSON with a message', async (method, path, status) => {
    const response = await site.owner.fetch(path, { method });
    expect(response.status).toBe(status);
    const body = JSON.parse(await response.text());
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/\w+\.$/) });
  });

  test.each([
    ['broken JSON', '{"email":', 'application/json', 400],
    ['prototype pollution', '{"__proto__":{"a":1}}', 'application/json', 400],
    ['constructor pollution', '{"constructor":{"prototype":{"a":1}}}', 'application/json', 400],
    ['XML', '<a/>', 'application/xml', 415],
    ['a content type with a tab', '{}', 'application/json\ta', 415],
    ['an empty body', '', 'application/json', 400],
    ['an oversized body', JSON.stringify({ email: 'x'.repeat(600_000) }), 'application/json', 413],
  ])('rejects %s with a message', async (_, body, type, status) => {
    const response = await site.app.visitor().fetch('/api/v1/user/login', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(status);
    expect(JSON.parse(await response.text())).toMatchObject({
      success: false,
      message: expect.any(String),
    });
  });

  test('accepts a JSON content type without a body', async () => {
    const headers = { 'content-type': 'application/json' };
    const added = await site.owner.call(calls.timeline.add, {
      json: { title: 'a', description: 'b', from: 2020 },
    });
    const params = { id: added.body.timeline._id };
    expect((await site.owner.call(calls.timeline.remove, { params, headers })).status).toBe(200);
    expect((await site.owner.call(calls.user.me, { headers })).status).toBe(200);
  });

  test('rejects prototype pollution in a form', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const data = new FormData();
      data.append(name, 'x');
      expect(
        (await site.owner.fetch('/api/v1/skill/add', { method: 'POST', body: data })).status,
      ).toBe(400);
    }
  });

  test('rejects a truncated form', async () => {
    const response = await site.owner.fetch('/api/v1/skill/add', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="svg"; filename="a.svg"\r\n\r\n<svg',
    });
    expect(response.status).toBe(400);
    expect(JSON.parse(await response.text())).toMatchObject({ success: false });
  });

  test('returns a JSON error for a request that is not HTTP', async () => {
    const response = await raw('NONSENSE\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('{"success":false,"message":"The request could not be read."}');
  });

  test.each(['toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
    'rejects an unknown field named %s',
    async (name) => {
      const json = JSON.parse(
        `{"email":"a@b.c","password":"x","${name === '__proto__' ? 'x' : name}":1}`,
      );
      const login = await site.app.visitor().call(calls.user.login, { json });
      expect(login.status).toBe(400);
      expect(login.body.message).toMatch(/^There is no field named \w+\.$/);
      const page = await site.owner.call(calls.message.list, { query: { [`${name}x`]: '1' } });
      expect(page.body.message).toMatch(/^There is no field named \w+\.$/);
    },
  );

  test('responds to an unknown Expect header and to a missing Host header', async () => {
    expect(await raw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    const unsupported =
      'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: much\r\nConnection: close\r\n\r\n';
    expect(await raw(unsupported)).toMatch(/^HTTP\/1\.1 417 [\s\S]*"message":"/);
  });

  test('closes the connection of a client that sends invalid HTTP and stays connected', async () => {
    const quiet = await startApp();
    const { hostname, port } = new URL(quiet.origin);
    const socket = connectSocket({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'connect');
    socket.write('NONSENSE\r\n\r\n');
    await once(socket, 'end');
    await expect.poll(quiet.connections, { timeout: 5_000 }).toBe(0);
    socket.destroy();
    await quiet.stop();
  });

  test('logs the cause of a server error and does not return it', async () => {
    const response = await site.owner.fetch('/broken');
    const body = JSON.parse(await response.text());
    expect(response.status).toBe(500);
    expect(body).toEqual({
      success: false,
      message: 'Something went wrong on our side. Please try again.',
    });
    const id = response.headers.get('x-request-id') ?? 'none';
    const line = site.app.log.find(
      (text) => text.includes(id) && text.includes('the secret cause'),
    );
    expect(line).toBeDefined();
  });
});

test('times out a slow body within 10 seconds, except an upload by the owner', async () => {
  const [login, rejected, upload] = await Promise.all([
    sendSlowly('/api/v1/user/login', 'application/json', ''),
    sendSlowly('/api/v1/project/add', 'multipart/form-data; boundary=x', ''),
    sendSlowly('/api/v1/project/add', 'multipart/form-data; boundary=x', site.owner.cookie),
  ]);
  expect(login).toEqual({ status: 408, isClosed: true });
  expect(rejected).toEqual({ status: 401, isClosed: true });
  expect(upload).toEqual({ status: 0, isClosed: false });
});

/** Sends bytes and returns everything received until the connection closes. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(site.app.origin);
  return new Promise((resolve) => {
    const socket = connectSocket(Number(port), hostname);
    let text = '';
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

/** Sends one byte every half second for 9.5 seconds and returns the outcome. */
async function sendSlowly(
  path: string,
  type: string,
  cookie: string,
): Promise<{ status: number; isClosed: boolean }> {
  let status = 0;
  let isClosed = false;
  const request = httpRequest(`${site.app.origin}${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': type, 'content-length': 100_000 },
  });
  request.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  request.on('error', () => {});
  request.on('close', () => {
    isClosed = true;
  });
  for (let n = 0; n < 19 && !isClosed; n += 1) {
    request.write('{');
    await sleep(500);
  }
  request.destroy();
  return { status, isClosed };
}

describe('validation of a form before its files are sent', () => {
  const PROJECT = {
    title: 'Lock',
    description: 'It opens.',
    technologies: 'Brass',
    stack: 'Mern',
    deployed: 'No',
  };
  const JSON_SENT = { 'content-type': 'application/json' };
  const check = (path: string, method: string, fields: Readonly<Record<string, string>>) =>
    site.owner.fetch(
      `/api/v1${path}/validate`,
      { method, body: JSON.stringify(fields) },
      JSON_SENT,
    );

  test.each([
    [
      'POST',
      '/project/add',
      { ...PROJECT, projectLink: 'no link', title: '' },
      ['title', 'projectLink'],
    ],
    ['PUT', `/project/update/${UNKNOWN}`, { title: '' }, ['title']],
    ['POST', '/skill/add', { title: 'Brass', proficiency: '101' }, ['proficiency']],
    ['POST', '/softwareapplication/add', { name: '' }, ['name']],
    ['PUT', '/user/update/me', { email: 'ada', role: 'admin' }, ['email', 'role']],
  ])('%s %s rejects the same fields as the call', async (method, path, fields, names) => {
    const response = await check(path, method, fields);
    expect(response.status).toBe(400);
    const { fields: errors } = Failure.parse(await response.json());
    expect(Object.keys(errors ?? {}).sort()).toEqual(names.toSorted());
  });

  test('accepts valid fields and stores nothing', async () => {
    const response = await check('/project/add', 'POST', PROJECT);
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    expect((await site.owner.call(calls.project.list)).body.projects).toEqual([]);
  });
});

describe('headers', () => {
  test.each(['/api/v1/user/me', '/nowhere', '/healthz', '/api/v1/docs', '/%zz'])(
    '%s has security headers',
    async (path) => {
      const { headers } = await site.app.visitor().fetch(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test('a page has headers for referrer, opener and frames', async () => {
    const { headers } = await site.app.visitor().fetch('/api/v1/docs');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  test('sets a __Host- cookie and HSTS with https', async () => {
    const secure = await startApp({ settings: { PUBLIC_URL: 'https://admin.example.com' } });
    const { headers } = await secure
      .visitor()
      .call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-vitrine=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    await secure.stop();
  });
});

describe('API reference', () => {
  test('the OpenAPI document is valid and has every call', async () => {
    const response = await site.app.visitor().fetch('/api/v1/openapi.json');
    const document = JSON.parse(await response.text());
    const result = await new Validator().validate(document);
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe(RELEASE);
    for (const { method, path } of everyRoute) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation, `${method} ${path}`).toBeDefined();
    }
    expect(document.components.schemas.Project.required).toContain('projectBanner');
    expect(
      document.paths['/project/add'].post.requestBody.content['multipart/form-data'].schema,
    ).toMatchObject({
      required: ['title'],
      properties: { projectBanner: { format: 'binary' }, projectLink: { type: 'string' } },
    });
  });

  test('the page has every call and loads no other resources', async () => {
    const response = await site.app.visitor().fetch('/api/v1/docs');
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const { path } of everyRoute) expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'));
    expect(page).toMatch(/application\/x-tar<\/code><\/h4><p>The backup archive\.<\/p>/);
    expect(page).not.toMatch(/<script|<link|<img|@import|undefined|\[object/);
  });
});

describe('log', () => {
  const linesWith = (part: string) => site.app.log.filter((line) => line.includes(part));

  test('every line has the request ID of the response, not one sent by the client', async () => {
    const clientId = 'an-id-from-the-client';
    const headers = { 'x-request-id': clientId };
    const { headers: received } = await site.owner.fetch('/broken', {}, headers);
    const id = received.get('x-request-id') ?? '';
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => linesWith(id)).toHaveLength(2);
    expect(linesWith(id).map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, reqId: id, msg: 'request failed' },
      { level: 30, reqId: id, msg: 'request', method: 'GET', route: '/broken', status: 500 },
    ]);
    expect(linesWith(clientId)).toEqual([]);
  });

  test.each([
    ['a malformed URL', 'GET /%zz-secret HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 404],
    ['invalid HTTP', 'SECRET-secret\r\n\r\n', 400],
    ['an Expect header', 'GET /secret HTTP/1.1\r\nhost: a\r\nexpect: secret\r\n\r\n', 417],
  ])('logs one line for %s, without its content', async (_, bytes, status) => {
    const response = await raw(bytes);
    const id = /^x-request-id: (\S+)\r$/im.exec(response)?.[1] ?? 'none';
    await expect.poll(() => linesWith(id)).toHaveLength(1);
    const [line = ''] = linesWith(id);
    expect(JSON.parse(line)).toMatchObject({ level: 30, reqId: id, status, ip: '127.0.0.1' });
    expect(line).not.toMatch(/secret/i);
  });

  test('does not log successful health checks', async () => {
    const ids: string[] = [];
    for (const path of ['/healthz', '/readyz', '/nowhere'])
      ids.push((await site.app.visitor().fetch(path)).headers.get('x-request-id') ?? '');
    const lines = () => ids.map((id) => linesWith(id).length);
    await expect.poll(lines).toEqual([0, 0, 1]);
  });

  test('logs a request whose client disconnects before the response', async () => {
    const controller = new AbortController();
    const before = linesWith('"status":499').length;
    await site.app.db.transaction().execute(async (trx) => {
      await sql`lock table owner`.execute(trx);
      const request = site.app.visitor().fetch('/api/v1/user/login', {
        method: 'POST',
        body: JSON.stringify({ email: OWNER.email, password: 'a guess' }),
        headers: { 'content-type': 'application/json' },
        signal: controller.signal,
      });
      await waitForLockContention(site.app.db);
      controller.abort();
      await expect(request).rejects.toThrow();
    });
    await expect.poll(() => linesWith('"status":499').length).toBe(before + 1);
  });
});

test('reports liveness and readiness', async () => {
  expect((await site.app.visitor().fetch('/healthz')).status).toBe(200);
  expect((await site.app.visitor().fetch('/readyz')).status).toBe(200);
});
