import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { file, uploads } from '@vitrine/testing/uploads';
import { describe, expect, test } from 'vitest';

const { list, add, update, remove } = calls.skill;

const site = useApp();

const addSkill = async (title = 'React', proficiency = '80') =>
  site.owner.call(add, { form: { title, proficiency, svg: uploads.svg() } });

describe('adding a skill', () => {
  test('adds a skill with its icon and lists it', async () => {
    const first = await addSkill('React', '80');
    const second = await addSkill('Node', '70');
    expect(first.status).toBe(201);
    expect(first.body.message).toBe('Skill added.');
    expect(first.body.skill).toMatchObject({
      title: 'React',
      proficiency: 80,
      svg: { width: 64, height: 64, variants: [] },
    });
    expect(first.body.skill.svg.url).toMatch(/^http:\/\/vitrine\.test\/media\/[0-9a-f]{64}\.svg$/);
    const { body } = await site.owner.call(list);
    expect(body.skills.map((skill) => skill._id)).toEqual([
      first.body.skill._id,
      second.body.skill._id,
    ]);
  });

  test('accepts a raster image as an icon', async () => {
    const { status } = await site.owner.call(add, {
      form: { title: 'Go', proficiency: '1', svg: await uploads.png(64, 64) },
    });
    expect(status).toBe(201);
  });

  test.each(['0', '100'])('accepts a proficiency of %s', async (proficiency) => {
    expect((await addSkill('Edge', proficiency)).status).toBe(201);
  });

  const RANGE = 'The proficiency must be a whole number from 0 to 100.';
  test.each([
    ['no title', { title: '' }, { title: 'Enter the title.' }],
    ['no proficiency', { proficiency: '' }, { proficiency: 'Enter the proficiency.' }],
    ['a proficiency above 100', { proficiency: '101' }, { proficiency: RANGE }],
    ['a negative proficiency', { proficiency: '-1' }, { proficiency: RANGE }],
    ['a fractional proficiency', { proficiency: '12.5' }, { proficiency: RANGE }],
    ['a field that does not exist', { _id: UNKNOWN }, { _id: 'There is no field named _id.' }],
  ])('rejects %s', async (_, change, fields) => {
    const form = { title: 'React', proficiency: '80', svg: uploads.svg(), ...change };
    const { status, body } = await site.owner.call(add, { form });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: Object.values(fields)[0], fields });
  });

  test('reports all invalid fields at once', async () => {
    const { status, body } = await site.owner.call(add, { form: { title: '' } });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual(['title', 'proficiency']);
    expect(body.message).toBe('Enter the title. Enter the proficiency.');
  });

  test('stores an icon that is chosen by name', async () => {
    const form = { title: 'React', proficiency: '80', icon: 'logos:react' };
    const { status, body } = await site.owner.call(add, { form });
    expect(status).toBe(201);
    expect(body.skill).toMatchObject({ icon: 'logos:react', svg: { width: 256, height: 228 } });
    const file = await site.owner.fetch(new URL(body.skill.svg.url).pathname);
    expect(file.headers.get('content-type')).toBe('image/svg+xml');
    const [found] = (await site.owner.call(calls.icon.search, { query: { search: 'react' } })).body
      .icons;
    expect(await file.text()).toContain(found?.svg.match(/ d="([^"]+)"/)?.[1]);
  });

  test('stores an icon of one color in ink', async () => {
    const json = { title: 'Next.js', proficiency: 80, icon: 'simple-icons:nextdotjs' };
    const { body } = await site.owner.call(add, { json });
    const file = await site.owner.fetch(new URL(body.skill.svg.url).pathname);
    const text = await file.text();
    expect(text).toContain('color="#1f1915"');
    expect(text).toContain('fill="currentColor"');
  });

  test.each([
    ['an icon that does not exist', 'logos:no-such', 'There is no icon named logos:no-such.'],
    ['an unknown set', 'lucide:house', 'There is no icon named lucide:house.'],
    ['an icon that was withdrawn', 'simple-icons:visualstudiocode', /^There is no icon named/],
    ['a property of every object', 'logos:constructor', /^There is no icon named/],
    ['a name that is not one', '../react', 'Choose an icon from the search.'],
  ])('rejects %s', async (_, icon, message) => {
    const form = { title: 'React', proficiency: '80', icon };
    const { status, body } = await site.owner.call(add, { form });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual(['icon']);
    expect(body.fields?.['icon']).toMatch(message);
  });

  test('stores the file if both a file and a name are sent', async () => {
    const form = { title: 'React', proficiency: '80', icon: 'logos:react', svg: uploads.svg() };
    const { body } = await site.owner.call(add, { form });
    expect(body.skill).toMatchObject({ icon: '', svg: { width: 64, height: 64 } });
  });

  test.each(['', '  ', 'none'])('adds a skill without an icon, for the name %j', async (icon) => {
    const json = { title: 'React', proficiency: 80, icon };
    const { status, body } = await site.owner.call(add, { json });
    expect([status, body.skill.icon, body.skill.svg]).toEqual([201, '', { url: '' }]);
  });

  test('adds one skill for two requests with the same key and the same name of an icon', async () => {
    const headers = { 'idempotency-key': 'named' };
    const json = { title: 'Named', proficiency: 5, icon: 'logos:figma' };
    const first = await site.owner.call(add, { json, headers });
    expect((await site.owner.call(add, { json, headers })).body).toEqual(first.body);
    const other = { ...json, icon: 'logos:react' };
    expect((await site.owner.call(add, { json: other, headers })).status).toBe(422);
  });

  test('rejects a PDF as an icon', async () => {
    const { status, body } = await site.owner.call(add, {
      form: { title: 'a', proficiency: '1', svg: uploads.pdf() },
    });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      svg: 'The icon must be an SVG, PNG, JPG, GIF, WebP or AVIF image.',
    });
  });

  test('rejects an icon sent as text and treats an empty file as missing', async () => {
    const asText = await site.owner.call(add, {
      form: { title: 'a', proficiency: '1', svg: 'https://example.com/a.svg' },
    });
    expect(asText.body.fields).toEqual({ svg: 'Send the icon as a file.' });
    const empty = await site.owner.call(add, {
      form: { title: 'a', proficiency: '1', svg: file('', '') },
    });
    expect([empty.status, empty.body.skill.svg]).toEqual([201, { url: '' }]);
  });
});

