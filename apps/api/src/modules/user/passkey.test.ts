import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, UNKNOWN, useApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { type Forgery, SoftwarePasskey } from '@vitrine/testing/software-passkey';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { rememberDevice } from '../../auth/device-store.ts';
import { lockOwner } from '../../auth/session-store.ts';
import { pruneChallenges } from './challenge-store.ts';
import { removeAllPasskeys } from './passkey-store.ts';
import { createOwner } from './user-store.ts';

const { list, registerOptions, register, rename, remove, login, loginOptions, confirmOptions } =
  calls.passkey;
const ORIGIN = 'http://vitrine.test';
const NOT_ACCEPTED = 'This passkey was not accepted. Log in with your password.';

const site = useApp();
let owner: Client;
let passkey: SoftwarePasskey;

beforeEach(async () => {
  await sql`truncate passkey, passkey_challenge, audit_event, rate_limit, device`.execute(
    site.app.db,
  );
  owner = await site.app.owner();
  passkey = new SoftwarePasskey(ORIGIN);
});

async function challengeFor(
  client: Client,
  call: typeof registerOptions | typeof loginOptions | typeof confirmOptions,
): Promise<string> {
  return (await client.call(call)).body.options.challenge;
}

async function add(name = 'MacBook Air', one = passkey) {
  const credential = one.create({ challenge: await challengeFor(owner, registerOptions) });
  return owner.call(register, { json: { name, credential } });
}

async function signIn(forgery: Forgery = {}, client = site.app.visitor()) {
  const challenge = await challengeFor(client, loginOptions);
  return client.call(login, { json: { credential: passkey.use({ challenge, ...forgery }) } });
}

async function events(): Promise<{ kind: string; subject: string; times: number }[]> {
  const { rows } = await sql<{ kind: string; subject: string; times: number }>`
    select kind, subject, times from audit_event order by created_at`.execute(site.app.db);
  return rows;
}

/** Waits for an email with this text, in its subject or body, and returns both. */
async function mailWith(text: string): Promise<string> {
  const found = () =>
    site.app.mail.mails
      .map(({ subject = '', text: body = '' }) => `${subject}\n${body}`)
      .findLast((mail) => mail.includes(text));
  await expect.poll(found, { timeout: 10_000 }).toBeDefined();
  return found() ?? '';
}

const passkeys = async () => (await owner.call(list)).body.passkeys;

