import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { describe, expect, test } from 'vitest';

const { list, add, update, remove } = calls.timeline;
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
      timeline: { from: 2019, to: 2022, fromMonth: null, toMonth: null },
      kind: 'other',
      organization: '',
      location: '',
      link: '',
      highlights: [],
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
    expect(body.timeline.timeline).toMatchObject({ from: 2019, to });
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
      { to: 'Enter an end year that is not before the start year.' },
    ],
    [
      'an end month before the start month',
      { from: 2019, to: 2019, fromMonth: 5, toMonth: 4 },
      { toMonth: 'Enter an end month that is not before the start month.' },
    ],
    ['an end month without a year', { to: '', toMonth: 4 }, { to: 'Enter the end year.' }],
    [
      'a thirteenth month',
      { fromMonth: 13 },
      { fromMonth: 'The start month must be a whole number from 1 to 12.' },
    ],
    [
      'an unknown kind',
      { kind: 'hobby' },
      {
        kind: 'The kind must be one of: work, education, talk, award, certificate, publication, volunteering, other.',
      },
    ],
    [
      'a javascript: link',
      { link: 'javascript:alert(1)' },
      { link: 'The link must start with http:// or https://.' },
    ],
    [
      'too many highlights',
      { highlights: Array(21).fill('One') },
      { highlights: 'Enter at most 20 highlights.' },
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
});

test('lists ongoing entries first, then those that ended last', async () => {
  const entries = [
    { title: 'Ended 2020', from: 2001, to: 2020 },
    { title: 'Since 2016', from: 2016, to: null },
    { title: 'Ended in May 2020', from: 2018, to: 2020, toMonth: 5 },
    { title: 'Since March 2023', from: 2023, fromMonth: 3, to: null },
    { title: 'Since January 2023', from: 2023, fromMonth: 1, to: null },
    { title: 'Ended 2023', from: 2022, to: 2023 },
  ];
  const ids: string[] = [];
  for (const entry of entries) {
    const { body } = await site.owner.call(add, { json: { ...ENTRY, ...entry } });
    ids.push(body.timeline._id);
  }
  const { status, body } = await site.owner.call(list);
  expect(status).toBe(200);
  const listed = body.timelines.filter(({ _id }) => ids.includes(_id));
  expect(listed.map(({ title }) => title)).toEqual([
    'Since March 2023',
    'Since January 2023',
    'Since 2016',
    'Ended 2023',
    'Ended 2020',
    'Ended in May 2020',
  ]);
  expect((await site.app.visitor().call(list)).status).toBe(401);
});

describe('updating a timeline entry', () => {
  const FULL = {
    title: 'Principal engineer',
    description: 'Leads the team.',
    from: 2021,
    fromMonth: 3,
    to: 2023,
    toMonth: 12,
    kind: 'work',
    organization: 'Analytical Company',
    location: 'London',
    link: 'https://analytical.example',
    highlights: ['Hired five engineers', 'Kept all five'],
  };

  test('replaces all fields', async () => {
    const { _id: id } = (await site.owner.call(add, { json: ENTRY })).body.timeline;
    const { status, body } = await site.owner.call(update, { params: { id }, json: FULL });
    expect(status).toBe(200);
    const { from, to, fromMonth, toMonth, ...fields } = FULL;
    expect(body).toMatchObject({
      message: 'Timeline entry updated.',
      timeline: { _id: id, ...fields, timeline: { from, to, fromMonth, toMonth } },
    });
    expect(body.revision).toMatch(/^\d+$/);
    const { timelines } = (await site.owner.call(list)).body;
    expect(timelines.find(({ _id }) => _id === id)).toEqual(body.timeline);
  });

  test('takes highlights as lines of text and leaves out empty ones', async () => {
    const highlights = 'One\n\n Two ';
    const { body } = await site.owner.call(add, { json: { ...ENTRY, highlights } });
    expect(body.timeline.highlights).toEqual(['One', 'Two']);
  });

  test('records no revision if nothing changed', async () => {
    const { _id: id } = (await site.owner.call(add, { json: FULL })).body.timeline;
    const { body } = await site.owner.call(update, { params: { id }, json: FULL });
    expect(body.message).toBe('Timeline entry updated.');
    expect(body.revision).toBeUndefined();
  });

  test('rejects an invalid field, an unknown entry and a visitor', async () => {
    const { _id: id } = (await site.owner.call(add, { json: ENTRY })).body.timeline;
    const sent = { params: { id }, json: { ...ENTRY, title: '' } };
    expect((await site.owner.call(update, sent)).status).toBe(400);
    const unknown = { params: { id: UNKNOWN }, json: ENTRY };
    expect((await site.owner.call(update, unknown)).status).toBe(404);
    expect((await site.app.visitor().call(update, { params: { id }, json: ENTRY })).status).toBe(
      401,
    );
  });
});

