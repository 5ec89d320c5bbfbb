import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pruneEvents, recordEvent } from '../../auth/audit-store.ts';
import { lock } from '../../db/locks.ts';

const { list } = calls.audit;
const { login, logout, updatePassword, updateProfile } = calls.user;
const CREDENTIALS = { email: OWNER.email, password: OWNER.password };
const PLENTY = { address: { times: 1_000, minutes: 1 } };

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ limits: { login: PLENTY, password: PLENTY } });
  owner = await app.owner();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await sql`delete from audit_event`.execute(app.db);
});

const events = async (query = {}) => (await owner.call(list, { query })).body.events;
const kinds = async (query = {}) => (await events(query)).map(({ kind }) => kind);

/** The same browser for every call. */
const headers = { 'user-agent': 'Firefox' };

describe('the audit log records', () => {
  test('sign-ins, with method, address and browser', async () => {
    const browser = app.visitor();
    await browser.call(login, { json: CREDENTIALS, headers });
    expect(await events()).toMatchObject([
      {
        kind: 'signed-in-new-device',
        subject: 'password',
        times: 1,
        address: '127.0.0.1',
        userAgent: 'Firefox',
      },
    ]);
    await browser.call(logout);
    expect(await kinds()).toEqual(['signed-out', 'signed-in-new-device']);
  });

  test('a sign-in from a known browser', async () => {
    const first = await app.visitor().fetch('/api/v1/user/login', {
      method: 'POST',
      body: JSON.stringify(CREDENTIALS),
      headers: { 'content-type': 'application/json' },
    });
    const device = first.headers.getSetCookie().find((cookie) => cookie.includes('-device='));
    const again = Object.assign(app.visitor(), { cookie: device?.split(';')[0] ?? '' });
    await again.call(login, { json: CREDENTIALS });
    expect(await kinds()).toEqual(['signed-in', 'signed-in-new-device']);
  });

  test('failed sign-ins of one browser as one event, without what was typed', async () => {
    const attempts = Array.from({ length: 8 }, () =>
      app.visitor().call(login, { json: { ...CREDENTIALS, password: 'a guess' }, headers }),
    );
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(401);
    const json = { email: 'eve@example.com', password: 'a guess' };
    await app.visitor().call(login, { json, headers });
    await app.visitor().call(login, { json, headers: { 'user-agent': 'curl' } });
    const found = await events({ show: 'failed-sign-ins' });
    expect(found).toMatchObject([
      { subject: 'unknown email address', times: 1, userAgent: 'curl' },
      { subject: 'unknown email address', times: 1, userAgent: 'Firefox' },
      { subject: 'wrong password', times: 8, userAgent: 'Firefox' },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/eve@|a guess/);
  });

  test('a failed sign-in of the next hour as another event', async () => {
    const json = { ...CREDENTIALS, password: 'a guess' };
    await app.visitor().call(login, { json, headers });
    await sql`update audit_event set created_at = now() - interval '61 minutes'`.execute(app.db);
    await app.visitor().call(login, { json, headers });
    expect(await events()).toMatchObject([{ times: 1 }, { times: 1 }]);
  });

  test('a wrong password in a session', async () => {
    await owner.call(calls.session.confirm, { json: { password: 'a guess' } });
    const json = {
      currentPassword: 'a guess',
      newPassword: 'difference engine',
      confirmNewPassword: 'difference engine',
    };
    await owner.call(updatePassword, { json });
    expect(await events({ show: 'failed-sign-ins' })).toMatchObject([
      { kind: 'confirmation-failed', subject: 'wrong password', times: 2 },
    ]);
  });

  test('password and email changes', async () => {
    const browser = await app.owner();
    const json = {
      currentPassword: OWNER.password,
      newPassword: OWNER.password,
      confirmNewPassword: OWNER.password,
    };
    await browser.call(updatePassword, { json });
    await browser.call(updateProfile, { form: { email: 'countess@example.com' } });
    await browser.call(updateProfile, { form: { email: OWNER.email, fullName: 'Ada L.' } });
    await browser.call(updateProfile, { form: { fullName: OWNER.fullName } });
    owner = await app.owner();
    expect(await kinds({ show: 'security-changes' })).toEqual([
      'email-changed',
      'email-changed',
      'password-changed',
    ]);
  });

  test('sessions that the owner ends elsewhere', async () => {
    await app.visitor().call(login, { json: CREDENTIALS, headers });
    const { sessions } = (await owner.call(calls.session.list)).body;
    const other = sessions.find(({ userAgent }) => userAgent === 'Firefox');
    await owner.call(calls.session.remove, { params: { id: other?._id ?? '' } });
    await owner.call(calls.session.removeOthers);
    expect((await events({ show: 'sign-ins' })).slice(0, 2)).toMatchObject([
      { kind: 'signed-out-others' },
      { kind: 'session-removed', subject: 'Firefox' },
    ]);
  });

  test('downloads, imports and published settings', async () => {
    expect((await owner.fetch('/api/v1/backup/download')).status).toBe(200);
    await owner.call(updateProfile, { form: { showEmail: 'true' } });
    const query = new URLSearchParams({ url: 'http://ada.example', contact: 'mail' });
    const site = await owner.fetch(`/api/v1/site/download?${query}`);
    expect(site.status).toBe(200);
    const item = { kind: 'add-skill', fields: { title: 'Weaving', proficiency: 50 } };
    const { status, body } = await owner.call(calls.import.apply, { json: { items: [item] } });
    expect([status, body.message]).toEqual([201, 'Imported 1 item.']);
    await owner.call(calls.import.undo, { params: { id: body.id } });
    await owner.call(calls.site.publish);
    expect(await events({ show: 'backups-and-exports' })).toMatchObject([
      { kind: 'import-undone' },
      { kind: 'import-applied', subject: '1 item' },
      { kind: 'site-exported' },
      { kind: 'backup-downloaded' },
    ]);
    expect(await kinds({ show: 'settings' })).toEqual(['site-published']);
  });
});

describe('the list of events', () => {
  test('is in pages of 50, newest first, even if an event happens again in between', async () => {
    const source = { address: '', userAgent: '' };
    for (let index = 0; index < 120; index += 1)
      await recordEvent(app.db, 'signed-in', source, `${index}`);
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const query: Record<string, string> = before === null ? {} : { before };
      const { body } = await owner.call(list, { query });
      seen.push(...body.events.map(({ subject }) => subject));
      before = body.next;
      await sql`update audit_event set last_at = now() where subject = ${seen.at(-1)}`.execute(
        app.db,
      );
    } while (before);
    expect(seen).toEqual([...Array(120).keys()].reverse().map(String));
  });

  test('rejects an unknown group and an unknown page', async () => {
    for (const query of [{ show: 'secrets' }, { before: 'yesterday' }, { before: "1_'; drop" }])
      expect((await owner.call(list, { query })).status).toBe(400);
  });
});

