import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { startMailCatcher } from '@vitrine/testing/mail-catcher';
import { startTcpProxy } from '@vitrine/testing/process';
import { describe, expect, test } from 'vitest';
import { OWNER, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

describe('mail server unavailable', () => {
  const MAILS = size({ short: 3, long: 20 });
  const SECONDS = size({ short: 2, long: 60 });

  test('requests succeed, and every email arrives once when the server is back', {
    timeout: 600_000,
  }, async ({ annotate }) => {
    const mail = await startMailCatcher();
    const proxy = await startTcpProxy(mail.smtpUrl);
    proxy.cut();
    const host = await startHost({ env: { SMTP_URL: proxy.url } });
    const visitor = host.service.client();
    const owner = await host.owner();
    for (let n = 0; n < MAILS; n += 1) {
      await host.resetRateLimits();
      const changed = await owner.call(calls.user.updatePassword, {
        json: {
          currentPassword: OWNER.password,
          newPassword: OWNER.password,
          confirmNewPassword: OWNER.password,
        },
      });
      expect(changed.status).toBe(200);
      const requested = await visitor.call(calls.user.forgotPassword, {
        json: { email: OWNER.email },
      });
      expect(requested.status).toBe(200);
    }
    const { token } = (await visitor.call(calls.public.form)).body;
    await sleep(3_500);
    const { status } = await visitor.call(calls.public.send, {
      json: { senderName: 'A', subject: 'B', email: 'c@d.example', message: 'E', token },
    });
    expect(status).toBe(201);
    await sleep(SECONDS * 1_000);
    proxy.restore();
    const resets = () => mail.mails.filter(({ subject }) => subject === 'Reset your password');
    // Requests for a reset share one email until the queue first tries to send it.
    const arrived = () => [
      resets().length > 0 && resets().length <= MAILS,
      ...mail.mails
        .filter((one) => !resets().includes(one))
        .map(({ subject }) => subject)
        .toSorted(),
    ];
    const expected = [
      true,
      'New message from your site: B',
      ...Array<string>(MAILS).fill('Your password was changed'),
    ];
    // Retries back off exponentially. The test does not wait for that.
    await host.database.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    await expect.poll(arrived, { timeout: 300_000, interval: 500 }).toEqual(expected);
    await sleep(3_000);
    expect(arrived()).toEqual(expected);
    for (const { recipients } of mail.mails) expect(recipients).toEqual([OWNER.email]);
    await host.stop();
    proxy.stop();
    await mail.stop();
    await annotate(
      `unavailable for ${SECONDS} s: ${2 * MAILS + 1} requests succeed, ${mail.mails.length} emails arrive afterwards, none twice`,
    );
  });
});
