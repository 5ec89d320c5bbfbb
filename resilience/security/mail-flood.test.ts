import { LIMITS } from '@vitrine/api/http/rate-limit';
import { calls } from '@vitrine/contract/calls';
import { startMailCatcher } from '@vitrine/testing/mail-catcher';
import { startTcpProxy } from '@vitrine/testing/process';
import { timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, OWNER, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const RESET = 'Reset your password';
/** Behind the jobs of a flood, an email would wait for minutes. */
const MAX_DELAY_MS = 60_000;

let host: Host;

beforeAll(async () => {
  host = await startHost({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.resetRateLimits();
  await host.database.query(`delete from pgboss.job where state < 'active'`);
});

function requestReset(email: string, address: string) {
  return host.service.client().call(calls.user.forgotPassword, {
    json: { email },
    headers: { 'x-forwarded-for': address },
  });
}

/** Milliseconds from the request until the mail server has the owner's email. */
async function measureDelay(subject: string, send: () => Promise<{ status: number }>) {
  const before = host.mail.withSubject(subject).length;
  const { ms } = await timed(async () => {
    expect((await send()).status).toBe(200);
    await host.mail.waitFor(subject, before + 1);
  });
  return ms;
}

async function countQueued(): Promise<number> {
  const { rows } = await host.database.query(
    `select from pgboss.job where name = 'password-reset' and state < 'completed'`,
  );
  return rows.length;
}

/** Adds jobs for unknown addresses to a queue. */
function fillQueue(name: string, policy: string, count: number) {
  return host.database.query(
    `insert into pgboss.job (name, policy, singleton_key, data)
     select $1, $2, 'eve' || n, jsonb_build_object('kind', 'password-reset', 'email', 'eve' || n || '@example.com')
     from generate_series(1, $3::integer) n on conflict do nothing`,
    [name, policy, count],
  );
}

describe('mail flood', () => {
  test('reset requests for unknown addresses do not delay the owner’s reset email', async ({
    annotate,
  }) => {
    const count = size({ short: 150, long: 1_000 });
    let queued = 0;
    for (let n = 0; n < count; n += 1) {
      const address = `2001:db8:${Math.floor(n / 5).toString(16)}::1`;
      expect((await requestReset(`eve${n}@example.com`, address)).status).toBe(200);
      if (n % 10 === 9) queued = Math.max(queued, await countQueued());
    }
    const ms = await measureDelay(RESET, () => requestReset(OWNER.email, '192.0.2.1'));
    expect(ms).toBeLessThan(MAX_DELAY_MS);
    expect(queued).toBeLessThanOrEqual(LIMITS.forgot.all.times + 1);
    await annotate(
      `${count} requests, ${queued} queued at most; the owner’s email was sent after ${(ms / 1000).toFixed(1)} s`,
    );
  });

  test('1,000 queued jobs for unknown addresses do not delay the owner’s reset email', async ({
    annotate,
  }) => {
    await fillQueue('password-reset', 'short', 1_000);
    const ms = await measureDelay(RESET, () => requestReset(OWNER.email, '192.0.2.1'));
    expect(ms).toBeLessThan(MAX_DELAY_MS);
    await annotate(`the owner’s email was sent after ${(ms / 1000).toFixed(1)} s`);
  });

  test('reset requests do not delay alerts, which have their own queue', async ({ annotate }) => {
    // Older jobs of the same priority go first.
    await fillQueue('mail', 'standard', 100);
    await fillQueue('password-reset', 'short', 1_000);
    const owner = await host.owner();
    const json = {
      currentPassword: OWNER.password,
      newPassword: OWNER.password,
      confirmNewPassword: OWNER.password,
    };
    const ms = await measureDelay('Your password was changed', () =>
      owner.call(calls.user.updatePassword, { json }),
    );
    expect(ms).toBeLessThan(MAX_DELAY_MS);
    await annotate(
      `behind 100 jobs in its own queue and beside 1,000 in the other, an alert was sent after ${(ms / 1000).toFixed(1)} s`,
    );
  });

  test('sends one email for five requests while the mail server is unavailable', async () => {
    const mail = await startMailCatcher();
    const proxy = await startTcpProxy(mail.smtpUrl);
    proxy.cut();
    const offline = await startHost({ env: { TRUST_PROXY: '127.0.0.1', SMTP_URL: proxy.url } });
    const request = (email: string) =>
      offline.service.client().call(calls.user.forgotPassword, { json: { email } });
    const jobStates = async () => {
      const { rows } = await offline.database.query<{ state: string }>(
        `select state::text from pgboss.job where name = 'password-reset'`,
      );
      return rows.map(({ state }) => state);
    };
    await request(OWNER.email);
    // While a job runs, another one may wait. All later requests share a job that waits.
    await expect.poll(jobStates, { timeout: 20_000 }).toEqual(['retry']);
    for (let n = 0; n < 4; n += 1) await request(n % 2 ? OWNER.email : OWNER.email.toUpperCase());
    await expect.poll(jobStates, { timeout: 20_000 }).toEqual(['retry']);
    await offline.resetRateLimits();
    proxy.restore();
    // The next retry is an hour away. Another request moves it forward.
    await offline.database.query(
      `update pgboss.job set start_after = now() + interval '1 hour' where name = 'password-reset'`,
    );
    await offline.service
      .client()
      .call(calls.user.forgotPassword, { json: { email: OWNER.email } });
    await mail.waitFor(RESET, 1);
    await expect.poll(jobStates, { timeout: 20_000 }).toEqual(['completed']);
    expect(mail.mails).toHaveLength(1);
    await offline.stop();
    proxy.stop();
    await mail.stop();
  });
});
