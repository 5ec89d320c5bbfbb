import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { describe, expect, test } from 'vitest';

const { list, add, remove } = calls.timeline;
const ENTRY = { title: 'Engineer', description: 'Made things.', from: 2019, to: 2022 };

const site = useApp();

describe('adding to the timeline', () => {
  test('adds an entry and lists it with its years', async () => {
    const added = await site.owner.call(add, { json: ENTRY });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ success: true, message: 'Timeline entry added.' });
    const { body } = await site.owner.call(list);
    expect(body.timelines).toContainEqual({
      _id: added.body.timeline._id,
      title: 'Engineer',
      description: 'Made things.',
      timeline: { from: 2019, to: 2022 },
    });
  });

  test.each([
    ['JSON with numbers', { json: { ...ENTRY, to: 2020 } }, 2020],
    ['JSON with digits', { json: { ...ENTRY, from: '2019', to: '2020' } }, 2020],
    ['JSON with an empty end', { json: { ...ENTRY, to: '' } }, null],
    ['JSON with no end', { json: { title: 'a', description: 'b', from: 2019 } }, null],
    ['JSON with null as the end', { json: { ...ENTRY, to: null } }, null],
    ['a multipart form', { form: { ...ENTRY, from: '2019', to: '2020' } }, 2020],
    ['a multipart form with an empty end', { form: { ...ENTRY, from: '2019', to: '' } }, null],
  ])('accepts %s', async (_, sent, to) => {
    const { status, body } = await site.owner.call(add, sent);
    expect(status).toBe(201);
    expect(body.timeline.timeline).toEqual({ from: 2019, to });
  });

  test('accepts a URL-encoded form', async () => {
    const response = await site.owner.fetch('/api/v1/timeline/add', {
      method: 'POST',
      body: new URLSearchParams({ title: 'a', description: 'b', from: '2019', to: '' }),
    });
    expect(response.status).toBe(201);
  });

  test.each([
    ['no title', { title: '' }, { title: 'Enter the title.' }],
    ['no description', { description: ' ' }, { description: 'Enter the description.' }],
    [
      'a title that is too long',
      { title: 'x'.repeat(121) },
      { title: 'The title can have at most 120 characters.' },
    ],
    ['an empty year', { from: '' }, { from: 'Enter the start year.' }],
    ['no year', { from: undefined }, { from: 'Enter the start year.' }],
    [
      'text as a year',
      { from: 'soon' },
      { from: 'The start year must be a whole number from 1900 to 2200.' },
    ],
    [
      'a fractional year',
      { from: 2019.5 },
      { from: 'The start year must be a whole number from 1900 to 2200.' },
    ],
    [
      'an end year before the start year',
      { to: 2018 },
      { to: 'The end year cannot be before the start year.' },
    ],
    ['a field that does not exist', { role: 'admin' }, { role: 'There is no field named role.' }],
  ])('rejects %s', async (_, change, fields) => {
    const { status, body } = await site.owner.call(add, { json: { ...ENTRY, ...change } });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: Object.values(fields)[0], fields });
  });

  test('rejects a body that is not an object', async () => {
    for (const json of [[], 'text', 7, null]) {
      expect((await site.owner.call(add, { json })).status).toBe(400);
    }
  });

  test('returns 401 without a session', async () => {
    expect((await site.app.visitor().call(add, { json: ENTRY })).status).toBe(401);
  });
});

test('lists the timeline by start year, latest first', async () => {
  for (const from of [1999, 2024, 2001])
    await site.owner.call(add, { json: { ...ENTRY, from, to: null } });
  const { status, body } = await site.owner.call(list);
  expect(status).toBe(200);
  const years = body.timelines.map((entry) => entry.timeline.from);
  expect(years).toEqual([...years].sort((a, b) => b - a));
  expect((await site.app.visitor().call(list)).status).toBe(401);
});

describe('deleting from the timeline', () => {
  test('deletes an entry', async () => {
    const { body } = await site.owner.call(add, { json: ENTRY });
    const id = body.timeline._id;
    const removed = await site.owner.call(remove, { params: { id } });
    expect(removed.body).toEqual({ success: true, message: 'Timeline entry deleted.' });
    const { timelines } = (await site.owner.call(list)).body;
    expect(timelines.map((entry) => entry._id)).not.toContain(id);
  });

  test.each([UNKNOWN, 'not-an-id', '1'])('returns 404 for %s', async (id) => {
    const { status, body } = await site.owner.call(remove, { params: { id } });
    expect(status).toBe(404);
    expect(body.message).toBe('This timeline entry does not exist. It may have been deleted.');
  });

  test('returns 401 without a session', async () => {
    expect((await site.app.visitor().call(remove, { params: { id: UNKNOWN } })).status).toBe(401);
  });
});
