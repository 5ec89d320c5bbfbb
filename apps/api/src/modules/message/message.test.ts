import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

const { list, remove } = calls.message;

const site = useApp();

const addMessages = (count: number) =>
  sql`insert into message (sender_name, subject, email, message)
    select 'Visitor ' || n, 'Subject ' || n, 'v' || n || '@example.com', 'Hello ' || n
    from generate_series(1, ${count}) as n`.execute(site.app.db);

describe('reading messages', () => {
  test('returns an empty page without messages', async () => {
    const { body } = await site.owner.call(list);
    expect(body).toEqual({
      success: true,
      messages: [],
      next: null,
      unread: 0,
      unreadByFolder: { inbox: 0, spam: 0, archived: 0 },
      canReply: true,
    });
  });

  test('returns 50 messages by default, newest first, with a link to the next page', async () => {
    await addMessages(120);
    const first = (await site.owner.call(list)).body;
    expect(first.messages).toHaveLength(50);
    expect(first.messages[0]).toMatchObject({
      senderName: 'Visitor 120',
      subject: 'Subject 120',
      email: 'v120@example.com',
      message: 'Hello 120',
    });
    const second = (await site.owner.call(list, { query: { before: first.next ?? '' } })).body;
    const third = (await site.owner.call(list, { query: { before: second.next ?? '' } })).body;
    expect(third.next).toBeNull();
    const names = [first, second, third].flatMap((page) =>
      page.messages.map((message) => message.senderName),
    );
    expect(names).toEqual(Array.from({ length: 120 }, (_, n) => `Visitor ${120 - n}`));
  });

  test('has no next page after exactly the last message', async () => {
    const { body } = await site.owner.call(list, { query: { limit: '120' } });
    expect(body.messages).toHaveLength(120);
    expect(body.next).toBeNull();
  });

  test('does not skip a message when another is deleted between pages', async () => {
    const page = (await site.owner.call(list, { query: { limit: '10' } })).body;
    await site.owner.call(remove, { params: { id: page.messages.at(-1)?._id ?? '' } });
    const next = (await site.owner.call(list, { query: { limit: '1', before: page.next ?? '' } }))
      .body;
    expect(next.messages[0]?.senderName).toBe('Visitor 110');
  });

  test.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'all'],
    ['before', 'yesterday'],
    ['before', '-1'],
    ['page', '2'],
  ])('rejects %s=%s', async (name, value) => {
    const { status, body } = await site.owner.call(list, { query: { [name]: value } });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual([name]);
  });
});

describe('deleting a message', () => {
  test('deletes a message', async () => {
    const [message] = (await site.owner.call(list, { query: { limit: '1' } })).body.messages;
    const params = { id: message?._id ?? '' };
    expect((await site.owner.call(remove, { params })).body).toEqual({
      success: true,
      message: 'Message deleted.',
      trashed: [{ noun: 'message', ...params }],
    });
    expect((await site.owner.call(remove, { params })).status).toBe(404);
  });

  test.each([UNKNOWN, 'not-an-id'])('returns 404 for %s', async (id) => {
    const { status, body } = await site.owner.call(remove, { params: { id } });
    expect(status).toBe(404);
    expect(body.message).toBe('This message does not exist. It may have been deleted.');
  });
});
