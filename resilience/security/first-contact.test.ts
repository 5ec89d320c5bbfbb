import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { launchOptions } from '@vitrine/testing/chromium';
import { createDatabase } from '@vitrine/testing/database';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { freePort } from '@vitrine/testing/postgres';
import { BUILT, type ServiceProcess, startProcess } from '@vitrine/testing/process';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSite } from '../support/browser.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { OWNER } from '../support/host.ts';
import { allWriteCalls, createItems } from '../support/write-calls.ts';
import { ATTACKS, type Targets } from './cross-site-attacks.ts';

const STATUS = '/api/v1/setup';
const CLAIM = '/api/v1/setup/claim';

let browser: Browser;
let service: ServiceProcess;
let database: pg.Client;
let created: Awaited<ReturnType<typeof createDatabase>>;
let mediaDir: string;
/** The service, by a name that is not trustworthy for browsers, as in a home network. */
let home: string;
let port: string;

beforeAll(async () => {
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP * 127.0.0.1'];
  browser = await chromium.launch({ ...launchOptions, args });
});
afterAll(() => browser.close());

beforeEach(async () => {
  created = await createDatabase();
  mediaDir = await mkdtemp(join(tmpdir(), 'vitrine-home-'));
  await start({ PORT: String(await freePort()) });
  ({ port } = new URL(service.origin));
  home = `http://nas.local:${port}`;
  database = new pg.Client(created.url);
  await database.connect();
});
afterEach(async () => {
  await service.signal('SIGKILL');
  await database.end();
  await created.drop();
  await rm(mediaDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<void> {
  const settings = { DATABASE_URL: created.url, MEDIA_DIR: mediaDir, HOME_NETWORK: 'true' };
  service = await startProcess({ ...settings, ...env }, BUILT);
  await service.waitForStatus('/readyz', 200);
}

/** Forgets who was first. */
async function restart(): Promise<void> {
  await service.signal('SIGTERM');
  await start({ PORT: port });
}

async function ownerCount(): Promise<number> {
  return (await database.query('select from owner')).rowCount ?? 0;
}

/** From a started service to a signed-in owner: nothing but a browser. */
async function setUp(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(home);
  // The login page leads there.
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('Email').fill(OWNER.email);
  expect(await page.getByLabel('Setup code').count()).toBe(0);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Start from what you have' }).waitFor();
  return page;
}

/** Publishes the site with the theme that is chosen at first. */
async function publish(page: Page): Promise<void> {
  await page.goto(`${home}/setup/look`);
  await page.getByRole('button', { name: /^Publish with/ }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Choose a look' }).waitFor();
}

describe('setting up without a shell', () => {
  test('a neighbor who comes later sees who was first, and cannot create the owner', async ({
    annotate,
  }) => {
    const first = await browser.newContext();
    const page = await first.newPage();
    await page.goto(home);
    await page.getByLabel('Email').waitFor();
    const neighbor = await (await browser.newContext()).newPage();
    await neighbor.goto(home);
    await neighbor.getByText('Set up from 127.0.0.1. Not you? Restart the container.').waitFor();
    await neighbor.getByLabel('Setup code').waitFor();
    const guess = await neighbor.evaluate(async (account) => {
      const response = await fetch('/api/v1/setup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      });
      return response.status;
    }, OWNER);
    expect([guess, await ownerCount()]).toEqual([400, 0]);
    await first.close();
    await setUpAfterRestart();
    await annotate('the neighbor needs the code; after a restart, the owner comes first');
  });

  async function setUpAfterRestart(): Promise<void> {
    await restart();
    await setUp(await browser.newContext());
    expect(await ownerCount()).toBe(1);
  }

  test('a browser that has lost the claim sees why, and goes on', async ({ annotate }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const create = page.getByRole('button', { name: 'Create account' });
    const fillIn = async () => {
      await page.goto(`${home}/setup`);
      await page.getByRole('heading', { name: 'Create your account' }).waitFor();
      await page.getByLabel('Email').fill(OWNER.email);
      await page.getByLabel('Password').fill(OWNER.password);
    };
    await fillIn();
    await context.clearCookies();
    await create.click();
    await page.locator('form').getByText('Enter the setup code.').waitFor();
    await page.getByText('Set up from 127.0.0.1. Not you? Restart the container.').waitFor();
    await restart();
    await fillIn();
    await restart();
    await create.click();
    await page.getByText('Vitrine no longer knows this browser, as after a restart.').waitFor();
    await create.click();
    await page.getByRole('heading', { name: 'Start from what you have' }).waitFor();
    expect(await ownerCount()).toBe(1);
    await annotate('the code is asked for, or the claim is renewed after a restart');
  });

  test('a page on the internet that points its name here (DNS rebinding) gets nothing', async ({
    annotate,
  }) => {
    // As if the page had been loaded from a server of the attacker: it has no policy of ours.
    const page = await browser.newPage({ bypassCSP: true });
    const response = await page.goto(`http://evil.example:${port}/`);
    expect(response?.status()).toBe(421);
    const answers = await page.evaluate(
      async ([status, claim, account]) => {
        const json = { 'content-type': 'application/json' };
        const body = JSON.stringify(account);
        const sent = [
          fetch(status),
          fetch(claim, { method: 'POST' }),
          fetch(status, { method: 'POST', headers: json, body }),
        ];
        return Promise.all(sent.map(async (one) => (await one).status));
      },
      [STATUS, CLAIM, OWNER] as const,
    );
    expect(answers).toEqual([421, 421, 421]);
    expect(await ownerCount()).toBe(0);
    await annotate('421 for the page and for 3 calls, no owner');
  });

  test('a page on another site can neither set up nor take the claim', async ({ annotate }) => {
    const attacker = await startSite((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>'),
    );
    const page = await browser.newPage();
    await page.goto(`http://evil.example:${attacker.port}/`);
    await page.evaluate(
      async ([origin, status, claim, account]) => {
        const body = JSON.stringify(account);
        for (const init of [{ mode: 'no-cors' }, { mode: 'cors' }] as const)
          for (const path of [status, claim])
            await fetch(origin + path, {
              ...init,
              method: 'POST',
              credentials: 'include',
              body,
            }).catch(() => {});
      },
      [home, STATUS, CLAIM, OWNER] as const,
    );
    expect(await ownerCount()).toBe(0);
    await setUp(await browser.newContext());
    await attacker.stop();
    await annotate('4 requests, no owner; the owner comes first afterwards');
  });

  test.for(['nginx', 'caddy'] as const)(
    'a stranger behind %s needs the code, also with forged headers',
    async (name, { annotate }) => {
      const proxy = await startProxy(name, service.origin);
      const { host } = new URL(service.origin);
      for (const forged of [host, 'nas.local', '192.168.1.20']) {
        // nginx sends the name of its upstream, Caddy the one that it got.
        const origin = `http://${name === 'nginx' ? host : forged}`;
        const headers = { origin, connection: 'keep-alive' };
        const answer = await fetchHost(proxy.origin, forged, STATUS, { headers });
        expect(await answer.json()).toMatchObject({ needed: true, way: 'code' });
        const claim = await fetchHost(proxy.origin, forged, CLAIM, { method: 'POST', headers });
        expect(claim.headers.getSetCookie()).toEqual([]);
      }
      expect(await ownerCount()).toBe(0);
      await proxy.stop();
      await annotate('3 forged hosts, no claim');
    },
  );
});

describe('the site below the dashboard', () => {
  test('a hostile page there can neither read nor write as the owner', async ({ annotate }) => {
    const context = await browser.newContext();
    await publish(await setUp(context));
    const cookie = (await context.cookies()).find(({ name }) => name === 'vitrine');
    const client = service.client();
    client.cookie = `vitrine=${cookie?.value}`;
    // Counts are written seconds later.
    await client.call(calls.visit.update, { json: { isCounting: false } });
    const targets = await findTargets(client);
    const sandbox = await sandboxOfSite();
    // Only the sandbox: what else the policy of the site forbids must not matter.
    await context.route('**/site/hostile', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': sandbox },
        body: '<!doctype html><title>Hostile</title><body>',
      }),
    );
    const before = await state();
    const read: string[] = [];
    const page = await context.newPage();
    const open = () => page.goto(`${home}/site/hostile`);
    for (const [name, attack] of Object.entries(ATTACKS)) {
      // Over HTTP, browsers do not say where a request comes from: who reloads a logout signs out.
      if (name === 'a link, reloaded') continue;
      // On a busy machine, the attack before may still navigate.
      await open().catch(open);
      const result = await attack(page, targets).catch(() => '');
      if ([result].flat().some((one) => one)) read.push(name);
      for (const other of context.pages()) if (other !== page) await other.close();
      expect(await state(), name).toBe(before);
    }
    expect(read).toEqual([]);
    await open();
    expect(await page.evaluate(() => self.origin)).toBe('null');
    for (const storage of ['document.cookie', 'localStorage', 'indexedDB.open("x")'])
      await expect(page.evaluate(storage), storage).rejects.toThrow('SecurityError');
    await annotate(`${Object.keys(ATTACKS).length - 1} attacks: 0 wrote, 0 read`);
  });

  test('visitors read it with its fonts, and send a message', async ({ annotate }) => {
    const context = await browser.newContext();
    const page = await setUp(context);
    await publish(page);
    const failed: string[] = [];
    const visitor = await (await browser.newContext()).newPage();
    visitor.on('requestfailed', (request) => failed.push(request.url()));
    visitor.on('console', (message) => {
      if (message.type() === 'error') failed.push(message.text());
    });
    const response = await visitor.goto(`${home}/site/`);
    expect(response?.headers()).toMatchObject({
      'content-security-policy': expect.stringContaining('sandbox allow-scripts'),
      'x-robots-tag': 'noindex, nofollow',
    });
    await visitor.evaluate(() => document.fonts.ready);
    const fonts = await visitor.evaluate(
      () => [...document.fonts].filter(({ status }) => status === 'loaded').length,
    );
    expect(fonts).toBeGreaterThan(0);
    const links = await visitor.evaluate(() =>
      [...document.querySelectorAll('a[href^="/"], link[href^="/"], script[src^="/"]')].map(
        (one) => one.getAttribute('href') ?? one.getAttribute('src'),
      ),
    );
    expect(links.filter((link) => !link?.startsWith('/site/'))).toEqual([]);
    await visitor.goto(`${home}/site/contact`);
    await visitor.getByLabel('Name').fill('Charles');
    await visitor.getByLabel('Email').fill('charles@example.com');
    await visitor.getByLabel('Subject').fill('An engine');
    await visitor.getByLabel('Message').fill('Would you write the notes?');
    // People need longer than programs.
    await visitor.waitForTimeout(4_000);
    await visitor.getByRole('button').click();
    await expect
      .poll(async () => (await database.query('select folder from message')).rows, {
        timeout: 10_000,
      })
      .toEqual([{ folder: 'inbox' }]);
    expect(failed).toEqual([]);
    await annotate(`${fonts} fonts, ${links.length} links below /site, a message in the inbox`);
  });
});

test('the owner moves to other addresses in the dashboard, and those at home stay', async ({
  annotate,
}) => {
  const context = await browser.newContext();
  const page = await setUp(context);
  await publish(page);
  const [dashboard, site] = [`http://localhost:${port}`, `http://example.com:${port}`];
  // A site needs HTTPS and a name that leads here, so the test stores it.
  await database.query("insert into address values ('site', $1)", [site]);
  await page.goto(`${home}/?view=account&section=addresses`);
  await page.getByRole('textbox', { name: 'Dashboard' }).fill(dashboard);
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Public site' }).inputValue())
    .toBe(site);
  await page.getByRole('button', { name: 'Save addresses' }).click();
  await page.getByRole('link', { name: dashboard }).waitFor();
  const open = async (url: string) => {
    const { host } = new URL(url);
    return fetchHost(service.origin, host, new URL(url).pathname, {
      headers: { accept: 'text/html' },
    });
  };
  // It restarts, and keeps its port.
  await expect
    .poll(async () => (await open(`${site}/`).catch(() => undefined))?.status, { timeout: 20_000 })
    .toBe(200);
  expect(await (await open(`${site}/`)).text()).toContain('data-page="home"');
  for (const one of [dashboard, home])
    expect(await (await open(`${one}/login`)).text()).toContain('<title>');
  const owner = await context.newPage();
  await owner.goto(home);
  await owner.getByRole('link', { name: 'View site' }).first().waitFor();
  expect(await owner.getByRole('link', { name: 'View site' }).first().getAttribute('href')).toBe(
    site,
  );
  await annotate('the site has a host of its own after a restart; home stays signed in');
});

/** The sandbox in the policy of a page of the site. */
async function sandboxOfSite(): Promise<string> {
  const { headers } = await fetch(`${service.origin}/site/`);
  const policy = headers.get('content-security-policy') ?? '';
  const sandbox = policy.split('; ').find((one) => one.startsWith('sandbox '));
  expect(sandbox).not.toContain('allow-same-origin');
  return sandbox ?? '';
}

async function state(): Promise<string> {
  const { rows } = await database.query('select id from session order by id');
  return JSON.stringify([await dumpTables(database), rows]);
}

async function findTargets(client: ReturnType<ServiceProcess['client']>): Promise<Targets> {
  const items = await createItems(client);
  const urlOf = (path: string, params: Record<string, string> = {}) =>
    `${home}/api/v1${path.replace(/:(\w+)/g, (_, name) => params[name] ?? name)}`;
  const routes = Object.values(calls).flatMap((group) =>
    Object.values(group).map((call) => call.route),
  );
  const isPrivate = ({ access }: (typeof routes)[number]) => access !== 'anyone';
  return {
    dashboard: home,
    logout: urlOf(calls.user.logout.route.path),
    reads: routes
      .filter((route) => isPrivate(route) && route.method === 'GET')
      .filter(({ path }) => !/:|logout/.test(path))
      .map(({ path }) => urlOf(path)),
    writes: (await allWriteCalls(items))
      .filter(({ call }) => isPrivate(call.route))
      .map(({ call: { route }, params, fields }) => ({
        method: route.method,
        url: urlOf(route.path, params),
        fields,
      })),
  };
}

/** A proxy with the least that makes it one: it sends everyone to the service. */
async function startProxy(name: 'nginx' | 'caddy', upstream: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-proxy-'));
  const listen = await freePort();
  const nginx = `daemon off; pid nginx.pid; error_log error.log; events {}
    http { access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
    server { listen 127.0.0.1:${listen}; location / { proxy_pass ${upstream}; } } }`;
  const caddy = `{\n admin off\n}\nhttp://:${listen} {\n reverse_proxy ${new URL(upstream).host}\n}\n`;
  await writeFile(join(folder, 'conf'), name === 'nginx' ? nginx : caddy);
  const child =
    name === 'nginx'
      ? spawn('/usr/sbin/nginx', ['-p', folder, '-c', 'conf', '-e', 'error.log'])
      : spawn('/usr/bin/caddy', ['run', '--config', 'conf', '--adapter', 'caddyfile'], {
          cwd: folder,
          env: { PATH: process.env['PATH'], HOME: folder },
          stdio: 'ignore',
        });
  const origin = `http://127.0.0.1:${listen}`;
  for (let isUp = false; !isUp; ) {
    if (child.exitCode !== null) throw new Error(`${name} exited with ${child.exitCode}.`);
    isUp = await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  return {
    origin,
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
