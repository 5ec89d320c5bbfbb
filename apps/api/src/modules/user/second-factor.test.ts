import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { Authenticator } from '@vitrine/testing/authenticator';
import { waitForLockContention } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rememberDevice } from '../../auth/device-store.ts';
import { lockOwner } from '../../auth/session-store.ts';

const { get, setUp, turnOn, turnOff, renewCodes } = calls.secondFactor;
const { login, loginWithCode, me, updatePassword } = calls.user;
const { confirm, confirmOptions, isConfirmed } = calls.session;
const CREDENTIALS = { email: OWNER.email, password: OWNER.password };
const WRONG = { code: 'This code is incorrect or was already used.' };

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await sql`truncate second_factor, recovery_code, login_step, session cascade`.execute(app.db);
  await sql`truncate rate_limit`.execute(app.db);
  owner = await app.owner();
});

/** Turns on the second factor. Its first code counts as unused, so that tests need not wait. */
async function turnOnFactor() {
  const { body } = await owner.call(setUp);
  const phone = new Authenticator(body.secret);
  const on = await owner.call(turnOn, { json: { code: phone.code() } });
  expect(on.status).toBe(200);
  await sql`update second_factor set last_step = 0`.execute(app.db);
  return { phone, codes: on.body.recoveryCodes };
}

/** A browser after the first step of a login. */
async function enterPassword(): Promise<Client> {
  const browser = app.visitor();
  const { status } = await browser.call(login, { json: CREDENTIALS });
  expect(status).toBe(403);
  return browser;
}

describe('turning it on', () => {
  test('needs a code of the new secret, and returns ten recovery codes once', async () => {
    const { body } = await owner.call(setUp);
    const phone = new Authenticator(body.secret);
    const wrong = await owner.call(turnOn, { json: { code: phone.wrongCode() } });
    expect([wrong.status, wrong.body.fields]).toEqual([400, WRONG]);
    expect((await owner.call(get)).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });

    const on = await owner.call(turnOn, { json: { code: phone.code() } });
    expect([on.status, on.body.message]).toEqual([200, 'The second factor is on.']);
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    for (const code of on.body.recoveryCodes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{6}(-[0-9a-hjkmnp-tv-z]{6}){3}$/);
    expect((await owner.call(get)).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  });

  test('stores recovery codes as hashes, and nothing of them in the log', async () => {
    const { codes } = await turnOnFactor();
    const { rows } = await sql`select * from recovery_code`.execute(app.db);
    for (const code of codes) {
      expect(JSON.stringify(rows)).not.toContain(code);
      expect(app.log.join('')).not.toContain(code);
    }
  });

  test('is refused while it is on, and without a setup in this session', async () => {
    expect((await owner.call(turnOn, { json: { code: '123456' } })).status).toBe(409);
    const other = await app.owner();
    const { body } = await other.call(setUp);
    const code = new Authenticator(body.secret).code();
    expect((await owner.call(turnOn, { json: { code } })).status).toBe(409);
    await turnOnFactor();
    expect((await owner.call(setUp)).status).toBe(409);
    expect((await other.call(turnOn, { json: { code } })).body.message).toBe(
      'The second factor is already on. Create new recovery codes if you have none.',
    );
  });

  test('the code that turned it on does not work again at the login', async () => {
    const { body } = await owner.call(setUp);
    const code = new Authenticator(body.secret).code();
    await owner.call(turnOn, { json: { code } });
    const browser = await enterPassword();
    expect((await browser.call(loginWithCode, { json: { code } })).status).toBe(400);
  });

  test.each([
    ['set up', setUp, {}],
    ['turn on', turnOn, { json: { code: '123456' } }],
    ['turn off', turnOff, {}],
    ['new codes', renewCodes, {}],
  ] as const)('%s needs a recent confirmation', async (_name, call, request) => {
    await sql`update session set confirmed_at = now() - interval '10 minutes'`.execute(app.db);
    const { status, body } = await owner.call(call, request);
    expect([status, body]).toMatchObject([403, { code: 'confirm-password' }]);
  });

  test('an email reports it', async () => {
    await turnOnFactor();
    await owner.call(turnOff);
    const { to } = await app.mail.waitFor('The second factor was turned off', 1);
    expect(to?.map(({ address }) => address)).toEqual([OWNER.email]);
    expect(app.mail.withSubject('The second factor was turned on')).not.toEqual([]);
  });
});

