import { findFormKey } from '@vitrine/api/modules/message/contact-store';
import { signFormToken } from '@vitrine/api/modules/message/form-token';
import { calls } from '@vitrine/contract/calls';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import type { CaughtMail } from '@vitrine/testing/mail-catcher';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;

beforeAll(async () => {
  // In this process, where the queue is polled every half second.
  app = await startApp();
  await app.owner();
});
afterAll(() => app.stop());

describe('email header injection', () => {
  const INJECTION = 'Bcc: victim@example.com';
  const BREAKS = [
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\n\n',
    '\r\n ',
    '\n\t',
    '\u2028',
    '\u2029',
    '\u0085',
    '\v',
    '\f',
    '\0',
    '%0d%0a',
    '%0A',
    '=0D=0A',
    '=?utf-8?q?=0d=0a?=',
    '\\r\\n',
    '嘊嘍',
    ',',
    ';',
    '>,<',
    '"\r\n',
  ];

  /** A visitor's fields, with a line break and a header. */
  const attempts = BREAKS.flatMap((gap) => [
    { senderName: `Eve${gap}${INJECTION}`, subject: `Hello${gap}${INJECTION}` },
    { email: `eve@example.com${gap}${INJECTION}` },
    { email: `eve${gap}victim@example.com` },
  ]);

  const plain = { senderName: 'Eve', subject: 'Hello', email: 'eve@example.com' };

  test('emails have one recipient, no additional header, and the visitor only in Reply-To', async ({
    annotate,
  }) => {
    const usual = headerNames(await emailAbout(plain));
    expect(usual).toContain('reply-to');
    let rejected = 0;
    let emails = 0;
    for (const attempt of attempts) {
      const fields = { ...plain, ...attempt };
      const mail = await emailAbout(fields);
      if (!mail) {
        rejected += 1;
        continue;
      }
      emails += 1;
      expect(mail.recipients).toEqual([OWNER.email]);
      expect(headerNames(mail)).toEqual(usual);
      expect(mail.to?.map(({ address }) => address)).toEqual([OWNER.email]);
      expect(mail.from?.address).toBe('vitrine@vitrine.test');
      expect(mail.replyTo?.map(({ address }) => address)).toEqual([fields.email]);
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    }
    await annotate(
      `${attempts.length} attempts: ${rejected} rejected, ${emails} emails, each to one recipient and without an additional header`,
    );
  });

  test('a reset request cannot add a recipient', async ({ annotate }) => {
    const seen = app.mail.mails.length;
    const addresses = BREAKS.flatMap((gap) => [
      `${OWNER.email}${gap}victim@example.com`,
      `${OWNER.email}${gap}${INJECTION}`,
      `victim@example.com${gap}${OWNER.email}`,
    ]);
    for (const email of addresses) {
      await sql`truncate rate_limit`.execute(app.db);
      const { status } = await app.visitor().call(calls.user.forgotPassword, { json: { email } });
      expect([200, 400]).toContain(status);
    }
    // All jobs are done when the queue is empty.
    const waiting = async () =>
      (
        await sql`select from pgboss.job where name = 'password-reset' and state < 'completed'`.execute(
          app.db,
        )
      ).rows.length;
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    const mails = app.mail.mails.slice(seen);
    for (const { recipients } of mails) expect(recipients).toEqual([OWNER.email]);
    await annotate(
      `${addresses.length} addresses, ${mails.length} emails, none to another recipient`,
    );
  });

  /** Sends a message and returns the email about it; undefined if the message was rejected. */
  async function emailAbout(fields: Record<string, string>): Promise<CaughtMail | undefined> {
    await sql`truncate rate_limit`.execute(app.db);
    await sql`truncate message`.execute(app.db);
    await sql`update owner set messages_mailed_at = null`.execute(app.db);
    const seen = app.mail.mails.length;
    const { key, now } = await findFormKey(app.db);
    const json = { ...fields, message: 'Hello.', token: signFormToken(key, now - 30) };
    const { status } = await app.visitor().call(calls.public.send, { json });
    if (status === 400) return undefined;
    expect(status).toBe(201);
    await expect.poll(() => app.mail.mails.length, { timeout: 30_000 }).toBe(seen + 1);
    // The service has recorded the email, so the next call can reset the pause between emails.
    const due = async () =>
      (await sql`select from message where mail_due`.execute(app.db)).rows.length;
    await expect.poll(due, { timeout: 10_000 }).toBe(0);
    return app.mail.mails[seen];
  }
});

/** The names of the headers, in their order. */
function headerNames(mail: CaughtMail | undefined): string[] {
  return (mail?.headers ?? []).map(({ key }) => key);
}
