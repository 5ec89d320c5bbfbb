import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rememberDevice } from '../../auth/device-store.ts';
import { createReset } from './password-reset-store.ts';
import { findLogin } from './user-store.ts';

const { login, me, logout } = calls.user;
const CREDENTIALS = { email: OWNER.email, password: OWNER.password };

let app: TestApp;

describe('attempts on one account', () => {
  const ADDRESS = 'iiida@example.com';
  const SPELLINGS = ['IIIDA', 'İİİDA', 'İiida', 'iıida', 'ｉｉｉda', 'i̇iida'];

  beforeAll(async () => {
    app = await startApp({
      limits: {
        login: { account: { times: 3, minutes: 15 } },
      },
    });
    const owner = await app.owner();
    await owner.call(calls.user.updateProfile, { form: { email: ADDRESS } });
  });
  afterAll(() => app.stop());

  // How PostgreSQL lowercases İ depends on the locale of the database.
  test.each(SPELLINGS)('%s either matches no account or shares its limit', async (spelling) => {
    const json = { email: `${spelling}@example.com`, password: OWNER.password };
    await sql`truncate rate_limit`.execute(app.db);
    const opens = (await app.visitor().call(login, { json })).status === 200;
    for (let n = 0; n < 3; n += 1)
      await app.visitor().call(login, { json: { email: ADDRESS, password: 'a guess' } });
    const shares = (await app.visitor().call(login, { json })).status === 429;
    expect(shares).toBe(opens);
  });
});