describe('changing a proficiency', () => {
  test.each([33, '44'])('saves %j', async (proficiency) => {
    const { _id: id } = (await addSkill()).body.skill;
    const { status, body } = await site.owner.call(update, {
      params: { id },
      json: { proficiency },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Skill updated.',
      skill: { _id: id, proficiency: Number(proficiency) },
    });
    const { skills } = (await site.owner.call(list)).body;
    expect(skills.find((skill) => skill._id === id)?.proficiency).toBe(Number(proficiency));
  });

  test.each([101, -1, '', 'much', null, undefined])(
    'rejects %j and changes nothing',
    async (proficiency) => {
      const { _id: id } = (await addSkill('Keep', '50')).body.skill;
      const { status, body } = await site.owner.call(update, {
        params: { id },
        json: { proficiency },
      });
      expect(status).toBe(400);
      expect(body.fields).toHaveProperty('proficiency');
      const { skills } = (await site.owner.call(list)).body;
      expect(skills.find((skill) => skill._id === id)?.proficiency).toBe(50);
    },
  );

  test('changes title, category and icon', async () => {
    const { _id: id, svg } = (await addSkill('Reactt', '50')).body.skill;
    const json = { title: 'React', category: 'Front end' };
    const text = await site.owner.call(update, { params: { id }, json });
    expect(text.body.skill).toMatchObject({ ...json, proficiency: 50, svg });
    const form = { svg: await uploads.png(64, 64) };
    const { status, body } = await site.owner.call(update, { params: { id }, form });
    expect(status).toBe(200);
    expect(body.skill).toMatchObject({ ...json, proficiency: 50 });
    expect(body.skill.svg.url).not.toBe(svg.url);
  });

  test('replaces a file with a named icon, and a named icon with a file', async () => {
    const { _id: id } = (await addSkill('React')).body.skill;
    const json = { icon: 'logos:react' };
    const named = await site.owner.call(update, { params: { id }, json });
    expect(named.body.skill).toMatchObject({ icon: 'logos:react', svg: { width: 256 } });
    expect(named.body.revision).toBeDefined();
    const title = await site.owner.call(update, { params: { id }, json: { title: 'R', icon: '' } });
    expect(title.body.skill).toEqual({ ...named.body.skill, title: 'R' });
    const form = { svg: uploads.svg() };
    const uploaded = await site.owner.call(update, { params: { id }, form });
    expect(uploaded.body.skill).toMatchObject({ icon: '', svg: { width: 64 } });
    const unknown = { icon: 'logos:no-such' };
    const { status, body } = await site.owner.call(update, { params: { id }, json: unknown });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ icon: 'There is no icon named logos:no-such.' });
  });

  test('removes an icon, and undo restores it', async () => {
    const { _id: id, svg } = (await addSkill('React')).body.skill;
    const removed = await site.owner.call(update, { params: { id }, json: { icon: 'none' } });
    expect(removed.body.skill).toMatchObject({ icon: '', svg: { url: '' } });
    const { revision = '' } = removed.body;
    await site.owner.call(calls.history.undo, { params: { id: revision } });
    const { skills } = (await site.owner.call(list)).body;
    expect(skills.find((skill) => skill._id === id)?.svg).toEqual(svg);
  });

  test('rejects a field that does not exist', async () => {
    const { _id: id } = (await addSkill('Keep')).body.skill;
    const { status, body } = await site.owner.call(update, {
      params: { id },
      json: { proficiency: 1, level: 'Other' },
    });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ level: 'There is no field named level.' });
  });

  test.each([UNKNOWN, 'not-an-id'])('returns 404 for %s', async (id) => {
    const { status, body } = await site.owner.call(update, {
      params: { id },
      json: { proficiency: 1 },
    });
    expect(status).toBe(404);
    expect(body.message).toBe('This skill does not exist. It may have been deleted.');
  });
});

describe('deleting a skill', () => {
  test('deletes a skill', async () => {
    const { _id: id } = (await addSkill('Gone')).body.skill;
    const removed = await site.owner.call(remove, { params: { id } });
    expect(removed.body).toEqual({
      success: true,
      message: 'Skill deleted.',
      trashed: [{ noun: 'skill', id }],
    });
    expect((await site.owner.call(remove, { params: { id } })).status).toBe(404);
  });

  test.each([UNKNOWN, 'not-an-id'])('returns 404 for %s', async (id) => {
    const { status, body } = await site.owner.call(remove, { params: { id } });
    expect(status).toBe(404);
    expect(body.message).toBe('This skill does not exist. It may have been deleted.');
  });
});
