import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { freePort } from '@vitrine/testing/postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readDashboard } from '../http/dashboard-files.ts';
import { checkHosts } from './check-hosts.ts';

const PAGE = new URL('../../../dashboard/index.html', import.meta.url);

let app: TestApp;
let folder: string;
let proxy: Server | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-dashboard-'));
  await copyFile(PAGE, join(folder, 'index.html'));
  const dashboard = await readDashboard(folder);
  if (!dashboard) throw new Error('The dashboard was not read.');
  const settings = { PUBLIC_URL: 'http://localhost', SITE_URL: 'http://127.0.0.1' };
  app = await startApp({ dashboard, settings });
});
afterEach(() => proxy?.close());
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

type Headers = IncomingMessage['headers'];

/** Starts a proxy in front of the app. It changes the headers of requests and responses. */
async function startProxy({
  toService = (headers: Headers): Headers => headers,
  toBrowser = (headers: Headers): Headers => headers,
}): Promise<number> {
  proxy = createServer(({ url = '/', headers }, response) => {
    request(new URL(url, app.origin), { headers: toService(headers) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, toBrowser(answer.headers));
      answer.pipe(response);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** The level and the message of each finding, without the port. */
async function check(port: number | string): Promise<string[]> {
  const urls = { publicUrl: `http://localhost:${port}`, siteUrl: `http://127.0.0.1:${port}` };
  const findings = await checkHosts(urls);
  return findings.map(({ level, message }) => `${level} ${message.replaceAll(`:${port}`, '')}`);
}

const DASHBOARD_OK = 'ok http://localhost shows the dashboard. Its cookies stay on this host.';
const SITE_OK = 'ok http://127.0.0.1 shows the site, without cookies.';

test('accepts a dashboard and a site, each on its own host', async () => {
  const { port } = new URL(app.origin);
  expect(await check(port)).toEqual([
    DASHBOARD_OK,
    'warning http://127.0.0.1 shows no site yet. It appears once it is set up in the dashboard.',
  ]);
  await app.owner();
  await expect.poll(() => check(port)).toEqual([DASHBOARD_OK, SITE_OK]);
  expect(await check(await startProxy({}))).toEqual([DASHBOARD_OK, SITE_OK]);
});

test('reports a proxy that does not forward the host name', async () => {
  const port = await startProxy({ toService: (headers) => ({ ...headers, host: 'vitrine' }) });
  const reason =
    'because they arrive with another host name. Configure the proxy to forward the Host header.';
  expect(await check(port)).toEqual([
    `error Vitrine rejects requests for http://localhost, ${reason}`,
    `error Vitrine rejects requests for http://127.0.0.1, ${reason}`,
  ]);
});

test('reports a proxy that sends both host names to the same place', async () => {
  const port = await startProxy({ toService: (headers) => ({ ...headers, host: 'localhost' }) });
  expect(await check(port)).toEqual([
    DASHBOARD_OK,
    'error http://127.0.0.1 does not show the site (status 200). Check that the proxy forwards this host name to Vitrine.',
  ]);
});

test('reports a cookie that leaves the dashboard’s host', async () => {
  const port = await startProxy({
    toBrowser({ 'set-cookie': cookies = [], ...headers }) {
      const shared = cookies.map((cookie) => `${cookie}; Domain=localhost`);
      return shared.length > 0 ? { ...headers, 'set-cookie': shared } : headers;
    },
  });
  expect(await check(port)).toEqual([
    'error The cookie vitrine-signed-out of http://localhost has a Domain attribute, so browsers also send it to other hosts. Remove the rule that adds it from the proxy.',
    SITE_OK,
  ]);
});

test('reports a cookie that the site sets', async () => {
  const port = await startProxy({
    toBrowser: (headers) => ({ ...headers, 'set-cookie': ['backend=1; Path=/'] }),
  });
  expect(await check(port)).toEqual([
    DASHBOARD_OK,
    'error http://127.0.0.1 sets the cookie backend. Vitrine sets none on the site: remove the rule that adds it from the proxy.',
  ]);
});

test('warns about an address that it cannot reach', async () => {
  const advice = 'Start Vitrine, then open this address in a browser.';
  const findings = await check(await freePort());
  for (const [index, host] of ['localhost', '127.0.0.1'].entries())
    expect(findings[index]).toMatch(
      new RegExp(
        `^warning Cannot reach http://${host} from here: connect ECONN\\S+ \\S+ ${advice}`,
      ),
    );
  const here = { publicUrl: `http://localhost:${new URL(app.origin).port}`, siteUrl: undefined };
  expect(await checkHosts(here)).toHaveLength(1);
});