describe('adding a passkey', () => {
  test('stores it under its name and marks it as the passkey of this browser', async () => {
    const { status, body } = await add();
    expect([status, body.message]).toEqual([201, 'Passkey added.']);
    expect((await owner.call(list)).body).toMatchObject({
      host: 'vitrine.test',
      passkeys: [
        {
          name: 'MacBook Air',
          host: 'vitrine.test',
          isThis: true,
          isSynced: false,
          lastUsedAt: null,
        },
      ],
    });
    expect(await events()).toMatchObject([{ kind: 'passkey-added', subject: 'MacBook Air' }]);
    const mail = await mailWith('A passkey was added');
    expect(mail).toContain('MacBook Air');
  });

  test('requires user verification and a key that signs in without an email address', async () => {
    const { options } = (await owner.call(registerOptions)).body;
    expect(options).toMatchObject({
      rp: { id: 'vitrine.test' },
      user: { name: OWNER.email, displayName: OWNER.fullName },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  test('offers to the browser which passkeys exist already', async () => {
    await add();
    const { options } = (await owner.call(registerOptions)).body;
    expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }]);
    const { status } = await add('The same one');
    expect(status).toBe(409);
    expect(await passkeys()).toHaveLength(1);
  });

  test.each<[string, Forgery]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['a frame of another origin', { crossOrigin: true }],
    ['no user verification', { isUserVerified: false }],
    ['the wrong type', { type: 'webauthn.get' }],
  ])('refuses %s', async (_, forgery) => {
    const challenge = await challengeFor(owner, registerOptions);
    const credential = passkey.create({ challenge, ...forgery });
    const { status } = await owner.call(register, { json: { name: 'Forged', credential } });
    expect(status).toBe(400);
    expect(await passkeys()).toEqual([]);
  });

  test('refuses the challenge of another session, of a login, and a used one', async () => {
    const phone = await site.app.owner();
    const challenges = [
      await challengeFor(phone, registerOptions),
      await challengeFor(site.app.visitor(), loginOptions),
      await challengeFor(owner, confirmOptions),
      'never issued',
    ];
    for (const challenge of challenges) {
      const json = { name: 'Forged', credential: passkey.create({ challenge }) };
      expect((await owner.call(register, { json })).status).toBe(400);
    }
    const challenge = await challengeFor(owner, registerOptions);
    const first = { name: 'First', credential: passkey.create({ challenge }) };
    expect((await owner.call(register, { json: first })).status).toBe(201);
    const second = new SoftwarePasskey(ORIGIN).create({ challenge });
    const json = { name: 'Second', credential: second };
    expect((await owner.call(register, { json })).status).toBe(400);
  });

  test('refuses malformed input with 400', async () => {
    const challenge = await challengeFor(owner, registerOptions);
    const credential = passkey.create({ challenge });
    for (const response of [
      { ...credential.response, attestationObject: 'AAAA' },
      { ...credential.response, clientDataJSON: 'bm90IEpTT04' },
      { ...credential.response, clientDataJSON: 'not base64!' },
      {},
    ]) {
      const json = { name: 'Malformed', credential: { ...credential, response } };
      expect((await owner.call(register, { json })).status).toBe(400);
    }
  });

  test('refuses a transport that cannot be stored', async () => {
    const { response, ...credential } = passkey.create({
      challenge: await challengeFor(owner, registerOptions),
    });
    const transports = ['internal\0'];
    const json = {
      name: 'Odd',
      credential: { ...credential, response: { ...response, transports } },
    };
    expect((await owner.call(register, { json })).status).toBe(400);
  });

  test('refuses an ID that is too long, or not the one that was signed', async () => {
    const long = new SoftwarePasskey(ORIGIN, { idBytes: 3_000 });
    expect((await add('Long', long)).status).toBe(400);
    for (const one of [long, passkey]) {
      const credential = one.create({ challenge: await challengeFor(owner, registerOptions) });
      const other = { ...credential, id: 'AAAA', rawId: 'AAAA' };
      const json = { name: 'Other', credential: other };
      expect((await owner.call(register, { json })).status).toBe(400);
    }
  });
});

describe('changing passkeys', () => {
  test('renames and removes one, and emails the owner', async () => {
    const { _id: id } = (await add()).body.passkey;
    const params = { id };
    const renamed = await owner.call(rename, { params, json: { name: '  Old laptop ' } });
    expect(renamed.body.passkey.name).toBe('Old laptop');
    expect((await owner.call(rename, { params, json: { name: '' } })).status).toBe(400);
    expect((await owner.call(remove, { params })).body.message).toBe('Passkey removed.');
    expect(await passkeys()).toEqual([]);
    expect((await events()).map(({ kind }) => kind)).toEqual([
      'passkey-added',
      'passkey-renamed',
      'passkey-removed',
    ]);
    expect(await mailWith('A passkey was removed')).toContain('Old laptop');
  });

  test('returns 404 for an unknown passkey', async () => {
    const params = { id: UNKNOWN };
    expect((await owner.call(rename, { params, json: { name: 'New' } })).status).toBe(404);
    expect((await owner.call(remove, { params })).status).toBe(404);
  });

  test('a stolen cookie alone cannot add or remove one', async () => {
    const { _id: id } = (await add()).body.passkey;
    await sql`update session set confirmed_at = now() - interval '10 minutes'`.execute(site.app.db);
    const credential = passkey.create({ challenge: 'any' });
    for (const response of [
      await owner.call(registerOptions),
      await owner.call(register, { json: { name: 'Stolen', credential } }),
      await owner.call(remove, { params: { id } }),
    ])
      expect(response).toMatchObject({ status: 403, body: { code: 'confirm-password' } });
  });
});