describe('a login', () => {
  test('without a second factor takes the password alone', async () => {
    const browser = app.visitor();
    const { status, headers } = await browser.call(login, { json: CREDENTIALS });
    expect(status).toBe(200);
    expect(headers.getSetCookie().join()).not.toContain('vitrine-login');
  });

  test('takes the password and then a code', async () => {
    const { phone } = await turnOnFactor();
    const browser = app.visitor();
    const first = await browser.call(login, { json: CREDENTIALS });
    expect([first.status, first.body]).toEqual([
      403,
      {
        success: false,
        message: 'Enter the code from your authenticator app.',
        code: 'second-factor',
      },
    ]);
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^vitrine-login=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect((await browser.call(me)).status).toBe(401);
    const second = await browser.call(loginWithCode, { json: { code: phone.code() } });
    expect([second.status, second.body.user.email]).toEqual([200, OWNER.email]);
    expect((await browser.call(me)).status).toBe(200);
    expect((await browser.call(isConfirmed)).status).toBe(200);
  });

  test('with a wrong password does not tell whether a second factor is on', async () => {
    const wrong = { json: { ...CREDENTIALS, password: 'a guess' } };
    const off = await app.visitor().call(login, wrong);
    await turnOnFactor();
    const on = await app.visitor().call(login, wrong);
    expect([on.status, on.body, on.headers.getSetCookie()]).toEqual([off.status, off.body, []]);
  });

  test.each([
    ['as it is shown', (code: string) => code],
    ['in capital letters', (code: string) => code.toUpperCase()],
    ['without hyphens', (code: string) => code.replaceAll('-', '')],
    ['with spaces', (code: string) => ` ${code.replaceAll('-', ' ')} `],
  ])('takes a recovery code %s, once', async (_name, write) => {
    const { codes } = await turnOnFactor();
    const json = { code: write(codes[3] ?? '') };
    expect((await (await enterPassword()).call(loginWithCode, { json })).status).toBe(200);
    const again = await (await enterPassword()).call(loginWithCode, { json });
    expect([again.status, again.body.fields]).toEqual([400, WRONG]);
    expect((await owner.call(get)).body.recoveryCodesLeft).toBe(9);
  });

  test('gives one password five attempts', async () => {
    const { phone } = await turnOnFactor();
    const browser = await enterPassword();
    for (let n = 0; n < 5; n += 1)
      expect(
        (await browser.call(loginWithCode, { json: { code: phone.wrongCode() } })).status,
      ).toBe(400);
    const { status, body } = await browser.call(loginWithCode, { json: { code: phone.code() } });
    expect([status, body.message]).toEqual([
      401,
      'The sign-in timed out or had too many attempts. Enter your password again.',
    ]);
  });

  test('takes no code five minutes after the password', async () => {
    const { phone } = await turnOnFactor();
    const browser = await enterPassword();
    await sql`update login_step set expires_at = now()`.execute(app.db);
    const { status } = await browser.call(loginWithCode, { json: { code: phone.code() } });
    expect(status).toBe(401);
  });

  test('does not use up the attempts of the password when it succeeds', async () => {
    const { phone } = await turnOnFactor();
    for (let n = 0; n < 12; n += 1) {
      await sql`update second_factor set last_step = 0`.execute(app.db);
      const browser = await enterPassword();
      expect((await browser.call(loginWithCode, { json: { code: phone.code() } })).status).toBe(
        200,
      );
    }
  });

  test('takes only the password again after it is turned off', async () => {
    await turnOnFactor();
    expect((await owner.call(turnOff)).body.message).toBe('The second factor is off.');
    expect((await app.visitor().call(login, { json: CREDENTIALS })).status).toBe(200);
    expect((await owner.call(turnOff)).status).toBe(409);
  });

  test('that runs while it is turned on starts no session', async () => {
    let late: Promise<{ status: number }> | undefined;
    await app.db.transaction().execute(async (trx) => {
      await lockOwner(trx);
      await sql`insert into second_factor (secret, last_step)
        values (sha256('a secret'), 0)`.execute(trx);
      late = app.visitor().call(login, { json: CREDENTIALS });
      await waitForLockContention(app.db);
    });
    expect((await late)?.status).toBe(401);
  });

  test('keeps the second factor after a password change', async () => {
    const { phone } = await turnOnFactor();
    const json = {
      currentPassword: OWNER.password,
      newPassword: 'difference engine',
      confirmNewPassword: 'difference engine',
    };
    expect((await owner.call(updatePassword, { json })).status).toBe(200);
    expect((await owner.call(me)).status).toBe(200);
    const browser = app.visitor();
    await browser.call(login, { json: { ...CREDENTIALS, password: json.newPassword } });
    expect((await browser.call(loginWithCode, { json: { code: phone.code() } })).status).toBe(200);
    const back = {
      currentPassword: json.newPassword,
      newPassword: OWNER.password,
      confirmNewPassword: OWNER.password,
    };
    expect((await owner.call(updatePassword, { json: back })).status).toBe(200);
  });
});

describe('the audit log', () => {
  test('names each change, sign-in and wrong code, without the codes', async () => {
    await sql`truncate audit_event`.execute(app.db);
    const { phone, codes } = await turnOnFactor();
    const browser = await enterPassword();
    await browser.call(loginWithCode, { json: { code: phone.wrongCode() } });
    await browser.call(loginWithCode, { json: { code: phone.code() } });
    await (await enterPassword()).call(loginWithCode, { json: { code: codes[0] } });
    await owner.call(renewCodes);
    await owner.call(turnOff);
    const { events } = (await owner.call(calls.audit.list)).body;
    expect(events.map(({ kind, subject }) => `${kind}: ${subject}`).toSorted()).toEqual([
      'code-failed: ',
      'recovery-code-used: ',
      'recovery-codes-renewed: ',
      'second-factor-off: ',
      'second-factor-on: ',
      'signed-in-new-device: password and code',
      'signed-in-new-device: password and recovery code',
    ]);
  });
});

