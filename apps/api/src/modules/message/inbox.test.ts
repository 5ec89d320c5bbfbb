import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

const { list, update, removeSeveral } = calls.message;
const EVENTS = `/api/v1${streams.messages.path}`;

const site = useApp();

beforeEach(async () => {
  await site.app.db.deleteFrom('message').execute();
  await sql`insert into message (sender_name, subject, email, message, folder, unread) values
    ('Grace Hopper', 'A ship in port', 'grace@navy.example', 'Come aboard the compiler, Node.js and/or <b>Rust</b>: https://example.com/locks-3.5', 'inbox', true),
    ('Alan Turing', 'On numbers', 'alan@bletchley.example', 'Is it computable?', 'inbox', true),
    ('Joan Clarke', 'Über Zahlen', 'joan@example.com', 'Die Schlüssel sind da.', 'inbox', false),
    ('Eve', 'Pills', 'eve@example.com', 'Buy now', 'spam', true),
    ('Ada', 'Old', 'ada@example.com', 'A note of last year', 'archived', false)`.execute(
    site.app.db,
  );
});

const page = async (query: Record<string, string> = {}) =>
  (await site.owner.call(list, { query })).body;
const subjects = async (query: Record<string, string> = {}) =>
  (await page(query)).messages.map(({ subject }) => subject);
const idOf = async (subject: string, folder = 'inbox') =>
  (await page({ folder })).messages.find((message) => message.subject === subject)?._id ?? '';