describe('signing in with a passkey', () => {
  beforeEach(() => add());

  test('needs no email address, and the session shows how it was signed in', async () => {
    const browser = site.app.visitor();
    const { options } = (await browser.call(loginOptions)).body;
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    const credential = passkey.use({ challenge: options.challenge });
    const { status, body } = await browser.call(login, { json: { credential } });
    expect([status, body.user.email]).toEqual([200, OWNER.email]);
    const { sessions } = (await browser.call(calls.session.list)).body;
    expect(sessions.find(({ isThis }) => isThis)).toMatchObject({ method: 'passkey' });
    const [used] = (await browser.call(list)).body.passkeys;
    expect(used).toMatchObject({ isThis: true, lastUsedAt: expect.any(String) });
  });

  test('works for a passkey that does not count, such as a synced one', async () => {
    const synced = new SoftwarePasskey(ORIGIN, { isSynced: true });
    await add('Phone', synced);
    passkey = synced;
    for (let n = 0; n < 3; n += 1) expect((await signIn({ counter: 0 })).status).toBe(200);
    expect(await passkeys()).toMatchObject([{ isSynced: false }, { isSynced: true }]);
  });

  test.each<[string, Forgery]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://vitrine.test:8080' }],
    ['another host', { host: 'evil.example' }],
    ['a frame of another origin', { crossOrigin: true }],
    ['no user verification', { isUserVerified: false }],
    ['the wrong type', { type: 'webauthn.create' }],
  ])('refuses %s', async (_, forgery) => {
    const { status, body } = await signIn(forgery);
    expect([status, body.message]).toEqual([401, NOT_ACCEPTED]);
    expect(await events()).toContainEqual({
      kind: 'sign-in-failed',
      subject: 'passkey not accepted',
      times: 1,
    });
  });

  test('refuses a replayed response, also several at once', async () => {
    const challenge = await challengeFor(site.app.visitor(), loginOptions);
    const json = { credential: passkey.use({ challenge }) };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => site.app.visitor().call(login, { json })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await site.app.visitor().call(login, { json })).status).toBe(401);
  });

  test('refuses a challenge for another purpose, an expired one and an unknown one', async () => {
    const challenges = [
      await challengeFor(owner, confirmOptions),
      await challengeFor(owner, registerOptions),
      'never issued',
    ];
    for (const challenge of challenges) {
      const json = { credential: passkey.use({ challenge }) };
      expect((await site.app.visitor().call(login, { json })).status).toBe(401);
    }
    const challenge = await challengeFor(site.app.visitor(), loginOptions);
    await sql`update passkey_challenge set expires_at = now()`.execute(site.app.db);
    const json = { credential: passkey.use({ challenge }) };
    expect((await site.app.visitor().call(login, { json })).status).toBe(401);
  });

  test('refuses a counter that does not increase, and records it', async () => {
    expect((await signIn({ counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect((await signIn({ counter })).status).toBe(401);
    const suspicious = (await events()).filter(({ kind }) => kind === 'passkey-suspicious');
    expect(suspicious).toHaveLength(3);
    expect(suspicious[0]).toMatchObject({ subject: 'MacBook Air' });
    expect((await signIn({ counter: 8 })).status).toBe(200);
  });

  test('records a suspicious counter only if the signature is valid', async () => {
    expect((await signIn({ counter: 7 })).status).toBe(200);
    const visitor = site.app.visitor();
    const challenge = await challengeFor(visitor, loginOptions);
    const credential = passkey.use({ challenge, counter: 1 });
    const { signature } = new SoftwarePasskey(ORIGIN).use({ challenge, counter: 1 }).response;
    const json = { credential: { ...credential, response: { ...credential.response, signature } } };
    expect((await visitor.call(login, { json })).status).toBe(401);
    expect((await events()).map(({ kind }) => kind)).not.toContain('passkey-suspicious');
  });

  test('refuses the signature of another key, and an unknown passkey', async () => {
    const visitor = site.app.visitor();
    const challenge = await challengeFor(visitor, loginOptions);
    const other = new SoftwarePasskey(ORIGIN).use({ challenge });
    const stolen = { ...other, id: passkey.id, rawId: passkey.id };
    expect((await visitor.call(login, { json: { credential: stolen } })).status).toBe(401);
    passkey = new SoftwarePasskey(ORIGIN);
    expect((await signIn()).status).toBe(401);
  });

  test('refuses a removed passkey and one of another host name', async () => {
    await sql`update passkey set host = 'old.example'`.execute(site.app.db);
    expect((await signIn()).status).toBe(401);
    expect((await site.app.visitor().call(calls.setup.status)).body.hasPasskeys).toBe(false);
    await sql`update passkey set host = 'vitrine.test'`.execute(site.app.db);
    expect((await site.app.visitor().call(calls.setup.status)).body.hasPasskeys).toBe(true);
    const [added] = await passkeys();
    await owner.call(remove, { params: { id: added?._id ?? '' } });
    expect((await signIn()).status).toBe(401);
  });

  test('refuses a passkey that is removed while it signs in', async () => {
    let late: ReturnType<typeof signIn> | undefined;
    await site.app.db.transaction().execute(async (trx) => {
      await lockOwner(trx);
      late = signIn();
      await waitForLockContention(site.app.db);
      await removeAllPasskeys(trx);
    });
    expect((await late)?.status).toBe(401);
  });

  test('refuses requests from another origin', async () => {
    const headers = { origin: 'https://evil.example' };
    const visitor = site.app.visitor();
    expect((await visitor.call(loginOptions, { headers })).status).toBe(403);
    const json = { credential: passkey.use({ challenge: 'any' }) };
    expect((await visitor.call(login, { json, headers })).status).toBe(403);
  });

  test('does not survive a new owner', async () => {
    const { id } = await site.app.db.selectFrom('owner').select('id').executeTakeFirstOrThrow();
    const kept = await sql<{ password_hash: string }>`
      select password_hash from owner`.execute(site.app.db);
    await sql`delete from owner where id = ${id}`.execute(site.app.db);
    const passwordHash = kept.rows[0]?.password_hash ?? '';
    await site.app.db.transaction().execute((trx) => createOwner(trx, { ...OWNER, passwordHash }));
    expect((await signIn()).status).toBe(401);
  });
});

describe('confirming with a passkey', () => {
  const { confirm, isConfirmed } = calls.session;
  const age = () =>
    sql`update session set confirmed_at = now() - interval '10 minutes'`.execute(site.app.db);

  beforeEach(async () => {
    await add();
    await age();
  });

  test('confirms this session and replaces its token', async () => {
    expect((await owner.call(calls.session.confirmOptions)).body.hasPasskey).toBe(true);
    const { options } = (await owner.call(confirmOptions)).body;
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id }]);
    const before = owner.copy();
    const json = { credential: passkey.use({ challenge: options.challenge }) };
    expect((await owner.call(confirm, { json })).status).toBe(200);
    expect((await owner.call(isConfirmed)).status).toBe(200);
    expect((await before.call(calls.user.me)).status).toBe(401);
  });

  test('refuses the challenge of another session, of a login, and a replay', async () => {
    const phone = await site.app.owner();
    for (const challenge of [
      await challengeFor(phone, confirmOptions),
      await challengeFor(site.app.visitor(), loginOptions),
    ]) {
      const json = { credential: passkey.use({ challenge }) };
      expect((await owner.call(confirm, { json })).status).toBe(400);
    }
    const json = {
      credential: passkey.use({ challenge: await challengeFor(owner, confirmOptions) }),
    };
    expect((await owner.call(confirm, { json })).status).toBe(200);
    await age();
    expect((await owner.call(confirm, { json })).status).toBe(400);
    expect((await owner.call(isConfirmed)).status).toBe(403);
  });

  test('takes exactly one of password and passkey', async () => {
    const credential = passkey.use({ challenge: await challengeFor(owner, confirmOptions) });
    const both = { password: OWNER.password, credential };
    expect((await owner.call(confirm, { json: both })).status).toBe(400);
    expect((await owner.call(confirm, { json: {} })).body.fields).toEqual({
      password: 'Enter your password.',
    });
  });
});

