import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, UNKNOWN, useApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

const { list, remove, removeOthers, confirm, isConfirmed } = calls.session;
const { login, me } = calls.user;

const site = useApp();
let phone: Client;

beforeEach(async () => {
  await sql`delete from session`.execute(site.app.db);
  await sql`delete from rate_limit`.execute(site.app.db);
  const json = { email: OWNER.email, password: OWNER.password };
  await site.owner.call(login, { json, headers: { 'user-agent': 'Desk' } });
  phone = site.app.visitor();
  await phone.call(login, { json, headers: { 'user-agent': 'Phone' } });
});

const sessions = async () => (await site.owner.call(list)).body.sessions;

describe('the list of sessions', () => {
  test('marks the current session and contains no token', async () => {
    const { body } = await site.owner.call(list);
    expect(body.sessions).toMatchObject([
      { userAgent: 'Phone', address: '127.0.0.1', isThis: false },
      { userAgent: 'Desk', address: '127.0.0.1', isThis: true },
    ]);
    for (const session of body.sessions)
      expect(Object.keys(session).sort()).toEqual([
        '_id',
        'address',
        'createdAt',
        'isThis',
        'lastSeenAt',
        'method',
        'userAgent',
      ]);
  });

  test('omits expired sessions', async () => {
    await sql`update session set expires_at = now() where user_agent = 'Phone'`.execute(
      site.app.db,
    );
    expect(await sessions()).toMatchObject([{ userAgent: 'Desk' }]);
  });
});

test('signing in again in the same browser replaces the session', async () => {
  const browser = await site.app.owner();
  const before = browser.copy();
  const { email, password } = OWNER;
  expect((await browser.call(calls.user.login, { json: { email, password } })).status).toBe(200);
  expect(browser.cookie).not.toBe(before.cookie);
  expect((await browser.call(calls.user.me)).status).toBe(200);
  expect((await before.call(calls.user.me)).status).toBe(401);
});

describe('signing out other sessions', () => {
  test('signs out one session', async () => {
    const [other] = await sessions();
    const params = { id: other?._id ?? '' };
    expect((await site.owner.call(remove, { params })).body.message).toBe('Session signed out.');
    expect((await phone.call(me)).status).toBe(401);
    expect((await site.owner.call(me)).status).toBe(200);
    expect((await site.owner.call(remove, { params })).status).toBe(404);
  });

  test('signs out all other sessions', async () => {
    const { body } = await site.owner.call(removeOthers);
    expect(body.message).toBe('Signed out everywhere else.');
    expect((await phone.call(me)).status).toBe(401);
    expect(await sessions()).toMatchObject([{ userAgent: 'Desk', isThis: true }]);
    expect((await site.owner.call(removeOthers)).body.message).toBe(
      'You are not signed in anywhere else.',
    );
  });

  test('clears the cookie when the current session is signed out', async () => {
    const mine = (await sessions()).find(({ isThis }) => isThis);
    const { headers } = await site.owner.call(remove, { params: { id: mine?._id ?? '' } });
    expect(headers.get('set-cookie')).toMatch(/^vitrine=;/);
    expect((await site.owner.call(me)).status).toBe(401);
  });
});

test('signing out all other sessions forgets the other browsers', async () => {
  const { headers } = await site.app.visitor().call(login, {
    json: { email: OWNER.email, password: OWNER.password },
  });
  const device = headers.getSetCookie()[1]?.split(';')[0] ?? '';
  const desk = Object.assign(site.app.visitor(), { cookie: `${site.owner.cookie}; ${device}` });
  expect((await desk.call(removeOthers)).status).toBe(200);
  const { rows } = await sql`select from device`.execute(site.app.db);
  expect(rows).toHaveLength(1);
});

describe('confirming the password', () => {
  const NEEDED = {
    success: false,
    message: 'Confirm your password, then try again.',
    code: 'confirm-password',
  };
  const age = () =>
    sql`update session set confirmed_at = now() - interval '10 minutes'`.execute(site.app.db);

  test('a login counts as confirmation for ten minutes in its own session', async () => {
    expect((await phone.call(isConfirmed)).status).toBe(200);
    await age();
    const { status, body } = await phone.call(isConfirmed);
    expect([status, body]).toEqual([403, NEEDED]);
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from now() - confirmed_at)::float as seconds from session`.execute(
      site.app.db,
    );
    expect(Math.min(...rows.map(({ seconds }) => seconds))).toBeGreaterThanOrEqual(600);
  });

  test('confirms only this session with the right password', async () => {
    await age();
    const { status, body } = await phone.call(confirm, { json: { password: OWNER.password } });
    expect([status, body.message]).toEqual([200, 'Confirmed.']);
    expect((await phone.call(isConfirmed)).status).toBe(200);
    expect((await site.owner.call(isConfirmed)).status).toBe(403);
  });

  test('replaces the token, so that a copied cookie stops working', async () => {
    await age();
    const copy = phone.copy();
    expect((await copy.call(isConfirmed)).status).toBe(403);
    await phone.call(confirm, { json: { password: OWNER.password } });
    expect((await copy.call(isConfirmed)).status).toBe(401);
    expect((await phone.call(me)).status).toBe(200);
  });

  test('rejects a wrong password and limits the attempts', async () => {
    await age();
    const responses = [];
    for (let n = 0; n < 11; n += 1)
      responses.push(await phone.call(confirm, { json: { password: 'wrong' } }));
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429]);
    expect(responses[0]?.body.fields).toEqual({ password: 'The password is incorrect.' });
    expect((await phone.call(isConfirmed)).status).toBe(403);
  });

  test('is required to change the email address but not the rest of the profile', async () => {
    await age();
    const change = (form: Record<string, string>) => phone.call(calls.user.updateProfile, { form });
    expect((await change({ email: OWNER.email, phone: '1' })).status).toBe(200);
    const { status, body } = await change({ email: 'eve@example.com', phone: '2' });
    expect([status, body]).toEqual([403, NEEDED]);
    const { user } = (await phone.call(me)).body;
    expect([user.email, user.phone]).toEqual([OWNER.email, '1']);
  });
});

describe('a session that ends during its request', () => {
  const token = { name: 'Late', scopes: ['write'], expiresInDays: null };
  const CHANGES = {
    'create a token': () => phone.call(calls.token.add, { json: token }),
    'change the email address': () =>
      phone.call(calls.user.updateProfile, { form: { email: 'eve@example.com' } }),
    'set up the second factor': () => phone.call(calls.secondFactor.setUp),
    'add a passkey': () => phone.call(calls.passkey.registerOptions),
    'turn off the second factor': () => phone.call(calls.secondFactor.turnOff),
    'renew the recovery codes': () => phone.call(calls.secondFactor.renewCodes),
    'remove a passkey': () => phone.call(calls.passkey.remove, { params: { id: UNKNOWN } }),
  };

  test.each(Object.entries(CHANGES))('cannot %s', async (_, change) => {
    let late: ReturnType<typeof change> | undefined;
    await site.app.db.transaction().execute(async (trx) => {
      await sql`delete from session`.execute(trx);
      late = change();
      await waitForLockContention(site.app.db);
    });
    const response = await late;
    expect([response?.status, response?.body.message]).toEqual([401, 'Please log in.']);
  });
});