describe('new recovery codes', () => {
  test('replace the old ones', async () => {
    const { codes } = await turnOnFactor();
    const renewed = await owner.call(renewCodes);
    expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([200, 10]);
    const attempt = async (code = '') =>
      (await (await enterPassword()).call(loginWithCode, { json: { code } })).status;
    expect(await attempt(codes[0])).toBe(400);
    expect(await attempt(renewed.body.recoveryCodes[0])).toBe(200);
  });

  test('are refused while it is off', async () => {
    expect((await owner.call(renewCodes)).status).toBe(409);
  });
});

describe('confirming with a code', () => {
  const age = () =>
    sql`update session set confirmed_at = now() - interval '10 minutes'`.execute(app.db);

  test('is offered while the second factor is on', async () => {
    expect((await owner.call(confirmOptions)).body.hasSecondFactor).toBe(false);
    await turnOnFactor();
    expect((await owner.call(confirmOptions)).body.hasSecondFactor).toBe(true);
  });

  test('takes each code once', async () => {
    const { phone } = await turnOnFactor();
    const code = phone.code();
    await age();
    expect((await owner.call(confirm, { json: { code } })).status).toBe(200);
    expect((await owner.call(isConfirmed)).status).toBe(200);
    await age();
    const again = await owner.call(confirm, { json: { code } });
    expect([again.status, again.body.fields]).toEqual([400, WRONG]);
    expect((await owner.call(isConfirmed)).status).toBe(403);
  });

  test('uses up a recovery code, and records it', async () => {
    const { codes } = await turnOnFactor();
    await sql`truncate audit_event`.execute(app.db);
    expect((await owner.call(confirm, { json: { code: codes[0] } })).status).toBe(200);
    expect((await owner.call(confirm, { json: { code: codes[0] } })).status).toBe(400);
    const { events } = (await owner.call(calls.audit.list)).body;
    expect(events.map(({ kind }) => kind)).toEqual(['confirmation-failed', 'recovery-code-used']);
  });

  test('a session in another browser cannot use up the attempts of a known one', async () => {
    const { phone } = await turnOnFactor();
    const known = owner.copy();
    const { _id: id } = (await owner.call(me)).body.user;
    known.cookie += `; vitrine-device=${await rememberDevice(app.db, id, undefined)}`;
    const json = { code: phone.wrongCode() };
    for (let n = 0; n < 10; n += 1) expect((await owner.call(confirm, { json })).status).toBe(400);
    expect((await owner.call(confirm, { json: { code: phone.code() } })).status).toBe(429);
    // Nor make the service forget the known browser.
    expect((await owner.call(calls.session.removeOthers)).status).toBe(200);
    for (let n = 0; n < 9; n += 1) expect((await known.call(confirm, { json })).status).toBe(400);
    expect((await known.call(confirm, { json: { code: phone.code() } })).status).toBe(200);
  });

  test('a known browser has ten attempts an hour, too', async () => {
    const { phone } = await turnOnFactor();
    const { _id: id } = (await owner.call(me)).body.user;
    owner.cookie += `; vitrine-device=${await rememberDevice(app.db, id, undefined)}`;
    const json = { code: phone.wrongCode() };
    for (let n = 0; n < 10; n += 1) expect((await owner.call(confirm, { json })).status).toBe(400);
    expect((await owner.call(confirm, { json: { code: phone.code() } })).status).toBe(429);
  });

  test('known browsers share their attempts, so that a reset gives no more', async () => {
    const { phone } = await turnOnFactor();
    const { _id: id } = (await owner.call(me)).body.user;
    const session = owner.cookie;
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      owner.cookie = `${session}; vitrine-device=${await rememberDevice(app.db, id, undefined)}`;
      const json = { code: phone.wrongCode() };
      statuses.push((await owner.call(confirm, { json })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test('limits the attempts together with those of the login', async () => {
    const { phone } = await turnOnFactor();
    const json = { code: phone.wrongCode() };
    for (let n = 0; n < 10; n += 1) expect((await owner.call(confirm, { json })).status).toBe(400);
    expect((await owner.call(confirm, { json: { code: phone.code() } })).status).toBe(429);
    const browser = await enterPassword();
    expect((await browser.call(loginWithCode, { json: { code: phone.code() } })).status).toBe(429);
  });

  test.each([
    ['neither', {}],
    ['both', { password: OWNER.password, code: '123456' }],
  ])('the password or a code is needed, not %s', async (_name, json) => {
    const { status, body } = await owner.call(confirm, { json });
    expect([status, body.fields]).toEqual([400, { password: 'Enter your password.' }]);
  });
});
