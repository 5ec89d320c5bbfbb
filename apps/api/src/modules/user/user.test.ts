import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { file, uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '../../http/session-store.ts';
import { hashPassword } from './password.ts';
import { createReset } from './password-reset-store.ts';
import { findLogin, setPassword } from './user-store.ts';

const { login, me, logout, updatePassword, updateProfile } = calls.user;
const { forgotPassword, resetPassword, checkResetLink } = calls.user;
const CREDENTIALS = { email: OWNER.email, password: OWNER.password };
const PATIENT = { timeout: 10_000 };
const RESET = 'Reset your password';
const CHANGED = 'Your password was changed';
const PLENTY = { address: { times: 1_000, minutes: 1 } };
const NO_LIMITS = { login: PLENTY, forgot: PLENTY, reset: PLENTY, setup: PLENTY, password: PLENTY };

let app: TestApp;

describe('the first run', () => {
  beforeEach(async () => {
    app = await startApp({
      limits: { ...NO_LIMITS, setup: { address: { times: 3, minutes: 15 } } },
    });
  });
  afterEach(() => app.stop());

  test('the setup code creates the owner once and signs in', async () => {
    const visitor = app.visitor();
    expect((await visitor.call(calls.setup.status)).body).toEqual({ success: true, needed: true });
    const made = await visitor.call(calls.setup.create, { json: { code: 'SETUPCODE', ...OWNER } });
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({
      fullName: OWNER.fullName,
      email: OWNER.email,
      phone: '',
    });
    expect((await visitor.call(me)).body.user).toEqual(made.body.user);
    expect((await visitor.call(calls.setup.status)).body.needed).toBe(false);

    const again = await app
      .visitor()
      .call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('This installation already has an owner. Please log in.');
  });

  test('creates one owner when several requests arrive at once', async () => {
    const json = { code: 'setup-code', ...OWNER };
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => app.visitor().call(calls.setup.create, { json })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('rejects a wrong code and limits the attempts', async () => {
    const json = { code: 'wrong', ...OWNER };
    const responses = [];
    for (let n = 0; n < 4; n += 1)
      responses.push(await app.visitor().call(calls.setup.create, { json }));
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
    expect(responses[0]?.body.fields).toHaveProperty('code');
    expect((await app.visitor().call(calls.setup.status)).body.needed).toBe(true);
  });

  test.each([
    ['a short password', { password: 'short' }, 'password'],
    ['no name', { fullName: '' }, 'fullName'],
    ['an invalid email address', { email: 'ada' }, 'email'],
    ['a role', { role: 'admin' }, 'role'],
  ])('rejects %s', async (_, change, field) => {
    const { status, body } = await app
      .visitor()
      .call(calls.setup.create, { json: { code: 'setup-code', ...OWNER, ...change } });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
  });
});

describe('attempts on one account', () => {
  const ADDRESS = 'iiida@example.com';
  const SPELLINGS = ['IIIDA', 'İİİDA', 'İiida', 'iıida', 'ｉｉｉda', 'i̇iida'];

  beforeAll(async () => {
    app = await startApp({
      limits: {
        ...NO_LIMITS,
        login: { account: { times: 3, minutes: 15 } },
      },
    });
    const owner = await app.owner();
    await owner.call(updateProfile, { form: { email: ADDRESS } });
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

  beforeEach(async () => {
    app = await startApp({
      limits: {
        ...NO_LIMITS,
        login: { account: { times: 3, minutes: 15 } },
        device: { account: { times: 3, minutes: 15 } },
      },
    });
    await app.owner();
    await sql`truncate device`.execute(app.db);
  });
  afterEach(() => app.stop());

  /** Signs in and returns the cookie of the known browser. */
  async function rememberedBrowser(): Promise<string> {
    const { headers } = await app.visitor().call(login, { json: CREDENTIALS });
    const [, device = ''] = headers.getSetCookie();
    expect(device).toMatch(
      /^vitrine-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    return device.split(';')[0] ?? '';
  }

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
    const { headers } = await here.call(updatePassword, { json });
    const [, mine = ''] = headers.getSetCookie();
    await useUpTheAccount();
    expect(await statusWith(elsewhere)).toBe(429);
    expect(await statusWith(mine.split(';')[0] ?? '')).toBe(200);
  });

  test('becomes known through a reset link', async () => {
    const token = await createReset(app.db, (await findLogin(app.db))?.id ?? '');
    const json = { password: OWNER.password, confirmPassword: OWNER.password };
    const { headers } = await app.visitor().call(resetPassword, { params: { token }, json });
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
    for (let n = 0; n < 20; n += 1) await rememberedBrowser();
    const { rows } = await sql`select from device`.execute(app.db);
    expect(rows).toHaveLength(20);
    await useUpTheAccount();
    expect([await statusWith(old), await statusWith(evicted)]).toEqual([429, 429]);
  });
});

describe('an owner', () => {
  let owner: Client;

  beforeAll(async () => {
    app = await startApp({ limits: NO_LIMITS });
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
      await owner.call(updateProfile, { form: { email: 'ÉMILE@example.com' } });
      const json = { ...CREDENTIALS, email: 'ÉMILE@example.com' };
      expect((await app.visitor().call(login, { json })).status).toBe(200);
      await owner.call(updateProfile, { form: { email: OWNER.email } });
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
          'avatar',
          'resume',
          'showEmail',
          'showPhone',
          'mailMessages',
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

    test('returns 401 without a session', async () => {
      expect((await app.visitor().call(logout)).status).toBe(401);
    });
  });

  describe('changing the password', () => {
    const NEW = {
      currentPassword: OWNER.password,
      newPassword: 'difference engine',
      confirmNewPassword: 'difference engine',
    };

    test('replaces the password and ends other sessions', async () => {
      const elsewhere = await app.owner();
      const copy = owner.copy();
      const { status, body } = await owner.call(updatePassword, { json: NEW });
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, message: 'Password updated.' });
      expect((await owner.call(me)).status).toBe(200);
      expect((await copy.call(me)).status).toBe(401);
      expect((await elsewhere.call(me)).status).toBe(401);
      expect((await app.visitor().call(login, { json: CREDENTIALS })).status).toBe(401);
      const back = {
        currentPassword: NEW.newPassword,
        newPassword: OWNER.password,
        confirmNewPassword: OWNER.password,
      };
      expect((await owner.call(updatePassword, { json: back })).status).toBe(200);
    });

    test.each([
      [
        'a wrong current password',
        { currentPassword: 'wrong' },
        { currentPassword: 'The current password is incorrect.' },
      ],
      [
        'a short new password',
        { newPassword: 'short', confirmNewPassword: 'short' },
        { newPassword: 'Choose a password with at least 8 characters.' },
      ],
      [
        'a confirmation that differs',
        { confirmNewPassword: 'different engine' },
        { confirmNewPassword: 'The new passwords do not match.' },
      ],
      ['no current password', { currentPassword: '' }, { currentPassword: 'Enter your password.' }],
      [
        'a field that does not exist',
        { passwordHash: 'x' },
        { passwordHash: 'There is no field named passwordHash.' },
      ],
    ])('rejects %s', async (_, change, fields) => {
      const { status, body } = await owner.call(updatePassword, { json: { ...NEW, ...change } });
      expect(status).toBe(400);
      expect(body.fields).toEqual(fields);
      expect((await app.visitor().call(login, { json: CREDENTIALS })).status).toBe(200);
    });

    test('a login with the old password during the change gets no session', async () => {
      const before = await findLogin(app.db);
      if (!before) throw new Error('There is no owner.');
      const session = {
        ownerId: before.id,
        address: '',
        userAgent: '',
        passwordHash: before.passwordHash,
      };
      const changed = await hashPassword('another engine');
      let late: Promise<string | undefined> = Promise.resolve('too early');
      await app.db.transaction().execute(async (trx) => {
        await setPassword(trx, before.id, changed);
        late = createSession(app.db, session);
        await waitForLockContention(app.db);
      });
      expect(await late).toBeUndefined();
      const back = await app.db
        .transaction()
        .execute((trx) => setPassword(trx, before.id, before.passwordHash, before.passwordHash));
      expect(back).toBe(false);
      await app.db.transaction().execute((trx) => setPassword(trx, before.id, before.passwordHash));
    });

    test.each([
      ['password123', 'This password is too common. Choose another one.'],
      ['QwertyUiop', 'This password is too common. Choose another one.'],
      [
        'Vitrine-Ada1',
        'This password is easy to guess from your name or email address. Choose another one.',
      ],
      [
        'ada@example.com',
        'This password is easy to guess from your name or email address. Choose another one.',
      ],
    ])('rejects the weak password %s', async (chosen, words) => {
      const json = {
        currentPassword: OWNER.password,
        newPassword: chosen,
        confirmNewPassword: chosen,
      };
      const { status, body } = await owner.call(updatePassword, { json });
      expect([status, body.fields]).toEqual([400, { newPassword: words }]);
    });

    test('returns 401 without a session', async () => {
      expect((await app.visitor().call(updatePassword, { json: NEW })).status).toBe(401);
    });
  });

  describe('updating the profile', () => {
    test('updates only the fields that are sent', async () => {
      const form = {
        phone: '+44 20 7946 0000',
        aboutMe: 'I write programs.',
        githubURL: 'https://github.com/ada',
      };
      const { status, body } = await owner.call(updateProfile, { form });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        message: 'Profile updated.',
        user: { ...form, fullName: OWNER.fullName, email: OWNER.email },
      });
      expect((await owner.call(me)).body.user).toEqual(body.user);
    });

    test('emails the old address about the new one', async () => {
      const change = (email: string) => owner.call(updateProfile, { form: { email } });
      for (const email of [OWNER.email, 'countess@example.com', OWNER.email])
        expect((await change(email)).status).toBe(200);
      const changes = () =>
        app.mail
          .withSubject('Your email address was changed')
          .map(({ recipients, text }) => [...recipients, /is now (\S+)\. /.exec(text ?? '')?.[1]]);
      await expect.poll(changes, PATIENT).toEqual(
        expect.arrayContaining([
          [OWNER.email, 'countess@example.com'],
          ['countess@example.com', OWNER.email],
        ]),
      );
      // Sending the same address again changes nothing.
      expect(changes()).not.toContainEqual([OWNER.email, OWNER.email]);
    });

    test('accepts images as avatar and resume', async () => {
      const form = { avatar: await uploads.jpg(500, 500), resume: await uploads.png(300, 400) };
      const { user } = (await owner.call(updateProfile, { form })).body;
      expect(user.avatar).toMatchObject({ width: 500, height: 500 });
      expect(user.resume).toMatchObject({ type: 'image/png', width: 300, height: 400 });
    });

    test('accepts a PDF as resume and previews its first page', async () => {
      const { user } = (await owner.call(updateProfile, { form: { resume: uploads.pdf() } })).body;
      expect(user.resume.type).toBe('application/pdf');
      expect(user.resume.url).toMatch(/\.pdf$/);
      expect(user.resume.viewUrl).toBe(`${user.resume.url}/ada-lovelace-resume.pdf`);
      expect(user.resume.preview?.url).toMatch(/\.png$/);
      expect(user.resume.preview?.height).toBeGreaterThan(user.resume.preview?.width ?? 0);
    });

    test('removes the avatar and the resume unless a new file is sent', async () => {
      const form = { avatar: await uploads.jpg(500, 500), resume: uploads.pdf() };
      const before = (await owner.call(updateProfile, { form })).body.user;
      const unchanged = { removeAvatar: 'false', phone: '1' };
      const same = (await owner.call(updateProfile, { form: unchanged })).body.user;
      expect([same.avatar, same.resume]).toEqual([before.avatar, before.resume]);

      const avatarOnly = { removeAvatar: 'true' };
      const after = (await owner.call(updateProfile, { form: avatarOnly })).body.user;
      expect([after.avatar, after.resume]).toEqual([{ url: '' }, before.resume]);
      const none = (await owner.call(updateProfile, { json: { removeResume: true } })).body.user;
      expect([none.avatar, none.resume]).toEqual([{ url: '' }, { url: '' }]);

      const both = { ...form, removeAvatar: 'true', removeResume: 'true' };
      const back = (await owner.call(updateProfile, { form: both })).body.user;
      expect([back.avatar, back.resume]).toEqual([before.avatar, before.resume]);
    });

    test('treats the word undefined as an empty link', async () => {
      const { status, body } = await owner.call(updateProfile, {
        form: { twitterURL: 'undefined' },
      });
      expect(status).toBe(200);
      expect(body.user.twitterURL).toBe('');
    });

    test.each([
      ['no name', { fullName: '' }, { fullName: 'Enter the full name.' }],
      [
        'an invalid email address',
        { email: 'ada' },
        { email: 'Enter a valid email address, like m@example.com.' },
      ],
      [
        'a javascript: link',
        { githubURL: 'javascript:1' },
        { githubURL: 'The Github link must start with http:// or https://.' },
      ],
      [
        'a PDF as an avatar',
        { avatar: uploads.pdf() },
        { avatar: 'The avatar must be a PNG, JPG, GIF, WebP or AVIF image.' },
      ],
      [
        'text as a resume',
        { resume: file('hi', 'a.pdf') },
        { resume: 'The resume must be a PDF, or a PNG, JPG, GIF, WebP or AVIF image.' },
      ],
      [
        'a broken PDF',
        { resume: file('%PDF-1.7 nothing', 'a.pdf') },
        { resume: 'The resume cannot be read. Try another file, or save it again.' },
      ],
      [
        'a password hash',
        { passwordHash: 'x' },
        { passwordHash: 'There is no field named passwordHash.' },
      ],
    ])('rejects %s and changes nothing', async (_, form, fields) => {
      const before = (await owner.call(me)).body.user;
      const { status, body } = await owner.call(updateProfile, { form });
      expect(status).toBe(400);
      expect(body.fields).toEqual(fields);
      expect((await owner.call(me)).body.user).toEqual(before);
    });

    test('returns 401 without a session', async () => {
      expect((await app.visitor().call(updateProfile, { form: { phone: '1' } })).status).toBe(401);
    });
  });

  describe('resetting the password', () => {
    const CHOSEN = { password: 'a brand new one', confirmPassword: 'a brand new one' };

    /** Requests a link and returns the token of the email. */
    async function tokenByMail(): Promise<string> {
      const seen = app.mail.withSubject(RESET).length;
      await app.visitor().call(forgotPassword, { json: { email: OWNER.email } });
      const mail = await app.mail.waitFor(RESET, seen + 1);
      return /\/password\/reset\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    }

    test('emails a link that sets a new password once and ends all sessions', async () => {
      const token = await tokenByMail();
      const reset = await app.visitor().call(resetPassword, { params: { token }, json: CHOSEN });
      expect(reset.status).toBe(200);
      expect(reset.body).toEqual({
        success: true,
        message: 'Your password has been reset. Please log in.',
      });
      expect((await owner.call(me)).status).toBe(401);
      expect((await app.visitor().call(login, { json: CREDENTIALS })).status).toBe(401);
      const signedIn = app.visitor();
      expect(
        (await signedIn.call(login, { json: { ...CREDENTIALS, password: CHOSEN.password } }))
          .status,
      ).toBe(200);

      const again = await app.visitor().call(resetPassword, { params: { token }, json: CHOSEN });
      expect(again.status).toBe(400);
      expect(again.body.message).toBe('This reset link no longer works. Please request a new one.');
      const back = {
        currentPassword: CHOSEN.password,
        newPassword: OWNER.password,
        confirmNewPassword: OWNER.password,
      };
      expect((await signedIn.call(updatePassword, { json: back })).status).toBe(200);
    });

    test('sends text and HTML to the owner, with links to the dashboard only', async () => {
      const seen = app.mail.withSubject(RESET).length;
      await app.visitor().call(forgotPassword, {
        json: { email: OWNER.email },
        headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      });
      const mail = await app.mail.waitFor(RESET, seen + 1);
      expect(mail.recipients).toEqual([OWNER.email]);
      expect(mail.from?.address).toBe('vitrine@vitrine.test');
      expect(mail.text).toContain('http://vitrine.test/password/reset/');
      expect(mail.html).toContain('href="http://vitrine.test/password/reset/');
      expect(mail.raw).not.toContain('evil.example');
    });

    test('returns the same response for an unknown address and sends no email', async () => {
      const known = await app.visitor().call(forgotPassword, { json: { email: OWNER.email } });
      const seen = app.mail.withSubject(RESET).length;
      const mail = await app.mail.waitFor(RESET, seen + 1);
      expect(mail.recipients).toEqual([OWNER.email]);
      const unknown = await app
        .visitor()
        .call(forgotPassword, { json: { email: 'eve@example.com' } });
      expect(unknown.status).toBe(known.status);
      expect(unknown.body).toEqual(known.body);
      // A later email to the owner shows that the queue has processed the other one.
      await app.visitor().call(forgotPassword, { json: { email: OWNER.email } });
      await app.mail.waitFor(RESET, seen + 2);
      expect(
        app.mail
          .withSubject(RESET)
          .slice(seen)
          .map(({ recipients }) => recipients),
      ).toEqual([[OWNER.email], [OWNER.email]]);
      const jobs = () =>
        sql<{ state: string }>`
          select state::text from pgboss.job where data ->> 'email' = 'eve@example.com'`.execute(
          app.db,
        );
      await expect.poll(async () => (await jobs()).rows, PATIENT).toEqual([{ state: 'completed' }]);
    });

    test('reports whether a reset link works without using it up', async () => {
      const token = await tokenByMail();
      const check = async (params: { token: string }) =>
        (await app.visitor().call(checkResetLink, { params })).body;
      expect(await check({ token })).toEqual({ success: true, valid: true });
      expect(await check({ token })).toEqual({ success: true, valid: true });
      const json = { password: OWNER.password, confirmPassword: OWNER.password };
      const used = await app.visitor().call(resetPassword, { params: { token }, json });
      expect(used.status).toBe(200);
      expect(await check({ token })).toEqual({ success: true, valid: false });
      expect(await check({ token: 'x' })).toEqual({ success: true, valid: false });
    });

    test('accepts only the newest link', async () => {
      const older = await tokenByMail();
      const newer = await tokenByMail();
      expect(newer).not.toBe(older);
      expect(
        (await app.visitor().call(resetPassword, { params: { token: older }, json: CHOSEN }))
          .status,
      ).toBe(400);
    });

    test('accepts a link for ten minutes by the database’s clock', async () => {
      const token = await tokenByMail();
      const { rows } = await sql<{ minutes: number }>`
        select extract(epoch from expires_at - now())::float / 60 as minutes from password_reset`.execute(
        app.db,
      );
      expect(rows[0]?.minutes).toBeGreaterThan(9.5);
      expect(rows[0]?.minutes).toBeLessThanOrEqual(10);
      await sql`update password_reset set expires_at = now()`.execute(app.db);
      expect(
        (await app.visitor().call(resetPassword, { params: { token }, json: CHOSEN })).status,
      ).toBe(400);
    });

    test('accepts one of 20 concurrent uses', async () => {
      const token = await tokenByMail();
      const json = { password: OWNER.password, confirmPassword: OWNER.password };
      const responses = await Promise.all(
        Array.from({ length: 20 }, () =>
          app.visitor().call(resetPassword, { params: { token }, json }),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(19);
    });

    test('neither stores nor logs the token', async () => {
      const token = await tokenByMail();
      await app.visitor().call(checkResetLink, { params: { token } });
      await app
        .visitor()
        .call(resetPassword, { params: { token }, json: { password: 'x', confirmPassword: 'x' } });
      const { rows } = await sql<{ row: string }>`
        select password_reset::text as row from password_reset union all select job::text from pgboss.job`.execute(
        app.db,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(({ row }) => row).join()).not.toContain(token);
      expect(app.log.join('')).not.toContain(token);
    });

    test.each([
      ['a short password', { password: 'short', confirmPassword: 'short' }, 'password'],
      [
        'a confirmation that differs',
        { ...CHOSEN, confirmPassword: 'another one' },
        'confirmPassword',
      ],
      ['no confirmation', { password: CHOSEN.password }, 'confirmPassword'],
      ['a field that does not exist', { ...CHOSEN, email: 'a@b.c' }, 'email'],
    ])('rejects %s', async (_, json, field) => {
      const { status, body } = await app
        .visitor()
        .call(resetPassword, { params: { token: 'x' }, json });
      expect(status).toBe(400);
      expect(Object.keys(body.fields ?? {})).toEqual([field]);
    });

    test.each(['x', 'A'.repeat(43), '%00', "' or 1=1 --"])(
      'rejects the token %j',
      async (token) => {
        const { status, body } = await app
          .visitor()
          .call(resetPassword, { params: { token }, json: CHOSEN });
        expect(status).toBe(400);
        expect(body.message).toMatch(/no longer works/);
      },
    );

    test.each([{}, { email: '' }, { email: 'ada' }, { email: OWNER.email, role: 'x' }])(
      'rejects the reset request %j',
      async (json) => {
        expect((await app.visitor().call(forgotPassword, { json })).status).toBe(400);
      },
    );

    test('emails the owner about a password change', async () => {
      const browser = await app.owner();
      const seen = app.mail.withSubject(CHANGED).length;
      const json = {
        currentPassword: OWNER.password,
        newPassword: OWNER.password,
        confirmNewPassword: OWNER.password,
      };
      await browser.call(updatePassword, { json });
      expect((await app.mail.waitFor(CHANGED, seen + 1)).recipients).toEqual([OWNER.email]);
    });
  });
});