describe('a known browser', () => {
  const WRONG = { ...CREDENTIALS, password: 'a guess' };

  beforeAll(async () => {
    app = await startApp({
      limits: {
        login: { account: { times: 3, minutes: 15 }, device: { times: 3, minutes: 15 } },
      },
    });
    await app.owner();
  });
  afterAll(() => app.stop());
  beforeEach(() => sql`truncate device, rate_limit`.execute(app.db));

  /** Signs in and returns the cookie of the known browser. */
  async function rememberedBrowser(): Promise<string> {
    const { headers } = await app.visitor().call(login, { json: CREDENTIALS });
    const [, device = ''] = headers.getSetCookie();
    expect(device).toMatch(
      /^vitrine-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    return device.split(';')[0] ?? '';
  }

  const ownerId = async () => (await findLogin(app.db))?.id ?? '';

  const statusWith = async (cookie: string, json = CREDENTIALS) =>
    (await Object.assign(app.visitor(), { cookie }).call(login, { json })).status;

  async function useUpTheAccount() {
    for (let n = 0; n < 3; n += 1) await app.visitor().call(login, { json: WRONG });
    expect(await statusWith('')).toBe(429);
  }

  test('can sign in when others have used up the attempts of the account', async () => {
    const device = await rememberedBrowser();
    await useUpTheAccount();
    expect(await statusWith(`vitrine-device=${'A'.repeat(43)}`)).toBe(429);
    expect(await statusWith(device)).toBe(200);
    // The login replaced the cookie, and the old one is unknown.
    expect(await statusWith(device)).toBe(429);
  });

  test('has its own attempts, and then those of unknown browsers', async () => {
    const device = await rememberedBrowser();
    const statuses = [];
    for (let n = 0; n < 7; n += 1) statuses.push(await statusWith(device, WRONG));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  test('is not locked out by an attacker with a copy of its cookie', async () => {
    const device = await rememberedBrowser();
    for (let n = 0; n < 3; n += 1) await statusWith(device, WRONG);
    expect(await statusWith(device)).toBe(200);
  });

  test('cannot sign in with its cookie, which is neither stored nor logged', async () => {
    const cookie = await rememberedBrowser();
    expect((await Object.assign(app.visitor(), { cookie }).call(me)).status).toBe(401);
    const { rows } = await sql<{ row: string }>`select device::text as row from device`.execute(
      app.db,
    );
    const token = cookie.split('=')[1] ?? '';
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
    expect(app.log.join('')).not.toContain(token);
  });

  test('is forgotten after a password change, except the browser that made it', async () => {
    const elsewhere = await rememberedBrowser();
    const here = await app.owner();
    const json = {
      currentPassword: OWNER.password,
      newPassword: OWNER.password,
      confirmNewPassword: OWNER.password,
    };
    const { headers } = await here.call(calls.user.updatePassword, { json });
    const [, mine = ''] = headers.getSetCookie();
    await useUpTheAccount();
    expect(await statusWith(elsewhere)).toBe(429);
    expect(await statusWith(mine.split(';')[0] ?? '')).toBe(200);
  });

  test('becomes known through a reset link', async () => {
    const token = await createReset(app.db, await ownerId());
    const json = { password: OWNER.password, confirmPassword: OWNER.password };
    const { headers } = await app
      .visitor()
      .call(calls.user.resetPassword, { params: { token }, json });
    const [device = ''] = headers.getSetCookie();
    await useUpTheAccount();
    expect(await statusWith(device.split(';')[0] ?? '')).toBe(200);
  });

  test('is forgotten after 180 days or after 20 newer browsers', async () => {
    const old = await rememberedBrowser();
    await sql`update device set last_used_at = now() - interval '180 days'`.execute(app.db);
    const evicted = await rememberedBrowser();
    await sql`update device set last_used_at = now() - interval '1 day'
      where last_used_at > now() - interval '1 day'`.execute(app.db);
    const id = await ownerId();
    for (let n = 0; n < 20; n += 1) await rememberDevice(app.db, id, undefined);
    const { rows } = await sql`select from device`.execute(app.db);
    expect(rows).toHaveLength(20);
    await useUpTheAccount();
    expect([await statusWith(old), await statusWith(evicted)]).toEqual([429, 429]);
  });
});

describe('an owner', () => {
  let owner: Client;

  beforeAll(async () => {
    app = await startApp({ limits: { login: { address: { times: 1_000, minutes: 1 } } } });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    owner = await app.owner();
  });

  describe('logging in', () => {
    test('starts a session and returns the owner for the right password', async () => {
      const browser = app.visitor();
      const { status, body, headers } = await browser.call(login, { json: CREDENTIALS });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        message: 'Logged in.',
        user: { email: OWNER.email },
      });
      expect(headers.getSetCookie()[0]).toMatch(
        /^vitrine=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      expect((await browser.call(me)).status).toBe(200);
    });

    test('ignores case in the email address', async () => {
      expect(
        (await app.visitor().call(login, { json: { ...CREDENTIALS, email: 'ADA@Example.com' } }))
          .status,
      ).toBe(200);
    });

    test('accepts an address with non-ASCII characters', async () => {
      await owner.call(calls.user.updateProfile, { form: { email: 'ÉMILE@example.com' } });
      const json = { ...CREDENTIALS, email: 'ÉMILE@example.com' };
      expect((await app.visitor().call(login, { json })).status).toBe(200);
      await owner.call(calls.user.updateProfile, { form: { email: OWNER.email } });
    });

    test('returns the same response for a wrong password and an unknown address', async () => {
      const wrong = await app
        .visitor()
        .call(login, { json: { ...CREDENTIALS, password: 'wrong' } });
      const unknown = await app
        .visitor()
        .call(login, { json: { ...CREDENTIALS, email: 'eve@example.com' } });
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      expect(wrong.body).toEqual({
        success: false,
        message: 'The email address or the password is incorrect.',
      });
      expect(unknown.body).toEqual(wrong.body);
      expect(wrong.headers.get('set-cookie')).toBeNull();
    });

    test.each([
      ['no password', { email: OWNER.email }, 'password'],
      ['no email address', { password: 'x' }, 'email'],
      ['an invalid email address', { email: 'ada', password: 'x' }, 'email'],
      ['a number as the password', { email: OWNER.email, password: 7 }, 'password'],
      ['a field that does not exist', { ...CREDENTIALS, role: 'admin' }, 'role'],
    ])('rejects %s', async (_, json, field) => {
      const { status, body } = await app.visitor().call(login, { json });
      expect(status).toBe(400);
      expect(Object.keys(body.fields ?? {})).toEqual([field]);
    });

    test('rejects a form instead of JSON', async () => {
      expect((await app.visitor().call(login, { form: CREDENTIALS })).status).toBe(415);
    });

    test('exposes the password hash in neither the response nor the log', async () => {
      const { body } = await app.visitor().call(login, { json: CREDENTIALS });
      expect(JSON.stringify(body)).not.toMatch(/argon2|password"/i);
      expect(app.log.join('')).not.toContain(OWNER.password);
    });
  });

  describe('staying signed in', () => {
    test('returns the owner without allowing caches to store the response', async () => {
      const { status, body, headers } = await owner.call(me);
      expect(status).toBe(200);
      expect(Object.keys(body.user).sort()).toEqual(
        [
          '_id',
          'fullName',
          'email',
          'phone',
          'aboutMe',
          'portfolioURL',
          'githubURL',
          'linkedInURL',
          'instagramURL',
          'twitterURL',
          'facebookURL',
          'links',
          'languages',
          'headline',
          'location',
          'availability',
          'pronouns',
          'avatar',
          'resume',
          'showEmail',
          'showPhone',
          'mailMessages',
          'setupStep',
        ].sort(),
      );
      expect(headers.get('cache-control')).toBe('no-store');
    });

    test('returns 401 without a session', async () => {
      const { status, body, headers } = await app.visitor().call(me);
      expect(status).toBe(401);
      expect(body).toEqual({ success: false, message: 'Please log in.' });
      expect(headers.get('cache-control')).toBe('no-store');
    });

    test('returns 401 for a made-up cookie', async () => {
      const visitor = app.visitor();
      visitor.cookie = `vitrine=${'A'.repeat(43)}`;
      expect((await visitor.call(me)).status).toBe(401);
    });

    test('ends a session after two weeks without use', async () => {
      await sql`update session set expires_at = now() - interval '1 second'`.execute(app.db);
      expect((await owner.call(me)).status).toBe(401);
    });

    test('extends a session with each use, up to 90 days', async () => {
      await sql`update session set last_seen_at = now() - interval '1 day', expires_at = now() + interval '1 day'`.execute(
        app.db,
      );
      const { headers } = await owner.call(me);
      expect(headers.get('set-cookie')).toMatch(/Max-Age=1209600/);
      expect((await owner.call(me)).headers.get('set-cookie')).toBeNull();
      await sql`update session set last_seen_at = now() - interval '1 day', created_at = now() - interval '89 days'`.execute(
        app.db,
      );
      await owner.call(me);
      const { rows } = await sql<{ days: number }>`
        select max(extract(day from expires_at - now()))::integer as days from session where created_at < now() - interval '80 days'`.execute(
        app.db,
      );
      expect(rows[0]?.days).toBeLessThanOrEqual(1);
    });

    test('does not store the token itself', async () => {
      const token = owner.cookie.split('=')[1] ?? '';
      const { rows } = await sql<{ row: string }>`select session::text as row from session`.execute(
        app.db,
      );
      expect(rows.map(({ row }) => row).join()).not.toContain(token);
      expect(app.log.join('')).not.toContain(token);
    });
  });

  describe('logging out', () => {
    test('ends the session on the server, including for a copy of the cookie', async () => {
      const copy = owner.copy();
      const { status, body, headers } = await owner.call(logout);
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, message: 'Logged Out!' });
      expect(headers.get('set-cookie')).toMatch(/^vitrine=; Max-Age=0/);
      expect((await copy.call(me)).status).toBe(401);
    });
  });
});
