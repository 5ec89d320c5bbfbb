import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { MAX_REPLIES } from '@vitrine/contract/message';
import { OWNER, startApp, UNKNOWN, useApp } from '@vitrine/testing/app';
import { startMailCatcher } from '@vitrine/testing/mail-catcher';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../http/rate-limit.ts';

const { list, reply, cancelReply, retryReply, remove } = calls.message;

const site = useApp({
  settings: { MAIL_FROM: 'Vitrine <portfolio@ada.test>' },
  limits: { reply: { account: { times: 1000, minutes: 1 } } },
});

async function addMessage(subject: string, email = 'charles@example.com'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into message (sender_name, subject, email, message)
    values ('Charles Wheatstone', ${subject}, ${email}, ${'Are you free?\nSee https://evil.example'})
    returning id`.execute(site.app.db);
  return rows[0]?.id ?? '';
}

async function answer(id: string, text = 'Yes, in March.') {
  const { status, body } = await site.owner.call(reply, { params: { id }, json: { text } });
  return { status, ...body };
}

/** Lets the ten seconds in which a reply can be canceled pass. */
const passUndo = () =>
  sql`update pgboss.job set start_after = now() where name = 'replies' and state = 'created'`.execute(
    site.app.db,
  );

async function send(id: string, text?: string): Promise<string> {
  const { reply: replyId } = await answer(id, text);
  await passUndo();
  await waitForState(id, 'sent');
  return replyId;
}

async function repliesTo(id: string) {
  const { body } = await site.owner.call(list, { query: { limit: '200' } });
  return body.messages.find(({ _id }) => _id === id)?.replies ?? [];
}

const waitForState = (id: string, state: string) =>
  vi.waitFor(async () => expect((await repliesTo(id)).at(-1)).toMatchObject({ state }), 20_000);

describe('a reply', () => {
  test('is plain text in the name of the owner, and answers go to the owner', async () => {
    const id = await addMessage('A short contract');
    await send(id, 'Dear Charles,\r\n\r\nyes, in March.\r\nAda ');
    const mail = await site.app.mail.waitFor('Re: A short contract', 1);
    expect(mail.from).toEqual({ name: OWNER.fullName, address: 'portfolio@ada.test' });
    expect(mail.replyTo).toEqual([{ name: '', address: OWNER.email }]);
    expect(mail.recipients).toEqual(['charles@example.com']);
    expect(mail.html).toBeUndefined();
    expect(mail.raw).toMatch(/^Content-Type: text\/plain/im);
    expect(mail.text).toMatch(
      /^Dear Charles,\n\nyes, in March\.\nAda\n\nCharles Wheatstone wrote:\n/,
    );
    // No mail app makes a link of what the visitor wrote.
    expect(mail.text).toContain('> Are you free?\n> See https:\u2009//evil.\u2009example');
    expect(await repliesTo(id)).toEqual([
      {
        _id: expect.any(String),
        text: 'Dear Charles,\n\nyes, in March.\nAda',
        state: 'sent',
        createdAt: expect.any(String),
        sentAt: expect.any(String),
        problem: null,
        view: null,
      },
    ]);
  });

  test('is in one thread with the notification and with earlier replies', async () => {
    const words = { senderName: 'Mary', subject: 'Two answers', email: 'mary@example.com' };
    await site.app.visitor().call(calls.public.send, { json: { ...words, message: 'Hello?' } });
    await sql`update message set folder = 'inbox', mail_due = false`.execute(site.app.db);
    const { body } = await site.owner.call(list);
    const id = body.messages[0]?._id ?? '';
    const first = await send(id);
    const second = await send(id);
    const root = `<message.${id}@vitrine.test>`;
    const [one, two] = site.app.mail.withSubject('Re: Two answers');
    expect(one).toMatchObject({ messageId: `<reply.${first}@vitrine.test>`, inReplyTo: root });
    expect(one?.references).toBe(root);
    expect(two).toMatchObject({
      messageId: `<reply.${second}@vitrine.test>`,
      inReplyTo: `<reply.${first}@vitrine.test>`,
      references: `${root} <reply.${first}@vitrine.test>`,
    });
  });

  test('waits for ten seconds', async () => {
    const id = await addMessage('Slowly');
    const start = Date.now();
    expect(await answer(id)).toMatchObject({ status: 201, message: 'Reply sent.' });
    expect(await repliesTo(id)).toMatchObject([{ state: 'waiting', sentAt: null }]);
    const mail = await site.app.mail.waitFor('Re: Slowly', 1);
    expect(mail.time - start).toBeGreaterThanOrEqual(9_500);
  });

  test('marks the message as read, and a repeated request sends it once', async () => {
    const id = await addMessage('Once');
    await sql`update message set unread = true where id = ${id}`.execute(site.app.db);
    const request = {
      params: { id },
      json: { text: 'Yes.' },
      headers: { 'idempotency-key': 'once' },
    };
    const bodies = [await site.owner.call(reply, request), await site.owner.call(reply, request)];
    expect(bodies[0]?.body).toEqual(bodies[1]?.body);
    expect(await repliesTo(id)).toHaveLength(1);
    const { body } = await site.owner.call(list);
    expect(body.messages.find(({ _id }) => _id === id)?.unread).toBe(false);
  });

  test.each(['', ' \n ', 'x'.repeat(10_001)])('needs up to 10,000 characters: %#', async (text) => {
    const id = await addMessage('Nothing');
    const { status, fields } = await answer(id, text);
    expect([status, Object.keys(fields ?? {})]).toEqual([400, ['text']]);
    expect(await repliesTo(id)).toEqual([]);
  });

  test('needs a message that exists and is not in the trash', async () => {
    const id = await addMessage('Gone');
    await site.owner.call(remove, { params: { id } });
    for (const missing of [id, UNKNOWN, 'x']) expect((await answer(missing)).status).toBe(404);
  });

  test('is refused when the message has 20 replies', async () => {
    const id = await addMessage('Chatty');
    for (let n = 0; n < MAX_REPLIES; n += 1) expect((await answer(id)).status).toBe(201);
    expect(await answer(id)).toMatchObject({
      status: 409,
      message: 'This message has 20 replies. Continue in your mail app.',
    });
    await sql`delete from pgboss.job where name = 'replies'`.execute(site.app.db);
  });
});

test('a message in Spam moves to the inbox with its reply', async () => {
  const id = await addMessage('Not spam');
  await sql`update message set folder = 'spam', spam_reasons = '{It has a link.}'
    where id = ${id}`.execute(site.app.db);
  await send(id);
  const { rows } = await sql`
    select folder, spam_reasons from message where id = ${id}`.execute(site.app.db);
  expect(rows).toEqual([{ folder: 'inbox', spam_reasons: [] }]);
});

describe('undo', () => {
  test('cancels a reply that is waiting', async () => {
    const id = await addMessage('Hasty');
    const { reply: replyId } = await answer(id);
    const params = { id, reply: replyId };
    expect((await site.owner.call(cancelReply, { params })).body.message).toBe('Reply not sent.');
    await passUndo();
    expect(await repliesTo(id)).toEqual([]);
    expect((await site.owner.call(cancelReply, { params })).status).toBe(404);
    await send(await addMessage('After it'));
    expect(site.app.mail.withSubject('Re: Hasty')).toEqual([]);
  });

  test('takes back a reply that was not delivered', async () => {
    const id = await addMessage('Given up');
    site.app.mail.reject('given up');
    const { reply: replyId } = await answer(id, 'I have given up.');
    await passUndo();
    await waitForState(id, 'failed');
    const { status } = await site.owner.call(cancelReply, { params: { id, reply: replyId } });
    expect(status).toBe(200);
    site.app.mail.reject('nothing else');
    expect(await repliesTo(id)).toEqual([]);
  });

  test('is refused once the reply was sent', async () => {
    const id = await addMessage('Too late');
    const params = { id, reply: await send(id) };
    const { status, body } = await site.owner.call(cancelReply, { params });
    expect([status, body.message]).toEqual([
      409,
      'This reply was already sent, so it can’t be taken back.',
    ]);
    expect(await repliesTo(id)).toHaveLength(1);
  });

  test('that races with the queue either cancels a reply or comes too late', async () => {
    const races: { id: string; reply: string; subject: string }[] = [];
    for (let n = 0; n < 30; n += 1) {
      const id = await addMessage(`Race ${n}`);
      races.push({ id, reply: (await answer(id)).reply, subject: `Re: Race ${n}` });
    }
    await passUndo();
    // The queue begins with the oldest reply, and these requests with the newest.
    const cancel = async ({ subject, ...params }: (typeof races)[number], delay: number) => {
      await sleep(delay);
      return {
        ...params,
        subject,
        status: (await site.owner.call(cancelReply, { params })).status,
      };
    };
    const newest = races
      .slice(10)
      .toReversed()
      .map((race, n) => cancel(race, n * 40));
    await site.app.mail.waitFor('Re: Race 0', 1);
    const oldest = races.slice(0, 10).map((race, n) => cancel(race, n * 10));
    const results = await Promise.all([...newest, ...oldest]);
    for (const { id, status } of results) if (status !== 200) await waitForState(id, 'sent');
    // The queue has also seen all jobs of canceled replies.
    await send(await addMessage('After the race'));
    for (const { id, subject, status } of results) {
      expect(site.app.mail.withSubject(subject)).toHaveLength(status === 200 ? 0 : 1);
      expect(await repliesTo(id)).toHaveLength(status === 200 ? 0 : 1);
    }
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('delivery', () => {
  test('is tried again when the mail server is back', async () => {
    const mail = await startMailCatcher();
    const app = await startApp({ settings: { SMTP_URL: mail.smtpUrl } });
    try {
      const owner = await app.owner();
      await mail.stop();
      const words = { senderName: 'Mary', subject: 'Down', email: 'mary@example.com' };
      await app.visitor().call(calls.public.send, { json: { ...words, message: 'Hello?' } });
      await sql`update message set folder = 'inbox'`.execute(app.db);
      const read = async () => (await owner.call(list)).body.messages[0];
      const id = (await read())?._id ?? '';
      await owner.call(reply, { params: { id }, json: { text: 'Yes.' } });
      await sql`update pgboss.job set start_after = now() where name = 'replies'`.execute(app.db);
      await vi.waitFor(async () => {
        const [failed] = (await read())?.replies ?? [];
        expect(failed).toMatchObject({ state: 'failed', sentAt: null });
        expect(failed?.problem).toMatch(
          /^Vitrine keeps trying for two weeks\. The mail server is unavailable: .*ECONNREFUSED/,
        );
      }, 20_000);
      const back = await startMailCatcher(Number(new URL(mail.smtpUrl).port));
      await back.waitFor('Re: Down', 1);
      await vi.waitFor(
        async () =>
          expect((await read())?.replies).toMatchObject([{ state: 'sent', problem: null }]),
        20_000,
      );
      expect(back.withSubject('Re: Down')).toHaveLength(1);
      await back.stop();
    } finally {
      await app.stop();
    }
  });

  test('ends when the mail server rejects the reply, until the owner tries again', async () => {
    const id = await addMessage('Rejected');
    site.app.mail.reject('cheap pills');
    const { reply: replyId } = await answer(id, 'We have cheap pills.');
    await passUndo();
    await waitForState(id, 'failed');
    expect((await repliesTo(id))[0]?.problem).toMatch(
      /^The mail server rejected it: .*Looks like spam\.$/,
    );
    site.app.mail.reject('nothing else');
    const params = { id, reply: replyId };
    expect((await site.owner.call(retryReply, { params })).status).toBe(200);
    await waitForState(id, 'sent');
    expect(site.app.mail.withSubject('Re: Rejected')).toHaveLength(1);
    expect((await site.owner.call(retryReply, { params })).status).toBe(409);
  });

  test('can be retried when a restored backup has no job for it', async () => {
    const id = await addMessage('Restored');
    const { reply: replyId } = await answer(id);
    await sql`delete from pgboss.job where name = 'replies'`.execute(site.app.db);
    await sql`update message set replies = jsonb_set(replies, '{0,createdAt}', '"2026-01-01T00:00:00.000Z"')
      where id = ${id}`.execute(site.app.db);
    expect(await repliesTo(id)).toMatchObject([{ state: 'failed' }]);
    await site.owner.call(retryReply, { params: { id, reply: replyId } });
    expect((await repliesTo(id))[0]?.state).not.toBe('failed');
    await site.app.mail.waitFor('Re: Restored', 1);
    await waitForState(id, 'sent');
  });

  test('needs a mail server', async () => {
    const app = await startApp({ settings: { SMTP_URL: '' } });
    try {
      const owner = await app.owner();
      const { rows } = await sql<{
        id: string;
      }>`insert into message (sender_name, subject, email, message)
        values ('a', 'b', 'c@d.example', 'e') returning id`.execute(app.db);
      const params = { id: rows[0]?.id ?? '' };
      const { status } = await owner.call(reply, { params, json: { text: 'Yes.' } });
      expect(status).toBe(409);
      const { body } = await owner.call(list);
      expect([body.canReply, body.messages[0]?.replies]).toEqual([false, []]);
    } finally {
      await app.stop();
    }
    expect((await site.owner.call(list)).body.canReply).toBe(true);
  });
});

describe('what a visitor wrote', () => {
  test('adds no header to the reply', async () => {
    const id = await addMessage('Hello\r\nBcc: eve@evil.example');
    await send(id);
    const mail = await site.app.mail.waitFor('Re: Hello Bcc: eve@evil.example', 1);
    expect(mail.recipients).toEqual(['charles@example.com']);
    expect(mail.bcc).toBeUndefined();
  });

  test('is no recipient unless it is one address, even in a changed backup', async () => {
    const addresses = ['a,eve@evil.example', '<eve@evil.example>', 'eve@evil.example;'];
    for (const address of addresses) {
      const id = await addMessage('To many', address);
      await answer(id);
      await passUndo();
      await waitForState(id, 'failed');
      expect((await repliesTo(id))[0]?.problem).toBe('The message has no valid email address.');
    }
    expect(site.app.mail.withSubject('Re: To many')).toEqual([]);
    await expect(addMessage('Line', 'a@example.com\r\nBcc: eve@evil.example')).rejects.toThrow(
      'message_email_check',
    );
  });
});

describe('in the trash', () => {
  const deleteMessage = (id: string) => site.owner.call(remove, { params: { id } });
  const items = (id: string) => ({ json: { items: [{ noun: 'message', id }] } });

  test('replies stay with their message and come back with it', async () => {
    const id = await addMessage('Trash');
    await send(id);
    const before = await repliesTo(id);
    await deleteMessage(id);
    await site.owner.call(calls.trash.restore, items(id));
    expect(await repliesTo(id)).toEqual(before);
  });

  test('a reply is sent although its message was deleted right after it', async () => {
    const id = await addMessage('Deleted at once');
    await answer(id);
    await deleteMessage(id);
    await passUndo();
    await site.app.mail.waitFor('Re: Deleted at once', 1);
    await site.owner.call(calls.trash.restore, items(id));
    await waitForState(id, 'sent');
  });

  test('a reply can still be canceled', async () => {
    const id = await addMessage('Both undone');
    const { reply: replyId } = await answer(id);
    await deleteMessage(id);
    const params = { id, reply: replyId };
    expect((await site.owner.call(cancelReply, { params })).status).toBe(200);
    await site.owner.call(calls.trash.restore, items(id));
    expect(await repliesTo(id)).toEqual([]);
  });

  test('a reply is deleted forever with its message, and then it is not sent', async () => {
    const id = await addMessage('Forever');
    await answer(id);
    await deleteMessage(id);
    await sql`delete from trash where id = ${id}`.execute(site.app.db);
    await passUndo();
    await send(await addMessage('After that'));
    expect(site.app.mail.withSubject('Re: Forever')).toEqual([]);
  });
});

test('60 replies can be sent in an hour', () => {
  expect(LIMITS.reply).toEqual({ account: { times: 60, minutes: 60 } });
});
