import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { snapshotTables } from '@vitrine/testing/table-snapshot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, launchBrowser, type Site, signedIn, startSite } from '../support/browser.ts';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import { everyRow } from '../support/rows.ts';
import { addItems, everyWrite, send } from '../support/writes.ts';
import { type Aim, ATTACKS, LEADS_ON } from './cross-site-attacks.ts';

let host: Host;
let browser: Browser;
/** Somebody else's pages: empty, and ways that lead on to a call of ours. */
let stranger: Site;
let aim: Aim;

beforeAll(async () => {
  [host, browser] = await Promise.all([startHost({ env: { LOG_LEVEL: 'info' } }), launchBrowser()]);
  aim = await takeAim();
  stranger = await startSite((request, response) => {
    if (request.url === LEADS_ON) response.writeHead(302, { location: aim.logout });
    else response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Free pictures</title><body>');
  });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([host.stop(), stranger.stop()]);
});

describe('cross-site requests', () => {
  test.for([
    // Cookies know no ports: only what the browser says of the sender keeps this one out.
    ['another port of the same host', 'localhost'],
    ['another site', '127.0.0.1'],
  ] as const)('a page on %s does nothing and reads nothing', async ([, name], { annotate }) => {
    const { worked, read, answers, me, mails } = await tryAll(`http://${name}:${stranger.port}`);
    await annotate(
      `${Object.keys(ATTACKS).length} ways, ${answers.length} requests arrived: ` +
        `${worked.length} did something, ${read.length} read something`,
    );
    expect(worked).toEqual([]);
    expect(read).toEqual([]);
    expect(answers.length).toBeGreaterThan(50);
    // A window of the dashboard reads by itself what it shows; nobody else sees into it.
    const writes = answers.filter(({ method, route }) => method !== 'GET' || route === LOGOUT);
    expect(writes.filter(({ status }) => status < 400)).toEqual([]);
    expect(mails).toBe(0);
    expect(me).toBe(200);
  });

  test('the dashboard itself does the same and succeeds', async ({ annotate }) => {
    const { worked, read, mails } = await tryAll(`${aim.dashboard}/robots.txt`, {
      bypassCSP: true,
    });
    await annotate(
      `of ${Object.keys(ATTACKS).length} ways ${worked.length} did something, ${read.length} read something`,
    );
    expect(worked.length).toBeGreaterThan(20);
    expect(read.length).toBeGreaterThan(5);
    expect(mails).toBeGreaterThan(0);
  });

  test('one word on where it comes from is enough to refuse a call', async ({ annotate }) => {
    const owner = await host.owner();
    const before = await state();
    const words = [
      { origin: 'https://example.com' },
      { origin: `http://localhost:${stranger.port}` },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    const urls = [aim.logout, ...aim.reads].map((url) => ({
      method: 'GET',
      url,
      fields: undefined,
    }));
    const all = [...urls, ...aim.writes];
    for (const { method, url, fields } of all)
      for (const word of words) {
        const headers = { ...word, ...(fields && { 'content-type': 'application/json' }) };
        const body = fields && JSON.stringify(fields);
        const { status } = await owner.fetch(new URL(url).pathname, {
          method,
          headers,
          body: body ?? null,
        });
        expect(status, `${method} ${url} ${JSON.stringify(word)}`).toBe(403);
      }
    expect(await state()).toBe(before);
    await annotate(`${all.length} calls × ${words.length} words: all 403`);
  });

  test.for([
    ['straight', () => aim.logout],
    ['over another site', () => `http://127.0.0.1:${stranger.port}${LEADS_ON}`],
  ] as const)(
    'an address from a mail that leads %s to logging out does not log out',
    async ([, address], { annotate }) => {
      const context = await signedIn(browser, host);
      const page = await context.newPage();
      // As a browser opens what was typed, or clicked in another program: no page has asked for it.
      await page.goto(address());
      expect(await statusOfMe(page)).toBe(200);
      await context.close();
      await annotate('still signed in');
    },
  );

  test('over https the cookie is bound to the host, and to the dashboard’s own pages', async ({
    annotate,
  }) => {
    const secure = await startHost({ env: { PUBLIC_URL: 'https://vitrine.test' } });
    try {
      const { headers } = await secure.service.client().call(calls.user.login, { json: LOGIN });
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-vitrine=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        ),
        expect.stringMatching(
          /^__Host-vitrine-device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        ),
      ]);
      await annotate('__Host-, HttpOnly, Secure, SameSite=Strict');
    } finally {
      await secure.stop();
    }
  });
});