describe('deleting from the timeline', () => {
  test('deletes an entry', async () => {
    const { body } = await site.owner.call(add, { json: ENTRY });
    const id = body.timeline._id;
    const removed = await site.owner.call(remove, { params: { id } });
    expect(removed.body).toEqual({
      success: true,
      message: 'Timeline entry deleted.',
      trashed: [{ noun: 'timeline', id }],
    });
    const { timelines } = (await site.owner.call(list)).body;
    expect(timelines.map((entry) => entry._id)).not.toContain(id);
  });

  test.each([UNKNOWN, 'not-an-id', '1'])('returns 404 for %s', async (id) => {
    const { status, body } = await site.owner.call(remove, { params: { id } });
    expect(status).toBe(404);
    expect(body.message).toBe('This timeline entry does not exist. It may have been deleted.');
  });
});

describe('turning an entry into a publication', () => {
  const { citeEntry, undo } = calls.import;
  const PAPER = {
    title: 'On tides',
    kind: 'publication',
    organization: 'Memoirs',
    description: 'Measured for a year.',
    highlights: ['Cited 12 times'],
    ...{ from: 2020, fromMonth: 5, to: 2020, toMonth: 5 },
  };
  const addPaper = async (changes: object = {}) => {
    const { body } = await site.owner.call(add, { json: { ...PAPER, ...changes } });
    return body.timeline._id;
  };
  const titles = async () => {
    const [entries, publications, trash] = await Promise.all([
      site.owner.call(list),
      site.owner.call(calls.publication.list),
      site.owner.call(calls.trash.list),
    ]);
    return {
      entries: entries.body.timelines.map(({ _id }) => _id),
      publications: publications.body.publications,
      trash: trash.body.items.map(({ _id }) => _id),
    };
  };

  test('adds the publication, moves the entry to the trash, and can be undone', async () => {
    const id = await addPaper({ link: 'https://doi.org/10.5555/tides' });
    const { status, body } = await site.owner.call(citeEntry, { params: { id } });
    expect([status, body.message]).toEqual([200, 'The timeline entry is a publication now.']);
    const after = await titles();
    expect(after.entries).not.toContain(id);
    expect(after.trash).toContain(id);
    const publication = after.publications.find(({ doi }) => doi === '10.5555/tides');
    expect(publication).toMatchObject({
      title: 'On tides',
      venue: 'Memoirs',
      publishedOn: '2020-05',
      abstract: 'Measured for a year.\nCited 12 times',
      link: '',
    });
    const undone = await site.owner.call(undo, { params: { id: body.id } });
    expect([undone.status, undone.body.message]).toEqual([200, 'Import undone.']);
    const before = await titles();
    expect(before.entries).toContain(id);
    expect(before.trash).not.toContain(id);
    expect(before.publications).not.toContainEqual(publication);
  });

  test.each([
    ['DOI', { title: 'Another title', link: 'https://doi.org/10.5555/SAME' }],
    ['title and year', { title: 'On  Sames!' }],
  ])('adds nothing if there is a publication with the same %s', async (_, changes) => {
    const known = { title: 'On sames', publishedOn: '2020', doi: '10.5555/same' };
    const { body: added } = await site.owner.call(calls.publication.add, { json: known });
    const { length } = (await titles()).publications;
    const id = await addPaper(changes);
    const { body } = await site.owner.call(citeEntry, { params: { id } });
    expect(body.message).toBe(
      'You already have this publication. The timeline entry is in the trash.',
    );
    expect((await titles()).publications).toHaveLength(length);
    await site.owner.call(undo, { params: { id: body.id } });
    expect((await titles()).entries).toContain(id);
    const params = { id: added.publication._id };
    await site.owner.call(calls.publication.remove, { params });
  });

  test('takes no entry of another kind, and none that is missing', async () => {
    const id = await addPaper({ kind: 'talk' });
    const wrong = await site.owner.call(citeEntry, { params: { id } });
    expect([wrong.status, wrong.body.message]).toEqual([
      409,
      'Only a timeline entry of the kind Publication can become a publication.',
    ]);
    const missing = await site.owner.call(citeEntry, { params: { id: UNKNOWN } });
    expect(missing.status).toBe(404);
  });

  test('turns an entry once if the call is repeated', async () => {
    const id = await addPaper({ title: 'Twice' });
    const both = await Promise.all(
      [1, 2].map(() => site.owner.call(citeEntry, { params: { id } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const { publications } = await titles();
    expect(publications.filter(({ title }) => title === 'Twice')).toHaveLength(1);
  });
});
