import { calls } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isHomeHost } from '../../http/hosts.ts';
import { isHomeAddress } from './first-contact.ts';

const HOME = { PUBLIC_URL: '', SETUP_CODE: '', HOME_NETWORK: 'true' };
const HOST = '192.168.1.20:8080';
const ACCOUNT = { email: OWNER.email, password: OWNER.password, hasFirstRun: 'true' };

type Headers = Readonly<Record<string, string>>;

/** A browser in the home network, which keeps its cookies. */
class Browser {
  readonly #app: TestApp;
  cookies: string[] = [];

  constructor(app: TestApp) {
    this.#app = app;
  }

  async call({ route: { method, path } }: { route: Route }, json?: object, headers: Headers = {}) {
    const { host = HOST, ...others } = headers;
    const response = await fetchHost(this.#app.origin, host, `/api/v1${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { origin: `http://${host}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...(this.cookies.length > 0 && { cookie: this.cookies.join('; ') }),
        ...others,
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    const set = response.headers.getSetCookie();
    this.cookies.push(...set.map((cookie) => cookie.split(';')[0] ?? ''));
    return { status: response.status, set, body: JSON.parse(await response.text()) };
  }

  async way(headers: Headers = {}) {
    return (await this.call(calls.setup.status, undefined, headers)).body.way;
  }
}

let app: TestApp;
const browser = () => new Browser(app);
const ownerCount = async () =>
  (await sql<{ count: string }>`select count(*) from owner`.execute(app.db)).rows[0]?.count;

describe('first contact', () => {
  beforeEach(async () => {
    app = await startApp({ settings: HOME });
  });
  afterEach(() => app.stop());

  test('the first browser at home creates the owner without a code, and is signed in', async () => {
    const first = browser();
    expect((await first.call(calls.setup.status)).body).toMatchObject({
      needed: true,
      way: 'open',
    });
    const claimed = await first.call(calls.setup.claim);
    expect(claimed.body).toEqual({ success: true, way: 'open' });
    expect(claimed.set).toEqual([
      expect.stringMatching(
        /^vitrine-setup=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const made = await first.call(calls.setup.create, ACCOUNT);
    expect(made.status).toBe(201);
    expect((await first.call(calls.user.me)).body.user.email).toBe(OWNER.email);
    expect((await browser().call(calls.setup.status)).body.needed).toBe(false);
    expect((await browser().call(calls.setup.claim)).status).toBe(409);
  });

  test('a second browser learns who came first, and needs the code', async () => {
    const [first, second] = [browser(), browser()];
    await first.call(calls.setup.claim);
    const answer = await second.call(calls.setup.claim);
    expect(answer.body).toMatchObject({ way: 'claimed', claimedBy: '127.0.0.1' });
    expect(answer.set).toEqual([]);
    const refused = await second.call(calls.setup.create, ACCOUNT);
    expect([refused.status, refused.body.fields]).toEqual([400, { code: 'Enter the setup code.' }]);
    second.cookies = ['vitrine-setup=guessed'];
    expect((await second.call(calls.setup.create, ACCOUNT)).status).toBe(400);
    expect(await ownerCount()).toBe('0');
    // The first one is not disturbed, also not by a claim of its own.
    expect((await first.call(calls.setup.claim)).body.way).toBe('open');
    expect((await first.call(calls.setup.create, ACCOUNT)).status).toBe(201);
  });

  test('who has not claimed it first needs the code', async () => {
    expect((await browser().call(calls.setup.create, ACCOUNT)).status).toBe(400);
    expect(await ownerCount()).toBe('0');
  });

  test('it is over 30 minutes after the start, also for the first browser', async () => {
    const first = browser();
    await first.call(calls.setup.claim);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 30 * 60_000 + 1);
    expect(await first.way()).toBe('late');
    const refused = await first.call(calls.setup.create, ACCOUNT);
    clock.mockRestore();
    expect(refused.status).toBe(400);
  });

  test('a claim and an account need the origin of the page itself', async () => {
    const first = browser();
    for (const origin of ['http://evil.example', 'https://192.168.1.20:8080', 'null']) {
      expect((await first.call(calls.setup.claim, undefined, { origin })).status).toBe(403);
      expect((await first.call(calls.setup.create, ACCOUNT, { origin })).status).toBe(403);
    }
    // Programs that send none.
    const silent = { origin: '' };
    await first.call(calls.setup.claim, undefined, silent);
    expect(first.cookies).toEqual([]);
    expect(await ownerCount()).toBe('0');
  });
});

describe('the code is needed', () => {
  beforeAll(async () => {
    app = await startApp({ settings: HOME });
  });
  afterAll(() => app.stop());

  test.each([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-real-ip',
    'x-client-ip',
    'x-original-host',
    'via',
    'cf-connecting-ip',
    'cf-ray',
    'cf-visitor',
    'cdn-loop',
    'true-client-ip',
    'fastly-client-ip',
    'fly-client-ip',
    'tailscale-user-login',
    'ngrok-skip-browser-warning',
    'remote-user',
    'proxy-authorization',
  ])('behind a proxy that sends %s', async (name) => {
    expect(await browser().way()).toBe('open');
    expect(await browser().way({ [name]: '1' })).toBe('code');
    expect((await browser().call(calls.setup.claim, undefined, { [name]: '1' })).set).toEqual([]);
  });

  test.each(['close', 'upgrade'])(
    'behind a proxy that sends Connection: %s',
    async (connection) => {
      expect(await browser().way({ connection })).toBe('code');
    },
  );
});

test('the headers of Chromium, Firefox and Safari need no code', async () => {
  app = await startApp({ settings: HOME });
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'accept-language': 'en-US,en;q=0.9',
    'cache-control': 'no-cache',
    dnt: '1',
    pragma: 'no-cache',
    priority: 'u=4',
    referer: `http://${HOST}/setup`,
    'sec-gpc': '1',
    'upgrade-insecure-requests': '1',
    'user-agent': 'Mozilla/5.0',
  };
  expect(await browser().way(headers)).toBe('open');
  await app.stop();
});

test.each([
  ['with SETUP_CODE', { ...HOME, SETUP_CODE: 'the code of a catalog' }],
  ['without HOME_NETWORK', { ...HOME, HOME_NETWORK: 'false' }],
])('%s, only the code creates the owner', async (_, settings) => {
  app = await startApp({ settings });
  const host = { host: new URL(app.config.publicUrl).host };
  expect(await browser().way(host)).toBe('code');
  expect((await browser().call(calls.setup.claim, undefined, host)).set).toEqual([]);
  expect((await browser().call(calls.setup.create, ACCOUNT, host)).status).toBe(400);
  await app.stop();
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.7',
  '169.254.3.4',
  '::1',
  '::ffff:192.168.1.7',
  'fd12:3456::1',
  'fe80::1%eth0',
])('%s is an address at home', (address) => {
  expect(isHomeAddress(address)).toBe(true);
});

test.each([
  '203.0.113.7',
  '172.32.0.1',
  '100.64.0.1',
  '192.169.0.1',
  '2001:db8::1',
  '::ffff:203.0.113.7',
  '',
])('%s is not', (address) => {
  expect(isHomeAddress(address)).toBe(false);
});

test.each([
  '192.168.1.20',
  '10.0.0.2:8080',
  'nas',
  'NAS.local:8080',
  'nas.lan',
  '[fd00::1]:80',
  'localhost',
])('Host: %s is a name at home', (host) => expect(isHomeHost(host)).toBe(true));

test.each([
  'evil.example',
  '203.0.113.7',
  '192.168.1.20.evil.example',
  'nas.local.evil.example',
  '192.168.1.20@evil.example',
  'nas.local/@evil.example',
  'nas.local?.evil.example',
  'evil.example#.local',
  'nas.local:8080:80',
  '',
])('Host: %s is not', (host) => {
  expect(isHomeHost(host)).toBe(false);
});