/** Tries every way from this address, as a page that the signed-in owner has open. */
async function tryAll(address: string, options: BrowserContextOptions = {}) {
  const context = await signedIn(browser, host, options);
  const cookies = await context.cookies();
  const restore = await snapshotTables(host.database);
  const worked: string[] = [];
  const read: string[] = [];
  const answersBefore = (await answersOf(host)).length;
  const before = await state();
  const mailsBefore = host.mail.mails.length;
  const page = await context.newPage();
  const settle = watchRequests(context);
  for (const [name, attack] of Object.entries(ATTACKS)) {
    // The attack before may still be on its way to somewhere.
    await page.goto(address).catch(() => page.goto(address));
    await page.evaluate(sayWhereFrom);
    const seen = await attack(page, aim);
    if ([seen].flat().some((one) => one)) read.push(name);
    await settle();
    for (const other of context.pages()) if (other !== page) await other.close();
    if ((await state()) === before) continue;
    worked.push(name);
    await restore();
    await context.addCookies(cookies);
  }
  const answers = (await answersOf(host)).slice(answersBefore);
  const me = await statusOfMe(page);
  await context.close();
  return { worked, read, answers, me, mails: host.mail.mails.length - mailsBefore };
}

/** Waits until everything that was sent has its answer, but not for streams without an end. */
function watchRequests(context: BrowserContext): () => Promise<void> {
  const open = new Set<Request>();
  context.on('request', (request) => open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await sleep(50);
    for (let turn = 0; turn < 20 && open.size > 0; turn += 1) await sleep(25);
    open.clear();
  };
}

/** A form tells its origin only to those who may know where it was. */
function sayWhereFrom(): void {
  const meta = document.createElement('meta');
  document.head.append(Object.assign(meta, { name: 'referrer', content: 'unsafe-url' }));
}

async function statusOfMe(page: Page): Promise<number> {
  await page.goto(aim.dashboard);
  return page.evaluate(async () => (await fetch('/api/v1/user/me')).status);
}

const LOGOUT = '/api/v1/user/logout';

/** Everything that could be changed from afar. */
async function state(): Promise<string> {
  const { rows } = await host.database.query('select id from session order by id');
  return JSON.stringify([await everyRow(host.database), rows]);
}

/** What the service answered to calls that are not for everybody, in its own words. */
async function answersOf({
  service,
}: Host): Promise<{ method: string; route: string; status: number }[]> {
  return (await service.log())
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .filter(({ route }) => route.startsWith('/api/v1/') && !route.startsWith('/api/v1/public/'));
}

async function takeAim(): Promise<Aim> {
  const owner = await host.owner();
  const items = await addItems(owner);
  for (const write of await everyWrite(items))
    if (write.call.status === 201) await send(owner, write, write.fields);
  const dashboard = addressOf(host);
  const urlOf = ({ path }: { path: string }, params: Record<string, string> = {}) =>
    `${dashboard}/api/v1${path.replace(/:(\w+)/g, (_, name) => params[name] ?? '')}`;
  const routes = Object.values(calls).flatMap((group) =>
    Object.values(group).map((call) => call.route),
  );
  const closed = routes.filter(({ access }) => access !== 'anyone');
  const deletes: Aim['writes'][number][] = [];
  for (const route of closed.filter(({ method }) => method === 'DELETE')) {
    const table = route.path.split('/')[1]?.replace('softwareapplication', 'software_application');
    const { rows } = await host.database.query(`select id from ${table} limit 1`);
    deletes.push({ method: 'DELETE', url: urlOf(route, { id: rows[0].id }), fields: {} });
  }
  // What they must not get right elsewhere, they know here.
  const right: Record<string, Record<string, string>> = {
    [calls.user.forgotPassword.route.path]: { email: OWNER.email },
    [calls.user.updatePassword.route.path]: {
      currentPassword: OWNER.password,
      newPassword: 'taken over',
      confirmNewPassword: 'taken over',
    },
  };
  const writes = (await everyWrite(items)).map(({ call: { route }, params, fields }) => ({
    method: route.method,
    url: urlOf(route, params),
    fields: right[route.path] ?? fields,
  }));
  return {
    dashboard,
    logout: urlOf(calls.user.logout.route),
    reads: closed
      .filter(({ method, path }) => method === 'GET' && !/:|logout/.test(path))
      .map((route) => urlOf(route)),
    writes: [...writes.filter(({ url }) => !url.includes('/public/')), ...deletes],
  };
}
