import { once } from 'node:events';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

const { get, update } = calls.address;

let app: TestApp;
let owner: Client;
/** The address of the service by another name than that of the owner's client. */
let here: string;

beforeAll(async () => {
  app = await startApp({ settings: { HOME_NETWORK: 'true', PUBLIC_URL: '' } });
  owner = await app.owner();
  here = `http://localhost:${new URL(app.origin).port}`;
});
afterAll(() => app.stop());
beforeEach(() => sql`truncate address, audit_event`.execute(app.db));

const servers: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, 'localhost');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : 0}`;
}

/** As if every name led here, through a proxy with HTTPS. */
function leadNamesHere(): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { protocol, host, pathname } = new URL(String(input));
    return protocol === 'https:' ? fetchHost(app.origin, host, pathname) : fetch(input, init);
  });
}

const save = (json: Record<string, string>) => owner.call(update, { json });

describe('addresses', () => {
  test('stores those that lead here, and removes empty ones', async () => {
    const none = { url: '', isSetting: false };
    expect((await owner.call(get)).body).toEqual({ success: true, dashboard: none, site: none });
    const site = 'https://example.com';
    leadNamesHere();
    const saved = await save({ dashboard: `${here}/`, site });
    expect(saved.body).toEqual({
      success: true,
      message: 'Addresses saved.',
      dashboard: { url: here, isSetting: false },
      site: { url: site, isSetting: false },
    });
    expect((await owner.call(get)).body.dashboard.url).toBe(here);
    const { rows } = await sql<{ kind: string }>`select kind from audit_event`.execute(app.db);
    expect(rows).toEqual([{ kind: 'addresses-changed' }]);
    const mail = await app.mail.waitFor('The addresses of your portfolio were changed', 1);
    expect(mail.text).toContain(`Dashboard: ${here}\nPublic site: ${site}`);
    await save({ dashboard: '', site: '' });
    expect((await owner.call(get)).body).toEqual({ success: true, dashboard: none, site: none });
  });

  test.each([
    ['a path', 'https://admin.example.com/login', 'Enter an address without a path'],
    ['a name that is none', 'https://a b', 'Enter an address without a path'],
    ['another protocol', 'ftp://example.com', 'Enter an address without a path'],
    ['HTTP outside the network', 'http://admin.example.com', 'Use https://.'],
    ['a name that does not exist', 'admin.invalid', 'Vitrine cannot reach this address from here'],
  ])('rejects %s', async (_, dashboard, message) => {
    const { status, body } = await save({ dashboard, site: '' });
    expect([status, body.fields?.['dashboard']]).toEqual([400, expect.stringContaining(message)]);
    expect((await owner.call(get)).body.dashboard.url).toBe('');
  });

  test.each([
    ['at home', 'http://192.168.1.20:8080'],
    ['with a local name', 'https://nas.local'],
    ['that is entered', 'https://new.example.com:8443'],
    ['that was entered before', 'https://admin.example.com:8443'],
  ])('rejects a site on the host of the dashboard %s', async (_, site) => {
    await sql`insert into address values ('dashboard', 'https://admin.example.com')`.execute(
      app.db,
    );
    leadNamesHere();
    const { body } = await save({ dashboard: 'https://new.example.com', site });
    expect(body.fields).toEqual({
      site: 'Choose another host name than that of the dashboard: cookies ignore ports.',
    });
  });

  test.each([200, 204, 302, 404])(
    'rejects another service that answers with %i',
    async (status) => {
      const dashboard = await listen((_request, response) =>
        response.writeHead(status, { location: here }).end(),
      );
      const { body } = await save({ dashboard, site: '' });
      expect(body.fields).toEqual({ dashboard: 'Another service answers at this address.' });
    },
  );

  test('names a proxy that changes the Host header', async () => {
    const { hostname, port } = new URL(app.origin);
    const dashboard = await listen(({ url }, response) => {
      request({ hostname, port, path: url }, ({ statusCode = 500 }) =>
        response.writeHead(statusCode).end(),
      ).end();
    });
    const { body } = await save({ dashboard, site: '' });
    expect(body.fields).toEqual({ dashboard: expect.stringContaining('Host header') });
  });

  test('needs a recent confirmation', async () => {
    await sql`update session set confirmed_at = now() - interval '11 minutes'`.execute(app.db);
    expect((await save({ dashboard: here, site: '' })).status).toBe(403);
    await sql`update session set confirmed_at = now()`.execute(app.db);
  });

  test('answers a check of its own only', async () => {
    for (const nonce of ['x', 'x'.repeat(43)])
      expect((await app.visitor().fetch(`/.well-known/vitrine/${nonce}`)).status).toBe(404);
  });
});

test('settings take precedence, and outside a home network there are no such calls', async () => {
  const settings = { HOME_NETWORK: 'true', PUBLIC_URL: 'https://admin.test' };
  const home = await startApp({ settings });
  const client = await home.owner();
  client.cookie = client.cookie.replace('__Host-', '');
  expect((await client.call(get)).body.dashboard).toEqual({
    url: 'https://admin.test',
    isSetting: true,
  });
  const port = new URL(home.origin).port;
  const json = { dashboard: `http://localhost:${port}`, site: '' };
  expect((await client.call(update, { json })).body.dashboard.url).toBe('https://admin.test');
  await home.stop();
  const server = await startApp();
  expect((await (await server.owner()).call(get)).status).toBe(404);
  await server.stop();
});