test('events are deleted after 180 days, and no kind pushes out another', async () => {
  await sql`insert into audit_event (kind, subject, created_at, last_at)
    select kind, n::text, now() - interval '1 minute' * n, now() - interval '1 minute' * n
    from generate_series(1, 2000) as n, (values ('sign-in-failed'), ('site-exported')) as kinds (kind)`.execute(
    app.db,
  );
  await sql`insert into audit_event (kind, created_at, last_at) values
    ('password-changed', now() - interval '179 days', now() - interval '179 days'),
    ('password-changed', now() - interval '181 days', now() - interval '181 days')`.execute(app.db);
  await pruneEvents(app.db);
  const { rows } = await sql`select kind, count(*)::int as count, max(subject::int) as oldest
    from (select kind, nullif(subject, '') as subject from audit_event) as left_over
    group by kind order by kind`.execute(app.db);
  expect(rows).toEqual([
    { kind: 'password-changed', count: 1, oldest: null },
    { kind: 'sign-in-failed', count: 1000, oldest: 1000 },
    { kind: 'site-exported', count: 1000, oldest: 1000 },
  ]);
});

test('a flood of failures leaves connections for other requests', async () => {
  const bytes = 'AAAA';
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes };
  const credential = { id: bytes, rawId: bytes, type: 'public-key', response };
  const fail = () => app.visitor().call(calls.passkey.login, { json: { credential } });
  let failures: ReturnType<typeof fail>[] = [];
  await app.db.transaction().execute(async (trx) => {
    await lock(trx, 'audit');
    failures = Array.from({ length: 30 }, fail);
    await waitForLockContention(app.db);
    // The others have reached the lock by then.
    await sleep(500);
    expect((await owner.call(calls.user.me)).status).toBe(200);
  });
  const statuses = (await Promise.all(failures)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(await events()).toMatchObject([{ kind: 'sign-in-failed', times: 30 }]);
});

describe('a backup', () => {
  const restore = async (body: ArrayBuffer) => {
    const { status } = await owner.fetch('/api/v1/backup/restore', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-tar' },
    });
    expect(status).toBe(200);
    owner = await app.owner();
  };

  test('contains the events, and a restore keeps those that came later', async () => {
    const source = { address: '203.0.113.7', userAgent: 'Firefox' };
    await recordEvent(app.db, 'signed-in', source, 'password');
    const archive = await (await owner.fetch('/api/v1/backup/download')).arrayBuffer();
    await sql`update audit_event set times = 3 where kind = 'signed-in'`.execute(app.db);
    await recordEvent(app.db, 'signed-out', source);
    await restore(archive);
    expect(await events()).toMatchObject([
      { kind: 'backup-restored', address: '127.0.0.1' },
      { kind: 'signed-out', address: '203.0.113.7' },
      { kind: 'backup-downloaded' },
      { kind: 'signed-in', times: 3 },
    ]);
    await sql`delete from audit_event`.execute(app.db);
    await restore(archive);
    expect(await events()).toMatchObject([
      { kind: 'backup-restored' },
      { kind: 'signed-in', times: 1 },
    ]);
  });

  test('with forged events pushes out none of the current ones', async () => {
    await sql`insert into audit_event (kind, created_at, last_at)
      select 'token-created', at, at
      from generate_series(1, 1200) as n,
        (values (now()), (now() + interval '10 years')) as times (at)`.execute(app.db);
    const archive = await (await owner.fetch('/api/v1/backup/download')).arrayBuffer();
    await sql`delete from audit_event`.execute(app.db);
    await sql`insert into audit_event (kind, subject, created_at, last_at) values
      ('token-created', 'Real', now() - interval '1 hour', now() - interval '1 hour')`.execute(
      app.db,
    );
    await restore(archive);
    await pruneEvents(app.db);
    const { rows } = await sql`select count(*)::int as count,
        count(*) filter (where subject = 'Real')::int as real,
        count(*) filter (where last_at > now())::int as future
      from audit_event where kind = 'token-created'`.execute(app.db);
    expect(rows).toEqual([{ count: 1000, real: 1, future: 0 }]);
  });
});
