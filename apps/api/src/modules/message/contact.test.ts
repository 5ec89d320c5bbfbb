import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client, RequestOptions } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../http/rate-limit.ts';
import { deleteExpiredFormTokens, findFormKey, MAX_SPAM } from './contact-store.ts';
import { signFormToken } from './form-token.ts';

const { form, send } = calls.public;
const { list } = calls.message;

const LETTER = {
  senderName: 'Grace Hopper',
  subject: 'A ship in port',
  email: 'grace@example.com',
  message: 'I read about your lock. Would you build another one with us?',
};

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  owner = await app.owner();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.deleteFrom('message').execute();
  await app.db.deleteFrom('rate_limit').execute();
});

/** A token of a form that was opened some seconds ago. */
async function tokenOf(seconds: number): Promise<string> {
  const { key, now } = await findFormKey(app.db);
  return signFormToken(key, now - seconds);
}

async function write(words: Record<string, string> = {}, more: RequestOptions = {}) {
  const json = { ...LETTER, token: await tokenOf(30), ...words };
  return app.visitor().call(send, { json, ...more });
}

const BOTS = 60;
const PEOPLE = 10;

const from = (address: string): RequestOptions => ({ headers: { 'x-forwarded-for': address } });

async function countSpam(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from message where folder = 'spam'`.execute(app.db);
  return rows[0]?.count;
}

async function fillSpam(count: number): Promise<void> {
  await sql`insert into message (sender_name, subject, email, message, folder, spam_reasons)
    select 'Bot ' || n, 'Buy', 'bot@example.com', 'Buy ' || n, 'spam', '{"It contains 6 links."}'
    from generate_series(1, ${count}::int) n`.execute(app.db);
}

async function folder(name: string) {
  return (await owner.call(list, { query: { folder: name, limit: '200' } })).body.messages;
}

describe('an ordinary message', () => {
  test('is stored in the inbox as unread', async () => {
    const { status, body, headers } = await write();
    expect(status).toBe(201);
    expect(body).toEqual({ success: true, message: 'Thank you. Your message was sent.' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('set-cookie')).toBeNull();
    const { body: inbox } = await owner.call(list);
    expect(inbox.messages).toMatchObject([{ ...LETTER, unread: true, spamReasons: [] }]);
    expect(inbox.unread).toBe(1);
  });

  test('is stored in the inbox if autofill was quick', async () => {
    await write({ token: await tokenOf(1) });
    expect(await folder('inbox')).toMatchObject([{ ...LETTER, spamReasons: [] }]);
    const message = 'https://pills.example';
    await write({ token: await tokenOf(1), message });
    expect(await folder('spam')).toMatchObject([
      {
        message,
        spamReasons: ['It was sent faster than most people write.', 'It contains a link.'],
      },
    ]);
  });

  test('is accepted from any site', async () => {
    const headers = { origin: 'https://ada.example.com', 'sec-fetch-site': 'cross-site' };
    expect((await write({}, { headers })).status).toBe(201);
  });

  test('is stored once when repeated with the same key', async () => {
    const token = await tokenOf(30);
    const headers = { 'idempotency-key': 'the-same' };
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => write({ token }, { headers })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(await folder('inbox')).toHaveLength(1);
    const other = await write({ token, subject: 'Another' }, { headers });
    expect(other.status).toBe(422);
  });

  test.each([
    ['senderName', ''],
    ['subject', 'x'.repeat(201)],
    ['email', 'nobody'],
    ['email', 'a@b.example\r\nBcc: all@example.com'],
    ['message', '   '],
    ['message', 'x'.repeat(10_001)],
    ['folder', 'inbox'],
  ])('is rejected with an invalid %s', async (name, value) => {
    const { status, body } = await write({ [name]: value });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual([name]);
    expect(await folder('inbox')).toEqual([]);
  });
});

describe('a message that looks like spam', () => {
  test.each([
    ['a filled-in honeypot', async () => ({ website: 'https://pills.example' })],
    ['no token', async () => ({ token: '' })],
    [
      'a token with another signature',
      async () => ({ token: signFormToken(Buffer.alloc(32), 1e9) }),
    ],
    ['a token of a month ago', async () => ({ token: await tokenOf(31 * 86_400) })],
    ['a token with a changed time', async () => ({ token: `zzz${(await tokenOf(30)).slice(3)}` })],
  ])('%s: gets the same response and is stored as spam', async (_, words) => {
    const { status, body } = await write(await words());
    expect([status, body]).toEqual([
      201,
      { success: true, message: 'Thank you. Your message was sent.' },
    ]);
    expect(await folder('inbox')).toEqual([]);
    const [message] = await folder('spam');
    expect(message?.spamReasons).toHaveLength(1);
    expect((await owner.call(list)).body.unread).toBe(0);
  });

  test('stores the third copy of a text from different addresses as spam', async () => {
    for (let n = 1; n <= 4; n += 1)
      await write({ message: n % 2 ? 'BUY  now' : 'buy now' }, from(`203.0.113.${n}`));
    expect([(await folder('inbox')).length, (await folder('spam')).length]).toEqual([2, 2]);
  });
});

describe('limits', () => {
  test('accepts five messages an hour from an address, then returns 429 with Retry-After', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push((await write({ message: `Letter ${n}` }, from('198.51.100.7'))).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const refused = await write({}, from('198.51.100.7'));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect((await write({}, from('198.51.100.8'))).status).toBe(201);
  });

  test('beyond the hourly limit, each provider has a share of the inbox and the rest is spam', async () => {
    const small = await startApp({
      settings: { TRUST_PROXY: '127.0.0.1' },
      limits: {
        inbox: { all: { times: 3, minutes: 60 }, provider: { times: 2, minutes: 60 } },
      },
    });
    try {
      const { key, now } = await findFormKey(small.db);
      const folders = async (address: (n: number) => string) => {
        await small.db.deleteFrom('message').execute();
        for (let n = 1; n <= 6; n += 1) {
          const json = { ...LETTER, message: `Letter ${n}`, token: signFormToken(key, now - 30) };
          const { status } = await small.visitor().call(send, { json, ...from(address(n)) });
          expect(status).toBe(201);
        }
        const rows = await small.db.selectFrom('message').select('folder').orderBy('seq').execute();
        return rows.map(({ folder }) => folder).join(' ');
      };
      const inFlood = 'inbox inbox inbox inbox inbox spam';
      expect(await folders((n) => `2001:db8:${n}::1`)).toBe(inFlood);
      const elsewhere = 'inbox inbox spam spam spam spam';
      expect(await folders((n) => `203.0.113.${n}`)).toBe(elsewhere);
      expect(await folders((n) => `2001:db9:${n}::1`)).toBe(elsewhere);
    } finally {
      await small.stop();
    }
  });

  test('deletes the oldest spam only to make room for new spam', async () => {
    await fillSpam(MAX_SPAM + 150);
    await write({ message: 'From a person' });
    expect(await countSpam()).toBe(MAX_SPAM + 150);
    // Excess spam is deleted in batches.
    for (let n = 1; n <= 3; n += 1) {
      const { status } = await write({ message: `Spam ${n}`, token: '' }, from(`198.51.100.${n}`));
      expect(status).toBe(201);
    }
    expect(await countSpam()).toBe(MAX_SPAM);
    const [newest] = await folder('spam');
    expect(newest?.message).toBe('Spam 3');
    const { rows } = await sql<{ name: string }>`
      select sender_name as name from message where folder = 'spam' order by seq limit 1`.execute(
      app.db,
    );
    expect(rows[0]?.name).toBe('Bot 154');
    expect(await folder('inbox')).toHaveLength(1);
  });

  test('keeps what was moved to Spam, also if it was filed there before', async () => {
    await write({ message: 'From a person' });
    await write({ message: 'Rescued', website: 'x' });
    const move = async (from: string, to: string) => {
      const ids = (await folder(from)).map(({ _id }) => _id);
      await owner.call(calls.message.update, { json: { ids, folder: to } });
    };
    await move('spam', 'inbox');
    await move('inbox', 'spam');
    await fillSpam(MAX_SPAM);
    await write({ message: 'New spam', token: '' });
    expect(await countSpam()).toBe(MAX_SPAM + 2);
    const { rows } = await sql<{ message: string }>`
      select message from message order by seq limit 3`.execute(app.db);
    expect(rows.map(({ message }) => message)).toEqual(['From a person', 'Rescued', 'Buy 2']);
  });

  test('during a flood from bots, people reach the inbox and bots only up to the limit', async () => {
    const bot = async (n: number): Promise<[Record<string, string>, string]> => {
      const text = `Buy ${n}`;
      switch (n % 4) {
        case 0:
          return [{ token: '', message: text }, `10.1.${n >> 8}.${n & 255}`];
        case 1:
          return [
            { token: await tokenOf(0), message: `${text} www.a.example` },
            `10.2.${n >> 8}.${n & 255}`,
          ];
        case 2:
          return [{ message: text, website: 'x' }, `10.3.${n >> 8}.${n & 255}`];
        default:
          return [{ message: text }, '10.4.0.1'];
      }
    };
    const posts: (() => Promise<number>)[] = Array.from({ length: BOTS }, (_, n) => async () => {
      const [words, address] = await bot(n);
      return (await write(words, from(address))).status;
    });
    const people: number[] = [];
    for (let n = 0; n < PEOPLE; n += 1)
      posts.splice(n * 7, 0, async () => {
        const { status } = await write(
          { senderName: `Person ${n}`, message: `A letter of my own, ${n}.` },
          from(`192.0.2.${n + 1}`),
        );
        people.push(status);
        return status;
      });
    const waiting = [...posts];
    const workers = Array.from({ length: 8 }, async () => {
      for (let post = waiting.shift(); post; post = waiting.shift()) await post();
    });
    await Promise.all(workers);
    expect(people).toEqual(Array(PEOPLE).fill(201));
    const inbox = await folder('inbox');
    const persons = inbox.filter(({ senderName }) => senderName.startsWith('Person'));
    expect(persons).toHaveLength(PEOPLE);
    expect(inbox.length - persons.length).toBe(LIMITS.contact.address.times);
    expect(await countSpam()).toBe((3 / 4) * BOTS);
  });
});

describe('a token', () => {
  test('is unique and never cached', async () => {
    const { status, body, headers } = await app.visitor().call(form);
    expect(status).toBe(200);
    expect(body.token).toMatch(/^[0-9a-z]+\.[\w-]{16}\.[\w-]{43}$/);
    expect((await app.visitor().call(form)).body.token).not.toBe(body.token);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a token that is used again', () => {
  test('stores all but one of twelve concurrent messages as spam, with the same response', async () => {
    const token = await tokenOf(30);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        write({ token, message: `Polite letter ${n}` }, from(`203.0.113.${n + 1}`)),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(await folder('inbox')).toHaveLength(1);
    const spam = await folder('spam');
    expect(spam).toHaveLength(11);
    for (const { spamReasons } of spam)
      expect(spamReasons).toEqual(['The same form was already used for another message.']);
  });

  test('is recognized in another encoding', async () => {
    const token = await tokenOf(30);
    await write({ token, message: 'Letter 1' });
    // The last base64url character has unused bits, and further parts are ignored.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const respelled = token.slice(0, -1) + last[last.indexOf(token.slice(-1)) ^ 1];
    await write({ token: respelled, message: 'Letter 2' });
    await write({ token: `${token}.more`, message: 'Letter 3' });
    expect(await folder('inbox')).toHaveLength(1);
    expect(await folder('spam')).toHaveLength(2);
  });

  test('is not used up by a rejected message', async () => {
    const token = await tokenOf(30);
    for (let n = 0; n < 5; n += 1) await write({ message: `Letter ${n}` }, from('198.51.100.7'));
    expect((await write({ token, message: 'Too many' }, from('198.51.100.7'))).status).toBe(429);
    expect((await write({ token, email: 'nobody' })).status).toBe(400);
    await write({ token, message: 'At last' }, from('198.51.100.8'));
    expect((await folder('inbox'))[0]?.message).toBe('At last');
  });

  test('is remembered until it expires', async () => {
    const token = await tokenOf(30);
    await sql`delete from used_form_token`.execute(app.db);
    await write({ token, message: 'Letter 1' });
    const remembered = async () => {
      await deleteExpiredFormTokens(app.db);
      return (await sql`select from used_form_token`.execute(app.db)).rows.length;
    };
    await sql`update used_form_token set used_at = now() - interval '29 days'`.execute(app.db);
    expect(await remembered()).toBe(1);
    await sql`update used_form_token set used_at = now() - interval '31 days'`.execute(app.db);
    expect(await remembered()).toBe(0);
  });
});

describe('emails to the owner', () => {
  const mails = () => app.mail.mails.filter((mail) => mail.text?.includes('Open your messages'));
  const jobs = () =>
    sql<{ wait: number }>`
      select extract(epoch from start_after - now())::integer as wait
      from pgboss.job where name = 'messages' and state = 'created'`.execute(app.db);
  /** Simulates the end of the pause. */
  const later = async () => {
    await sql`update owner set messages_mailed_at = now() - interval '1 hour'`.execute(app.db);
    await sql`update pgboss.job set start_after = now() where name = 'messages' and state = 'created'`.execute(
      app.db,
    );
  };
  /** Sends what is due and waits for its jobs. Then no earlier email can arrive, and there is no pause. */
  const settled = async () => {
    const unfinished = async () => {
      await later();
      const { rows } = await sql`
        select from message where mail_due
        union all select from pgboss.job where name = 'messages' and state < 'completed'`.execute(
        app.db,
      );
      return rows.length;
    };
    await expect.poll(unfinished).toBe(0);
    await later();
  };
  const waitForMail = (text: string) =>
    vi.waitUntil(() => mails().find((mail) => mail.text?.includes(text)), 30_000);

  beforeEach(settled);

  test('set the visitor as the recipient of a reply', async () => {
    await write({ subject: 'A line\nand another' });
    const mail = await waitForMail('Subject: A line and another');
    expect(mail.recipients).toEqual([OWNER.email]);
    expect(mail.subject).toBe('New message from your site: A line and another');
    expect(mail.replyTo).toMatchObject([{ address: 'grace@example.com' }]);
    expect(mail.text).toContain(`> ${LETTER.message}`);
    // The root of the thread that the owner's replies are in.
    const [message] = await folder('inbox');
    expect(mail.messageId).toBe(`<message.${message?._id}@vitrine.test>`);
  });

  test('quote the text of a visitor', async () => {
    await write({
      senderName: 'Vitrine',
      subject: 'Your password was changed',
      email: 'support@vitrine.example',
      message:
        'Your password was changed.\u2028Open https://vitrine.example/reset now' +
        `\u0085or ${'wait '.repeat(30)}\r\n</blockquote><h1>Vitrine</h1>`,
    });
    const mail = await waitForMail('Name: Vitrine\n');
    const { subject, text = '', html = '', from: sender, replyTo } = mail;
    expect(subject).toBe('New message from your site: Your password was changed');
    expect(sender?.address).toBe('vitrine@vitrine.test');
    expect(replyTo).toMatchObject([{ address: 'support@vitrine.example' }]);
    // Our own text is what remains without the quote.
    const ours = text.split('\n').filter((line) => line !== '' && !line.startsWith('>'));
    expect(ours).toEqual([
      'A visitor wrote:',
      'Open your messages:',
      'http://vitrine.test/?view=messages',
      'Vitrine',
    ]);
    expect(text).toContain('> Name: Vitrine\n');
    const [quote = ''] = /<blockquote .*<\/blockquote>/s.exec(html) ?? [];
    expect(quote).toContain('Your password was changed');
    expect(quote).toContain('&lt;h1&gt;');
    const rest = html.replace(quote, '');
    expect(rest).toContain('New message from your site</h1>');
    expect(rest).not.toContain('password');
    expect(rest.match(/href="[^"]*"/g)).toEqual(['href="http://vitrine.test/?view=messages"']);
    expect(`${text}${quote}`).not.toMatch(/https:\/\/|vitrine\.example/);
  });

  test('combine several messages, at most one email every few minutes', async () => {
    await sql`update owner set messages_mailed_at = now()`.execute(app.db);
    const before = mails().length;
    for (let n = 0; n < 4; n += 1)
      await write({ message: `Part ${n} of four` }, from(`203.0.113.${n + 1}`));
    const { rows } = await jobs();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wait).toBeGreaterThan(200);
    await sleep(1_500);
    expect(mails().length).toBe(before);
    await later();
    const mail = await waitForMail('Part 0 of four');
    expect(mail.subject).toBe('4 new messages from your site');
    expect(mail.replyTo ?? []).toEqual([]);
    for (let n = 0; n < 4; n += 1) expect(mail.text).toContain(`Part ${n} of four`);
  });

  test('are not sent for spam, or when turned off', async () => {
    const before = mails().length;
    await write({ website: 'x' });
    await owner.call(calls.user.updateProfile, { form: { mailMessages: 'false' } });
    await write({ message: 'Hello again' });
    await settled();
    expect(mails().length).toBe(before);
    await owner.call(calls.user.updateProfile, { form: { mailMessages: 'true' } });
  });

  test('split a large number of messages, with a pause in between', async () => {
    await sql`insert into message (sender_name, subject, email, message, mail_due)
      select 'Visitor ' || n, 'S', 'v@example.com', 'Text ' || n, true from generate_series(1, 130) n`.execute(
      app.db,
    );
    await write();
    await app.mail.waitFor('100 new messages from your site', 1);
    await expect.poll(async () => (await jobs()).rows.length).toBe(1);
    await later();
    await app.mail.waitFor('31 new messages from your site', 1);
  });

  test('omit the quotes if the mail server rejects them', async () => {
    app.mail.reject('unspeakable');
    await write({ message: 'Something unspeakable.' });
    await app.mail.waitFor('New message from your site', 1);
  });

  test.each([
    ['senderName', 'Eve\r\nBcc: all@example.com'],
    ['subject', 'Hi\r\nBcc: all@example.com\r\n\r\nBody'],
    ['subject', 'Hi\u2028X-Evil: 1'],
    ['senderName', '"Eve" <all@example.com>,'],
  ])('do not turn a %s into a header', async (name, value) => {
    const message = randomUUID();
    await write({ [name]: value, message });
    const mail = await waitForMail(message);
    expect(mail.recipients).toEqual([OWNER.email]);
    const head = mail.raw.split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^(bcc|x-evil|cc):/im);
    expect(mail.replyTo).toMatchObject([{ address: 'grace@example.com' }]);
  });
});
