import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Request } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { snapshotTables } from '@vitrine/testing/table-snapshot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardUrl, launchBrowser, type Site, signIn, startSite } from '../support/browser.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import { allWriteCalls, createItems, sendWrite } from '../support/write-calls.ts';
import { ATTACKS, REDIRECT, type Targets } from './cross-site-attacks.ts';

let host: Host;
let browser: Browser;
/** The attacker's pages: an empty one, and a redirect to the logout. */
let attacker: Site;
let targets: Targets;

beforeAll(async () => {
  [host, browser] = await Promise.all([startHost({ env: { LOG_LEVEL: 'info' } }), launchBrowser()]);
  targets = await findTargets();
  attacker = await startSite((request, response) => {
    if (request.url === REDIRECT) response.writeHead(302, { location: targets.logout });
    else response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Free pictures</title><body>');
  });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([host.stop(), attacker.stop()]);
});

describe('cross-site requests', () => {
  test.for([
    // Browsers send cookies to all ports of a host, so only Origin and Sec-Fetch-Site stop this one.
    ['another port of the same host', 'localhost'],
    ['another site', '127.0.0.1'],
  ] as const)('a page on %s can neither write nor read', async ([, name], { annotate }) => {
    const { wrote, read, requests, me, mails } = await runAttacks(
      `http://${name}:${attacker.port}`,
    );
    await annotate(
      `${Object.keys(ATTACKS).length} attacks, ${requests.length} requests received: ` +
        `${wrote.length} wrote, ${read.length} read`,
    );
    expect(wrote).toEqual([]);
    expect(read).toEqual([]);
    expect(requests.length).toBeGreaterThan(50);
    // An opened dashboard reads its own data, which the attacker cannot see.
    const writes = requests.filter(({ method, route }) => method !== 'GET' || route === LOGOUT);
    expect(writes.filter(({ status }) => status < 400)).toEqual([]);
    expect(mails).toBe(0);
    expect(me).toBe(200);
  });

  test('the same attacks succeed from the dashboard’s own origin', async ({ annotate }) => {
    const { wrote, read, mails } = await runAttacks(`${targets.dashboard}/robots.txt`, {
      bypassCSP: true,
    });
    await annotate(
      `of ${Object.keys(ATTACKS).length} ways ${wrote.length} wrote, ${read.length} read`,
    );
    expect(wrote.length).toBeGreaterThan(20);
    expect(read.length).toBeGreaterThan(5);
    expect(mails).toBeGreaterThan(0);
  });

  test('one cross-site header is enough to reject a call', async ({ annotate }) => {
    const owner = await host.owner();
    const before = await state();
    const crossSiteHeaders = [
      { origin: 'https://example.com' },
      { origin: `http://localhost:${attacker.port}` },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    const urls = [targets.logout, ...targets.reads].map((url) => ({
      method: 'GET',
      url,
      fields: undefined,
    }));
    const all = [...urls, ...targets.writes];
    for (const { method, url, fields } of all)
      for (const header of crossSiteHeaders) {
        const headers = { ...header, ...(fields && { 'content-type': 'application/json' }) };
        const body = fields && JSON.stringify(fields);
        const { status } = await owner.fetch(new URL(url).pathname, {
          method,
          headers,
          body: body ?? null,
        });
        expect(status, `${method} ${url} ${JSON.stringify(header)}`).toBe(403);
      }
    expect(await state()).toBe(before);
    await annotate(`${all.length} calls × ${crossSiteHeaders.length} headers: all 403`);
  });

  test.for([
    ['directly', () => targets.logout],
    ['through another site', () => `http://127.0.0.1:${attacker.port}${REDIRECT}`],
  ] as const)(
    'a link in an email that leads %s to the logout does not sign out',
    async ([, address], { annotate }) => {
      const context = await signIn(browser, host);
      const page = await context.newPage();
      // Like a link from another program: no page initiated it.
      await page.goto(address());
      expect(await statusOfMe(context)).toBe(200);
      await context.close();
      await annotate('still signed in');
    },
  );

  test('with HTTPS the cookies have all security attributes', async ({ annotate }) => {
    const secure = await host.start({ PUBLIC_URL: 'https://vitrine.test' });
    const { headers } = await secure.client().call(calls.user.login, { json: LOGIN });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-vitrine=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^__Host-vitrine-device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    await annotate('__Host-, HttpOnly, Secure, SameSite=Strict');
  });
});

/** Runs every attack from this URL, which the signed-in owner has open. */
async function runAttacks(address: string, options: BrowserContextOptions = {}) {
  const context = await signIn(browser, host, options);
  const cookies = await context.cookies();
  // The login of this browser sends one, and a reply waits until it can no longer be taken back.
  await expect.poll(waitingMails, { timeout: 30_000 }).toBe(0);
  const restore = await snapshotTables(host.database);
  const wrote: string[] = [];
  const read: string[] = [];
  const requestsBefore = (await loggedRequests(host)).length;
  const before = await state();
  const mailsBefore = host.mail.mails.length;
  const page = await context.newPage();
  const settle = watchRequests(context);
  for (const [name, attack] of Object.entries(ATTACKS)) {
    // The previous attack may still be navigating.
    await page.goto(address).catch(() => page.goto(address));
    await page.evaluate(sendReferrer);
    const result = await attack(page, targets);
    if ([result].flat().some((one) => one)) read.push(name);
    await settle();
    for (const other of context.pages()) if (other !== page) await other.close();
    if ((await state()) === before) continue;
    wrote.push(name);
    await restore();
    await context.addCookies(cookies);
  }
  const requests = (await loggedRequests(host)).slice(requestsBefore);
  const me = await statusOfMe(context);
  await context.close();
  return { wrote, read, requests, me, mails: host.mail.mails.length - mailsBefore };
}

async function waitingMails(): Promise<number> {
  const { rows } = await host.database.query(
    `select from pgboss.job where name in ('mail', 'replies') and state < 'completed'`,
  );
  return rows.length;
}

/** Waits for the responses to all requests, but not for event streams. */
function watchRequests(context: BrowserContext): () => Promise<void> {
  const open = new Set<Request>();
  context.on('request', (request) => open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await sleep(50);
    for (let wait = 0; wait < 20 && open.size > 0; wait += 1) await sleep(25);
    open.clear();
  };
}

/** Without a referrer, a form sends the origin `null`. */
function sendReferrer(): void {
  const meta = document.createElement('meta');
  document.head.append(Object.assign(meta, { name: 'referrer', content: 'unsafe-url' }));
}

/** Uses the cookies that the browser has now. */
async function statusOfMe({ request }: BrowserContext): Promise<number> {
  const response = await request.get(`${targets.dashboard}/api/v1${calls.user.me.route.path}`);
  return response.status();
}

const LOGOUT = '/api/v1/user/logout';

/** Everything that an attack could change. */
async function state(): Promise<string> {
  const { rows } = await host.database.query('select id from session order by id');
  return JSON.stringify([await dumpTables(host.database), rows]);
}

/** Requests for private calls, from the log of the service. */
async function loggedRequests({
  service,
}: Host): Promise<{ method: string; route: string; status: number }[]> {
  return (await service.log())
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .filter(({ route }) => route.startsWith('/api/v1/') && !route.startsWith('/api/v1/public/'));
}

/** Tables that are not named as in paths. */
const TABLES: Readonly<Record<string, string>> = {
  copy: 'copy_destination',
  softwareapplication: 'software_application',
  token: 'api_token',
};

async function findTargets(): Promise<Targets> {
  const owner = await host.owner();
  const items = await createItems(owner);
  for (const write of await allWriteCalls(items))
    if (write.call.status === 201) await sendWrite(owner, write, write.fields);
  await host.database.query(
    `insert into passkey (credential_id, public_key, counter, transports, name, host, is_synced)
     values ('a', 'a', 0, '{}', 'Laptop', 'localhost', false)`,
  );
  const dashboard = dashboardUrl(host);
  const urlOf = ({ path }: { path: string }, params: Record<string, string> = {}) =>
    `${dashboard}/api/v1${path.replace(/:(\w+)/g, (_, name) => params[name] ?? name)}`;
  const routes = Object.values(calls).flatMap((group) =>
    Object.values(group).map((call) => call.route),
  );
  const privateRoutes = routes.filter(({ access }) => access !== 'anyone');
  const deletes: Targets['writes'][number][] = [];
  for (const route of privateRoutes.filter(({ method }) => method === 'DELETE')) {
    const noun = route.path.split('/')[1] ?? '';
    const table = TABLES[noun] ?? noun;
    const { rows } = route.path.includes(':id')
      ? await host.database.query(`select id from ${table} limit 1`)
      : { rows: [] };
    deletes.push({ method: 'DELETE', url: urlOf(route, { id: rows[0]?.id }), fields: {} });
  }
  const design = [calls.site.publish.route, calls.site.preview.route].map((route) => ({
    method: route.method,
    url: urlOf(route),
    fields: {},
  }));
  // The attacker even knows the password.
  const validFields: Record<string, Record<string, string>> = {
    [calls.user.forgotPassword.route.path]: { email: OWNER.email },
    [calls.user.updatePassword.route.path]: {
      currentPassword: OWNER.password,
      newPassword: 'taken over',
      confirmNewPassword: 'taken over',
    },
  };
  const writes = (await allWriteCalls(items)).map(({ call: { route }, params, fields }) => ({
    method: route.method,
    url: urlOf(route, params),
    fields: validFields[route.path] ?? fields,
  }));
  return {
    dashboard,
    logout: urlOf(calls.user.logout.route),
    reads: privateRoutes
      .filter(({ method, path }) => method === 'GET' && !/:|logout/.test(path))
      .map((route) => urlOf(route)),
    writes: [...writes.filter(({ url }) => !url.includes('/public/')), ...deletes, ...design],
  };
}
