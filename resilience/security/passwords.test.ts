import { request } from 'node:http';
import { calls } from '@vitrine/contract/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const { checkResetLink, forgotPassword, login, logout, me, resetPassword, updatePassword } =
  calls.user;
const RESET = 'Reset your password';
const SAME_PASSWORD = { password: OWNER.password, confirmPassword: OWNER.password };

let host: Host;

beforeAll(async () => {
  // Logs as much as possible. A trusted proxy may set the address, which is rate limited.
  host = await startHost({ env: { LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => host.stop());
beforeEach(() => host.resetRateLimits());

/** Requests a reset link and reads the token from the email. */
async function requestToken(): Promise<string> {
  const seen = host.mail.withSubject(RESET).length;
  await host.service.client().call(forgotPassword, { json: { email: OWNER.email } });
  const { text } = await host.mail.waitFor(RESET, seen + 1);
  return /\/password\/reset\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';
}

describe('host header injection in reset links', () => {
  const INJECTIONS = [
    { host: 'evil.example' },
    { host: 'evil.example:80' },
    { host: `127.0.0.1@evil.example` },
    // Each email takes seconds, so one request tries all of these.
    {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-server': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '1',
      forwarded: 'for=1.2.3.4;host=evil.example;proto=https',
      'x-host': 'evil.example',
      'x-original-host': 'evil.example',
      'x-original-url': '//evil.example/',
      'x-rewrite-url': 'http://evil.example/',
      referer: 'http://evil.example/',
    },
  ];

  test('the link uses PUBLIC_URL, whatever the headers of the request', async ({ annotate }) => {
    const seen = host.mail.withSubject(RESET).length;
    for (const [n, headers] of INJECTIONS.entries()) {
      await host.resetRateLimits();
      expect(await requestReset(headers)).toBe(200);
      // A request while an email is queued adds none.
      await host.mail.waitFor(RESET, seen + n + 1);
    }
    const expected = `http://localhost:${new URL(host.service.origin).port}/password/reset/`;
    for (const mail of host.mail.withSubject(RESET).slice(seen)) {
      expect(mail.text).toContain(expected);
      expect(mail.raw).not.toMatch(/evil/);
    }
    await annotate(
      `${new Set(INJECTIONS.flatMap(Object.keys)).size} headers, ${INJECTIONS.length} emails, 0 with an injected value`,
    );
  });

  /** fetch does not allow another Host header. */
  function requestReset(headers: Record<string, string>): Promise<number> {
    return new Promise((resolve, reject) => {
      request(`${host.service.origin}/api/v1/user/password/forgot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      })
        .on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
        .on('error', reject)
        .end(JSON.stringify({ email: OWNER.email }));
    });
  }
});

describe('reset token reuse and leakage', () => {
  const USES = size({ short: 16, long: 50 });

  test(`of ${USES} concurrent uses one succeeds`, async ({ annotate }) => {
    const token = await requestToken();
    const responses = await Promise.all(
      Array.from({ length: USES }, (_, n) =>
        host.service.client().call(resetPassword, {
          params: { token },
          json: SAME_PASSWORD,
          // The rate limit would reject most requests from one address.
          headers: { 'x-forwarded-for': `10.0.0.${n}` },
        }),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(USES - 1);
    await annotate(`${USES} concurrent uses: 1 × 200, ${USES - 1} × 400`);
  });

  test('a token has 32 bytes, expires after 10 minutes, and replaces older tokens', async () => {
    const older = await requestToken();
    const newer = await requestToken();
    expect(Buffer.from(newer, 'base64url')).toHaveLength(32);
    const use = (token: string) =>
      host.service.client().call(resetPassword, { params: { token }, json: SAME_PASSWORD });
    expect((await use(older)).status).toBe(400);
    const { rows } = await host.database.query<{ minutes: number }>(
      `select extract(epoch from expires_at - now())::float / 60 as minutes from password_reset`,
    );
    expect(rows.map(({ minutes }) => Math.round(minutes))).toEqual([10]);
    await host.database.query('update password_reset set expires_at = now()');
    expect((await use(newer)).status).toBe(400);
  });

  test('the token appears in no row and in no log line', async ({ annotate }) => {
    const token = await requestToken();
    const use = () =>
      host.service.client().call(resetPassword, { params: { token }, json: SAME_PASSWORD });
    const rows = async () => {
      const { rows: jobs } = await host.database.query('select job::text as row from pgboss.job');
      return JSON.stringify([await dumpTables(host.database), jobs]);
    };
    expect(await rows()).not.toContain(token);
    const check = await host.service.client().call(checkResetLink, { params: { token } });
    expect(check.body).toEqual({ success: true, valid: true });
    expect((await use()).status).toBe(200);
    expect((await use()).status).toBe(400);
    expect(await rows()).not.toContain(token);
    const log = await host.service.log();
    expect(log).toContain('/user/password/reset/:token');
    for (const secret of [token, OWNER.password, '$argon2id$']) expect(log).not.toContain(secret);
    await annotate(`${log.split('\n').length} log lines at level trace, all rows: 0 contain it`);
  });
});

describe('sessions after a password change', () => {
  test('a change ends all other sessions and replaces the cookie', async ({ annotate }) => {
    const owner = await host.owner();
    const copy = owner.copy();
    const others = await Promise.all(Array.from({ length: 5 }, () => host.owner()));
    const change = {
      currentPassword: OWNER.password,
      newPassword: OWNER.password,
      confirmNewPassword: OWNER.password,
    };
    expect((await owner.call(updatePassword, { json: change })).status).toBe(200);
    expect(owner.cookie).not.toBe(copy.cookie);
    expect((await owner.call(me)).status).toBe(200);
    for (const client of [copy, ...others]) expect((await client.call(me)).status).toBe(401);
    await annotate('a copied cookie and 5 other sessions: 401 each');
  });

  test('a reset ends all sessions', async ({ annotate }) => {
    const sessions = await Promise.all(Array.from({ length: 5 }, () => host.owner()));
    const token = await requestToken();
    await host.service.client().call(resetPassword, { params: { token }, json: SAME_PASSWORD });
    for (const client of sessions) expect((await client.call(me)).status).toBe(401);
    await annotate('5 sessions: 401 each');
  });
});

describe('server-side logout', () => {
  test('the old cookie is rejected, and its row is deleted', async ({ annotate }) => {
    await host.database.query('delete from session');
    const owner = await host.owner();
    const copy = owner.copy();
    expect((await owner.call(logout)).status).toBe(200);
    expect((await copy.call(me)).status).toBe(401);
    const { rows } = await host.database.query('select from session');
    expect(rows).toHaveLength(0);
    await annotate('the old cookie: 401; rows left: 0');
  });

  test('each login creates a new session', async () => {
    const cookies = new Set<string>();
    for (let n = 0; n < 5; n += 1) {
      const client = host.service.client();
      // A session token chosen by an attacker is not adopted.
      client.cookie = 'vitrine=chosen-by-an-attacker';
      await client.call(login, { json: LOGIN });
      cookies.add(client.cookie);
    }
    expect(cookies.size).toBe(5);
    expect([...cookies].join()).not.toContain('chosen');
  });
});
