import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { LIMITS } from '@vitrine/api/http/rate-limit';
import { readArchive } from '@vitrine/api/modules/backup/archive';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import type { ServiceProcess } from '@vitrine/testing/process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import {
  enterPassword,
  forgetUsedCodes,
  turnOffFactor,
  turnOnFactor,
} from '../support/second-factor.ts';
import { size } from '../support/size.ts';

const { login, loginWithCode, me } = calls.user;

let host: Host;
let services: ServiceProcess[];
let factor: Awaited<ReturnType<typeof turnOnFactor>>;

beforeAll(async () => {
  host = await startHost({ env: { TRUST_PROXY: '127.0.0.1' } });
  services = [host.service, ...(await Promise.all([host.start(), host.start()]))];
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.resetRateLimits();
  await turnOffFactor(host);
  factor = await turnOnFactor(host);
});

/** Each of the three processes in turn. */
const serviceFor = (n: number) => services[n % services.length] ?? host.service;

const from = (n: number) => ({ 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` });

const enter = async (browser: Client, code: string, headers = {}) =>
  (await browser.call(loginWithCode, { json: { code }, headers })).status;

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

describe('guessing codes with the right password', () => {
  const GUESSES = size({ short: 60, long: 150 });
  const { times } = LIMITS.code.account;

  test('from many addresses at three processes is limited for the account', async ({
    annotate,
  }) => {
    const statuses: number[] = [];
    let browser: Client | undefined;
    for (let n = 0; n < GUESSES; n += 1) {
      // A password is good for five codes, and may be entered thirty times.
      if (n % 5 === 0 && n < 100) browser = await enterPassword(serviceFor(n), from(n));
      const guesser = Object.assign(serviceFor(n).client(), { cookie: browser?.cookie ?? '' });
      statuses.push(await enter(guesser, factor.phone.wrongCode(), from(n)));
    }
    expect(countOf(statuses, 400)).toBe(times);
    const last = await enterPassword(serviceFor(1), from(1));
    expect(await enter(last, factor.phone.code(), from(2))).toBe(429);
    await annotate(
      `${GUESSES} codes at 3 processes, each from another address: ${times} are checked`,
    );
  });

  test('at once, on one login, reaches five codes', async ({ annotate }) => {
    const browser = await enterPassword(host.service);
    const attempts = Array.from({ length: 30 }, (_, n) =>
      enter(
        Object.assign(serviceFor(n).client(), { cookie: browser.cookie }),
        factor.phone.wrongCode(),
        from(n),
      ),
    );
    const statuses = await Promise.all(attempts);
    expect(countOf(statuses, 400)).toBe(5);
    expect(countOf(statuses, 200)).toBe(0);
    await annotate('30 codes at once at 3 processes with one login: 5 are checked');
  });
});

describe('using a code again', () => {
  test.for(['code', 'recovery code'] as const)(
    'a %s signs in once, also when eight browsers send it at once',
    async (kind, { annotate }) => {
      const code = kind === 'code' ? factor.phone.code() : (factor.codes[0] ?? '');
      const browsers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => enterPassword(serviceFor(n), from(n))),
      );
      const statuses = await Promise.all(
        browsers.map((browser, n) =>
          enter(Object.assign(serviceFor(n).client(), { cookie: browser.cookie }), code, from(n)),
        ),
      );
      expect([countOf(statuses, 200), countOf(statuses, 400)]).toEqual([1, 7]);
      await host.resetRateLimits();
      expect(await enter(await enterPassword(host.service), code)).toBe(400);
      await annotate(`8 logins at once at 3 processes with one ${kind}: 1 succeeds; later: 0`);
    },
  );

  test('an older code does not work after a newer one', async () => {
    expect(await enter(await enterPassword(host.service), factor.phone.code(1))).toBe(200);
    expect(await enter(await enterPassword(host.service), factor.phone.code())).toBe(400);
  });
});

describe('ways around the second factor', () => {
  const NEEDED = [403, 'second-factor'];

  async function logIn(password = OWNER.password, cookie = '') {
    const browser = Object.assign(host.service.client(), { cookie });
    const { status, body } = await browser.call(login, { json: { ...LOGIN, password } });
    return [status, 'code' in body ? body.code : undefined];
  }

  test('a reset link sets the password and does not sign in', async () => {
    const forgot = { json: { email: OWNER.email } };
    await host.service.client().call(calls.user.forgotPassword, forgot);
    const { text = '' } = await host.mail.waitFor('Reset your password', 1);
    const token = /\/password\/reset\/([\w-]+)/.exec(text)?.[1] ?? '';
    const visitor = host.service.client();
    const json = { password: 'a new engine', confirmPassword: 'a new engine' };
    const reset = await visitor.call(calls.user.resetPassword, { params: { token }, json });
    expect(reset.status).toBe(200);
    expect((await visitor.call(me)).status).toBe(401);
    // The reset also makes the browser a known one, which does not replace the code.
    expect(await logIn('a new engine', visitor.cookie)).toEqual(NEEDED);
    const owner = await host.owner();
    const back = {
      currentPassword: 'a new engine',
      newPassword: OWNER.password,
      confirmNewPassword: OWNER.password,
    };
    expect((await owner.call(calls.user.updatePassword, { json: back })).status).toBe(200);
  });

  test('the setup is closed while there is an owner', async () => {
    const json = { ...OWNER, code: 'the setup code' };
    const { status } = await host.service.client().call(calls.setup.create, { json });
    expect(status).toBe(409);
    expect(await logIn()).toEqual(NEEDED);
  });

  test('a restored backup from before it was on does not turn it off', async () => {
    await turnOffFactor(host);
    const before = await (await host.owner()).fetch('/api/v1/backup/download');
    const archive = await before.arrayBuffer();
    const { phone, codes } = await turnOnFactor(host);
    const restore = await (await host.owner()).fetch('/api/v1/backup/restore', {
      method: 'POST',
      headers: { 'content-type': 'application/x-tar' },
      body: archive,
    });
    expect(restore.status).toBe(200);
    expect(await logIn()).toEqual(NEEDED);
    expect(await enter(await enterPassword(host.service), phone.code())).toBe(200);
    expect(await enter(await enterPassword(host.service), codes[9] ?? '')).toBe(200);
  });

  test('a backup contains neither the secret nor the recovery codes', async () => {
    const { rows } = await host.database.query<{ secret: string; hash: string }>(
      `select encode(secret, 'hex') as secret, encode(code_hash, 'hex') as hash
       from second_factor, recovery_code`,
    );
    const backup = await factor.owner.fetch('/api/v1/backup/download');
    const { names, contents } = await unpack(backup);
    expect(names).toContain('data/owner.jsonl.gz');
    expect(names.join()).not.toMatch(/second_factor|recovery_code|login_step/);
    expect(rows).toHaveLength(10);
    for (const { secret, hash } of rows) {
      expect(contents).not.toContain(secret);
      expect(contents).not.toContain(hash);
    }
  });

  test('a login that waits for its code ends when the password changes', async () => {
    const attacker = await enterPassword(host.service);
    const json = {
      currentPassword: OWNER.password,
      newPassword: 'another engine',
      confirmNewPassword: 'another engine',
    };
    expect((await factor.owner.call(calls.user.updatePassword, { json })).status).toBe(200);
    expect(await enter(attacker, factor.phone.code())).toBe(401);
    const back = {
      currentPassword: 'another engine',
      newPassword: OWNER.password,
      confirmNewPassword: OWNER.password,
    };
    expect((await factor.owner.call(calls.user.updatePassword, { json: back })).status).toBe(200);
    // The password is the old one again, and the old login still does not continue.
    expect(await enter(attacker, factor.phone.code())).toBe(401);
  });

  test('a stolen cookie of the first step is worth nothing alone or after the login', async () => {
    const browser = await enterPassword(host.service);
    const stolen = browser.copy();
    expect((await stolen.call(me)).status).toBe(401);
    const asSession = stolen.cookie.replace('vitrine-login=', 'vitrine=');
    const imposter = Object.assign(host.service.client(), { cookie: asSession });
    expect((await imposter.call(me)).status).toBe(401);
    expect(await enter(browser, factor.phone.code())).toBe(200);
    await forgetUsedCodes(host);
    expect(await enter(stolen, factor.phone.code())).toBe(401);
  });

  test('a code without a password, and without a login that waits for it, is not checked', async () => {
    expect(await enter(host.service.client(), factor.phone.code())).toBe(401);
    const forged = Object.assign(host.service.client(), {
      cookie: `vitrine-login=${'A'.repeat(43)}`,
    });
    expect(await enter(forged, factor.phone.code())).toBe(401);
    // The code was not used up.
    expect(await enter(await enterPassword(host.service), factor.phone.code())).toBe(200);
  });

  test('another site cannot complete a login', async () => {
    const browser = await enterPassword(host.service);
    const origin = 'https://evil.example';
    expect(await enter(browser, factor.phone.code(), { origin })).toBe(403);
  });

  test('a stolen session cookie cannot change it, nor guess its way to a confirmation', async ({
    annotate,
  }) => {
    await host.database.query(`update session set confirmed_at = now() - interval '11 minutes'`);
    const thief = factor.owner.copy();
    const { setUp, turnOn, turnOff, renewCodes } = calls.secondFactor;
    for (const call of [setUp, turnOn, turnOff, renewCodes])
      expect((await thief.call(call, { json: { code: '123456' } })).status).toBe(403);
    const guesses = [];
    for (let n = 0; n < 20; n += 1) {
      const json = { code: factor.phone.wrongCode() };
      const headers = from(n);
      guesses.push((await thief.call(calls.session.confirm, { json, headers })).status);
    }
    expect([countOf(guesses, 400), countOf(guesses, 429)]).toEqual([10, 10]);
    expect(await logIn()).toEqual(NEEDED);
    await annotate('set up, turn on, turn off, new codes: 403 each; 20 guesses: 10 are checked');
  });
});

/** The names of the files in a backup, and their contents as one text. */
async function unpack(backup: Response): Promise<{ names: string[]; contents: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  try {
    const path = join(folder, 'backup.tar');
    await writeFile(path, Buffer.from(await backup.arrayBuffer()));
    const names: string[] = [];
    let contents = '';
    for await (const { name, body } of readArchive(path)) {
      const bytes = await buffer(body);
      names.push(name);
      contents += name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString('latin1');
    }
    return { names, contents };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
