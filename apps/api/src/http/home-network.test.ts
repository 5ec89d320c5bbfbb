import { calls } from '@vitrine/contract/calls';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const LOGIN = '/api/v1/user/login';
const ME = '/api/v1/user/me';

let app: TestApp;

async function signIn(host: string, origin: string) {
  const { email, password } = OWNER;
  const response = await fetchHost(app.origin, host, LOGIN, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  return { status: response.status, cookie };
}

describe('in a home network', () => {
  beforeAll(async () => {
    app = await startApp({ settings: { HOME_NETWORK: 'true', PUBLIC_URL: 'https://admin.test' } });
    await app.owner();
  });
  afterAll(() => app.stop());

  test.each(['192.168.1.20:8080', 'nas.local:8080', 'nas', '[fd00::20]:8080', 'localhost'])(
    'the dashboard at %s has a cookie without Secure, and takes its own origin alone',
    async (host) => {
      const { status, cookie } = await signIn(host, `http://${host}`);
      expect([status, cookie]).toEqual([
        200,
        expect.stringMatching(/^vitrine=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
      ]);
      const headers = { cookie: cookie.split(';')[0] ?? '' };
      expect((await fetchHost(app.origin, host, ME, { headers })).status).toBe(200);
      for (const origin of ['https://admin.test', 'http://other.local', 'null'])
        expect((await signIn(host, origin)).status).toBe(403);
    },
  );

  test('PUBLIC_URL keeps its own cookie, behind its proxy', async () => {
    const { status, cookie } = await signIn('admin.test', 'https://admin.test');
    expect([status, cookie]).toEqual([200, expect.stringMatching(/^__Host-vitrine=.*; Secure;/)]);
    expect((await signIn('admin.test', 'http://admin.test')).status).toBe(403);
    // The cookie of one address is none at another one.
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect((await fetchHost(app.origin, 'nas.local', ME, { headers })).status).toBe(401);
  });

  test.each(['evil.example', '203.0.113.7', '192.168.1.20.evil.example', 'nas.local@evil.example'])(
    'the unknown host %s gets a page that says what to do',
    async (host) => {
      const response = await fetchHost(app.origin, host, '/api/v1/setup');
      expect([response.status, response.headers.get('content-type')]).toEqual([
        421,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).toContain(
        'If it is yours, open Vitrine by its address in your home network',
      );
      expect((await fetchHost(app.origin, host, '/healthz')).status).toBe(200);
    },
  );

  test('a preview on the host of the site is framed by the dashboard at its addresses', async () => {
    const PUBLIC_URL = 'https://admin.test';
    const settings = { HOME_NETWORK: 'true', PUBLIC_URL, SITE_URL: 'https://site.test' };
    const home = await startApp({ settings });
    const owner = await home.owner();
    owner.cookie = owner.cookie.replace('__Host-', '');
    const { url } = (await owner.call(calls.site.preview)).body;
    const { host, pathname } = new URL(url);
    const { headers } = await fetchHost(home.origin, host, pathname);
    expect(headers.get('content-security-policy')).toMatch(
      /; frame-ancestors https:\/\/admin\.test http:$/,
    );
    await home.stop();
  });

  test('only the check of an address is the same on unknown hosts', async () => {
    const statusOf = async (path: string) =>
      (await fetchHost(app.origin, 'evil.example', `/.well-known/vitrine/${path}`)).status;
    expect(await statusOf('nonce')).toBe(404);
    for (const path of ['', 'a/b', '../../api/v1/setup', '..%2f', 'nonce?x'])
      expect([path, await statusOf(path)]).toEqual([path, 421]);
  });

  test.each([
    ['without a public one', ''],
    ['besides a public one', 'https://admin.test'],
  ])('media has the address of the browser, %s', async (_, PUBLIC_URL) => {
    const home = await startApp({ settings: { HOME_NETWORK: 'true', PUBLIC_URL } });
    const owner = await home.owner();
    owner.cookie = owner.cookie.replace('__Host-', '');
    const form = { avatar: await uploads.png(8, 8) };
    await owner.call(calls.user.updateProfile, { form });
    for (const host of ['192.168.1.20:8080', 'nas.local:8080']) {
      const headers = { cookie: owner.cookie };
      const { user } = await (await fetchHost(home.origin, host, ME, { headers })).json();
      expect(user.avatar.url).toMatch(new RegExp(`^http://${host}/media/`));
    }
    await home.stop();
  });
});