describe('the email about a new device', () => {
  const CREDENTIALS = { email: OWNER.email, password: OWNER.password };
  const CHROME =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

  /** Signs in and returns the cookie by which the browser is known. */
  async function logIn(userAgent: string, cookie = ''): Promise<string> {
    const browser = Object.assign(site.app.visitor(), { cookie });
    const headers = { 'user-agent': userAgent };
    const response = await browser.call(calls.user.login, { json: CREDENTIALS, headers });
    return response.headers.getSetCookie()[1]?.split(';')[0] ?? '';
  }

  test('is sent for a browser that was not seen before, with a link to Sessions', async () => {
    await logIn(CHROME);
    const mail = await mailWith('Device: Chrome on Mac');
    expect(mail).toContain('New sign-in to your dashboard');
    expect(mail).toContain('127.0.0.1');
    expect(mail).toContain('with your password');
    expect(mail).toContain(`${ORIGIN}/?view=account&section=sessions`);
    expect(await events()).toMatchObject([{ kind: 'signed-in-new-device', subject: 'password' }]);
  });

  test('is not sent for a browser that the owner has used before', async () => {
    const device = await logIn(CHROME);
    const sent = () =>
      sql`select from pgboss.job where data ->> 'kind' = 'new-device'`
        .execute(site.app.db)
        .then(({ rows }) => rows.length);
    const before = await sent();
    await logIn(CHROME, device);
    expect(await sent()).toBe(before);
    expect((await events()).map(({ kind }) => kind)).toEqual(['signed-in-new-device', 'signed-in']);
  });

  test('names the passkey as the way, and no text of an unknown browser', async () => {
    await add();
    const visitor = site.app.visitor();
    const challenge = await challengeFor(visitor, loginOptions);
    await visitor.call(login, {
      json: { credential: passkey.use({ challenge }) },
      headers: { 'user-agent': 'Visit https://evil.example now' },
    });
    const isSent = () =>
      sql`select from pgboss.job
        where data ->> 'userAgent' like '%evil%' and state = 'completed'`
        .execute(site.app.db)
        .then(({ rows }) => rows.length);
    await expect.poll(isSent, { timeout: 10_000 }).toBe(1);
    expect(await mailWith('with your passkey')).toContain('Device: Unknown browser');
    for (const mail of site.app.mail.mails) expect(mail.raw).not.toContain('evil.example');
    expect(await events()).toContainEqual({
      kind: 'signed-in-new-device',
      subject: 'passkey “MacBook Air”',
      times: 1,
    });
  });
});