describe('folders', () => {
  test('lists the messages of a folder, by default the inbox', async () => {
    expect(await subjects()).toEqual(['Über Zahlen', 'On numbers', 'A ship in port']);
    expect(await subjects({ folder: 'spam' })).toEqual(['Pills']);
    expect(await subjects({ folder: 'archived' })).toEqual(['Old']);
    expect((await site.owner.call(list, { query: { folder: 'trash' } })).status).toBe(400);
  });

  test('counts the unread messages of the inbox in the response for every folder', async () => {
    for (const folder of ['inbox', 'spam', 'archived'])
      expect((await page({ folder })).unread).toBe(2);
  });

  test('counts unread messages per folder and follows a move', async () => {
    const counts = async () => (await page()).unreadByFolder;
    expect(await counts()).toEqual({ inbox: 2, spam: 1, archived: 0 });
    const ids = [await idOf('On numbers')];
    await site.owner.call(update, { json: { ids, folder: 'archived' } });
    expect(await counts()).toEqual({ inbox: 1, spam: 1, archived: 1 });
    await site.owner.call(update, { json: { ids, unread: false } });
    expect(await counts()).toEqual({ inbox: 1, spam: 1, archived: 0 });
  });

  test('uses an index for the counts', async () => {
    await sql`insert into message (sender_name, subject, email, message, folder, unread)
      select 'a', 'b', 'c@d.example', 'e', 'spam', n % 20 = 0
      from generate_series(1, 20000) n`.execute(site.app.db);
    await sql`analyze message`.execute(site.app.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select from message where folder = 'spam' and unread limit 1000`.execute(site.app.db);
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('message_unread_by_folder');
    expect((await page()).unreadByFolder.spam).toBe(1000);
  });

  test('limits the count', async () => {
    await sql`insert into message (sender_name, subject, email, message, unread)
      select 'a', 'b', 'c@d.example', 'e', true from generate_series(1, 1500)`.execute(site.app.db);
    expect((await page()).unread).toBe(1000);
  });
});

describe('search', () => {
  test.each([
    ['ship', ['A ship in port']],
    ['SHIP', ['A ship in port']],
    ['comp', ['On numbers', 'A ship in port']],
    ['comp ship', ['A ship in port']],
    ['turing', ['On numbers']],
    ['bletchley', ['On numbers']],
    ['alan@bletchley.example', ['On numbers']],
    ['schlüss', ['Über Zahlen']],
    ['node.js', ['A ship in port']],
    ['js', ['A ship in port']],
    ['https://example.com/locks', ['A ship in port']],
    ['locks', ['A ship in port']],
    ['and/or', ['A ship in port']],
    ['nothing', []],
    ["x' & y | !z :* <-> (", []],
    ['', ['Über Zahlen', 'On numbers', 'A ship in port']],
    ['?!', ['Über Zahlen', 'On numbers', 'A ship in port']],
  ])('%s', async (search, found) => {
    expect(await subjects({ search })).toEqual(found);
  });

  test('searches in one folder', async () => {
    expect(await subjects({ search: 'buy' })).toEqual([]);
    expect(await subjects({ search: 'buy', folder: 'spam' })).toEqual(['Pills']);
  });

  test('returns search results in pages', async () => {
    await sql`insert into message (sender_name, subject, email, message)
      select 'a', 'Nr ' || n, 'c@d.example', 'needle' from generate_series(1, 7) n`.execute(
      site.app.db,
    );
    const first = await page({ search: 'needle', limit: '5' });
    expect(first.messages).toHaveLength(5);
    const second = await page({ search: 'needle', limit: '5', before: first.next ?? '' });
    expect(second.messages.map(({ subject }) => subject)).toEqual(['Nr 2', 'Nr 1']);
    expect(second.next).toBeNull();
  });
});

describe('changing messages', () => {
  test('marks messages as read and unread', async () => {
    const ids = [await idOf('On numbers')];
    const read = await site.owner.call(update, { json: { ids, unread: false } });
    expect(read.body.message).toBe('Message marked as read.');
    expect((await page()).unread).toBe(1);
    await site.owner.call(update, { json: { ids, unread: true } });
    expect((await page()).unread).toBe(2);
  });

  test('moves several messages', async () => {
    const ids = [await idOf('On numbers'), await idOf('A ship in port')];
    const { body } = await site.owner.call(update, { json: { ids, folder: 'archived' } });
    expect(body.message).toBe('2 messages archived.');
    expect(await subjects()).toEqual(['Über Zahlen']);
    expect(await subjects({ folder: 'archived' })).toEqual(['Old', 'On numbers', 'A ship in port']);
  });

  test('moves a message from spam to the inbox', async () => {
    const ids = [await idOf('Pills', 'spam')];
    const { body } = await site.owner.call(update, { json: { ids, folder: 'inbox' } });
    expect(body.message).toBe('Message moved to the inbox.');
    expect(await subjects()).toContain('Pills');
  });

  test('deletes several messages', async () => {
    const ids = [await idOf('On numbers'), await idOf('Über Zahlen'), UNKNOWN];
    const { body } = await site.owner.call(removeSeveral, { json: { ids } });
    expect(body.message).toBe('2 messages deleted.');
    expect(await subjects()).toEqual(['A ship in port']);
    expect((await site.owner.call(removeSeveral, { json: { ids } })).status).toBe(404);
  });

  test.each([
    ['an empty list', { ids: [] }],
    ['an invalid ID', { ids: ['x'], folder: 'spam' }],
    ['no change', { ids: [UNKNOWN] }],
    ['an unknown folder', { ids: [UNKNOWN], folder: 'trash' }],
    ['too many messages', { ids: Array(201).fill(UNKNOWN), unread: true }],
    ['an unknown field', { ids: [UNKNOWN], unread: true, subject: 'mine' }],
  ])('rejects %s with a message', async (_, json) => {
    const { status, body } = await site.owner.call(update, { json });
    expect(status).toBe(400);
    expect(body.message).toMatch(/^[A-Z].+\.$/);
  });
});

describe('message events', () => {
  async function listen(client: Client) {
    const end = new AbortController();
    const response = await client.fetch(EVENTS, { signal: end.signal });
    let heard = '';
    const ended = (async () => {
      for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString();
    })().catch(() => {});
    return { response, heard: () => heard, ended, stop: () => end.abort() };
  }

  test('sends an event when messages have changed', async () => {
    const { response, heard, stop } = await listen(site.owner);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await sleep(500);
    const before = heard().length;
    await sql`insert into message (sender_name, subject, email, message)
      values ('a', 'b', 'c@d.example', 'e')`.execute(site.app.db);
    await expect
      .poll(() => heard().slice(before), { timeout: 2_000 })
      .toBe('event: messages\ndata: changed\n\n');
    stop();
  });

  test('sends one or two events for a hundred messages at once', async () => {
    const { heard, stop } = await listen(site.owner);
    await sleep(500);
    const before = heard().length;
    for (let n = 0; n < 100; n += 1)
      await sql`update message set unread = not unread where subject = 'Old'`.execute(site.app.db);
    await sleep(600);
    const events =
      heard()
        .slice(before)
        .match(/event: messages/g) ?? [];
    expect(events.length).toBeGreaterThan(0);
    expect(events.length).toBeLessThan(10);
    stop();
  });
});
