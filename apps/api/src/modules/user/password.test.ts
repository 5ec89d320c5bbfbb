import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '../../auth/session-store.ts';
import { hashPassword } from './password.ts';
import { findLogin, setPassword } from './user-store.ts';

const { login, me, updatePassword, forgotPassword, resetPassword, checkResetLink } = calls.user;
const CREDENTIALS = { email: OWNER.email, password: OWNER.password };
const RESET = 'Reset your password';
const CHANGED = 'Your password was changed';
const PLENTY = { address: { times: 1_000, minutes: 1 } };

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({
    limits: { login: PLENTY, forgot: PLENTY, reset: PLENTY, password: PLENTY },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await app.owner();
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

  describe('with other access', () => {
    let bearer: { authorization: string };
    beforeEach(async () => {
      await sql`truncate api_token, passkey, site_preview`.execute(app.db);
      const json = { name: 'Script', scopes: ['read'], expiresInDays: null };
      const { secret } = (await owner.call(calls.token.add, { json })).body;
      bearer = { authorization: `Bearer ${secret}` };
      await sql`insert into passkey (credential_id, public_key, counter, name, host, is_synced)
        values ('abc', 'key', 3, 'MacBook Air', 'vitrine.test', false)`.execute(app.db);
      await sql`insert into site_preview (token_hash, purpose, expires_at)
        values ('a', 'design', now() + interval '1 hour')`.execute(app.db);
    });

    const access = async () => ({
      token: (await app.visitor().call(calls.skill.list, { headers: bearer })).status,
      passkeys: (await owner.call(calls.passkey.list)).body.passkeys?.length,
      previews: (await app.db.selectFrom('site_preview').selectAll().execute()).length,
    });

    const change = (revoke: object, currentPassword: string, newPassword: string) =>
      owner.call(updatePassword, {
        json: { currentPassword, newPassword, confirmNewPassword: newPassword, ...revoke },
      });

    test('ends preview links, and keeps tokens and passkeys', async () => {
      for (const revoke of [{}, { revokeAccess: 'false' }]) {
        expect((await change(revoke, OWNER.password, NEW.newPassword)).status).toBe(200);
        expect((await change(revoke, NEW.newPassword, OWNER.password)).status).toBe(200);
      }
      expect(await access()).toEqual({ token: 200, passkeys: 1, previews: 0 });
    });

    test('revokes tokens and passkeys if asked to, and reports it', async () => {
      const { body } = await change({ revokeAccess: 'true' }, OWNER.password, NEW.newPassword);
      expect(body).toEqual({ success: true, message: 'Password updated.' });
      expect(await access()).toEqual({ token: 401, passkeys: 0, previews: 0 });
      const { events } = (await owner.call(calls.audit.list)).body;
      expect(events.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(
        expect.arrayContaining(['token-revoked Script', 'passkey-removed MacBook Air']),
      );
      const texts = () => app.mail.withSubject(CHANGED).map(({ text }) => text);
      await expect
        .poll(texts, { timeout: 25_000 })
        .toContainEqual(expect.stringContaining('Also revoked: 1 API token, 1 passkey.'));
      await change({}, NEW.newPassword, OWNER.password);
    });

    test('a reset revokes tokens and preview links, and keeps passkeys', async () => {
      const count = app.mail.withSubject(RESET).length;
      await app.visitor().call(forgotPassword, { json: { email: OWNER.email } });
      const { text = '' } = await app.mail.waitFor(RESET, count + 1);
      const token = /reset\/([\w-]+)/.exec(text)?.[1] ?? '';
      const json = { password: OWNER.password, confirmPassword: OWNER.password };
      const { status } = await app.visitor().call(resetPassword, { params: { token }, json });
      expect(status).toBe(200);
      owner = await app.owner();
      expect(await access()).toEqual({ token: 401, passkeys: 1, previews: 0 });
    });
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
      { confirmNewPassword: 'Enter the same new password again. The two do not match.' },
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
      hasPassedSecondFactor: false,
    };
    const changed = await hashPassword('another engine');
    let late: Promise<string | undefined> = Promise.resolve('too early');
    await app.db.transaction().execute(async (trx) => {
      await setPassword(trx, before.id, changed);
      late = app.db.transaction().execute((other) => createSession(other, session));
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
      (await signedIn.call(login, { json: { ...CREDENTIALS, password: CHOSEN.password } })).status,
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
    await expect.poll(async () => (await jobs()).rows).toEqual([{ state: 'completed' }]);
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
      (await app.visitor().call(resetPassword, { params: { token: older }, json: CHOSEN })).status,
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

  test('rejects a link that was sent before the email address changed', async () => {
    const token = await tokenByMail();
    const move = (email: string) => owner.call(calls.user.updateProfile, { form: { email } });
    expect((await move('countess@example.com')).status).toBe(200);
    const { body } = await app.visitor().call(checkResetLink, { params: { token } });
    expect(body.valid).toBe(false);
    expect((await move(OWNER.email)).status).toBe(200);
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

  test.each(['x', 'A'.repeat(43), '%00', "' or 1=1 --"])('rejects the token %j', async (token) => {
    const { status, body } = await app
      .visitor()
      .call(resetPassword, { params: { token }, json: CHOSEN });
    expect(status).toBe(400);
    expect(body.message).toMatch(/no longer works/);
  });

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