test('expired challenges are deleted', async () => {
  await challengeFor(site.app.visitor(), loginOptions);
  await challengeFor(site.app.visitor(), loginOptions);
  await sql`update passkey_challenge set expires_at = now() - interval '1 second'
    where ctid = (select min(ctid) from passkey_challenge)`.execute(site.app.db);
  await pruneChallenges(site.app.db);
  expect(await site.app.db.selectFrom('passkey_challenge').selectAll().execute()).toHaveLength(1);
});

test('a flood of login challenges does not push out those of a session', async () => {
  const challenge = await challengeFor(owner, registerOptions);
  await sql`insert into passkey_challenge (challenge_hash, purpose, expires_at)
    select sha256(convert_to(n::text, 'utf8')), 'login', now() + interval '5 minutes'
    from generate_series(1, 50001) as n`.execute(site.app.db);
  await pruneChallenges(site.app.db);
  const { rows } = await sql`select count(*)::int as count from passkey_challenge`.execute(
    site.app.db,
  );
  // 50,000 of visitors, and the one of the session.
  expect(rows).toEqual([{ count: 50_001 }]);
  const json = { name: 'MacBook Air', credential: passkey.create({ challenge }) };
  expect((await owner.call(register, { json })).status).toBe(201);
});

test('neither a flood nor a stolen session pushes out the login challenge of a known browser', async () => {
  await add();
  const known = await knownBrowser();
  const challenge = await challengeFor(known, loginOptions);
  const fill = (purpose: string, session: RawBuilder<unknown>) =>
    sql`insert into passkey_challenge (challenge_hash, purpose, session_id, expires_at)
      select sha256(convert_to(${purpose}::text || n, 'utf8')), ${purpose}, ${session},
        now() + interval '6 minutes'
      from generate_series(1, 50001) as n`.execute(site.app.db);
  await fill('login', sql`null`);
  await fill('confirm', sql`(select id from session limit 1)`);
  await pruneChallenges(site.app.db);
  const { rows } = await sql`select purpose, count(*)::int as count from passkey_challenge
    where expires_at > now() + interval '330 seconds' group by purpose order by purpose`.execute(
    site.app.db,
  );
  expect(rows).toEqual([
    { purpose: 'confirm', count: 100 },
    { purpose: 'login', count: 50_000 },
  ]);
  const json = { credential: passkey.use({ challenge }) };
  expect((await known.call(login, { json })).status).toBe(200);
});

/** A browser that the owner has signed in with. */
async function knownBrowser(): Promise<Client> {
  const { _id: id } = (await owner.call(calls.user.me)).body.user;
  const cookie = `vitrine-device=${await rememberDevice(site.app.db, id, undefined)}`;
  return Object.assign(site.app.visitor(), { cookie });
}

test('asking for challenges is limited by address, but not for a known browser', async () => {
  const visitor = site.app.visitor();
  for (let n = 0; n < 60; n += 1) expect((await visitor.call(loginOptions)).status).toBe(200);
  expect((await visitor.call(loginOptions)).status).toBe(429);
  expect((await (await knownBrowser()).call(loginOptions)).status).toBe(200);
});
