import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { file, uploads } from '@vitrine/testing/uploads';
import { describe, expect, test } from 'vitest';

const { list, add, update, remove } = calls.softwareApplication;

const site = useApp();

describe('adding a software application', () => {
  test('adds one with its icon and lists it', async () => {
    const first = await site.owner.call(add, { form: { name: 'Figma', svg: uploads.svg() } });
    const second = await site.owner.call(add, {
      form: { name: 'Blender', svg: await uploads.webp() },
    });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      message: 'Software application added.',
      softwareApplication: { name: 'Figma', svg: { width: 64 } },
    });
    const { body } = await site.owner.call(list);
    expect(body.softwareApplications).toEqual([
      first.body.softwareApplication,
      second.body.softwareApplication,
    ]);
  });

  test.each([
    ['no name', { name: '', svg: uploads.svg() }, { name: 'Enter the application name.' }],
    [
      'a text file',
      { name: 'Figma', svg: file('hello', 'a.svg') },
      { svg: 'The icon must be an SVG, PNG, JPG, GIF, WebP or AVIF image.' },
    ],
    [
      'a broken SVG',
      { name: 'Figma', svg: file('<svg xmlns="http://www.w3.org/2000/svg"><path>', 'a.svg') },
      { svg: 'The icon cannot be read. Try another file, or save it again.' },
    ],
    [
      'an unknown file field',
      { name: 'Figma', svg: uploads.svg(), more: uploads.svg() },
      { more: 'There is no file field named more.' },
    ],
    [
      'an unknown field',
      { name: 'Figma', svg: uploads.svg(), role: 'admin' },
      { role: 'There is no field named role.' },
    ],
  ])('rejects %s', async (_, form, fields) => {
    const { status, body } = await site.owner.call(add, { form });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: Object.values(fields)[0], fields });
  });

  test('stores an icon that is chosen by name', async () => {
    const form = { name: 'Figma', icon: 'logos:figma' };
    const { status, body } = await site.owner.call(add, { form });
    expect(status).toBe(201);
    expect(body.softwareApplication).toMatchObject({ icon: 'logos:figma', svg: { width: 256 } });
  });

  test('rejects an icon that does not exist', async () => {
    const form = { name: 'Figma', icon: 'logos:no-such' };
    const { status, body } = await site.owner.call(add, { form });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ icon: 'There is no icon named logos:no-such.' });
  });
});

describe('updating a software application', () => {
  test('changes the name, the link and the icon that are sent', async () => {
    const form = { name: 'Figmaa', svg: uploads.svg() };
    const { _id: id, svg } = (await site.owner.call(add, { form })).body.softwareApplication;
    const fields = { name: 'Figma', link: 'https://figma.example' };
    const renamed = await site.owner.call(update, { params: { id }, form: fields });
    expect(renamed.body).toMatchObject({
      message: 'Software application updated.',
      softwareApplication: { _id: id, ...fields, svg },
      revision: expect.stringMatching(/^\d+$/),
    });
    const icon = { svg: await uploads.png(64, 64) };
    const { body } = await site.owner.call(update, { params: { id }, form: icon });
    expect(body.softwareApplication).toMatchObject(fields);
    expect(body.softwareApplication.svg.url).not.toBe(svg.url);
  });

  test('replaces a file with a named icon, and a named icon with a file', async () => {
    const form = { name: 'Figma', svg: uploads.svg() };
    const { _id: id } = (await site.owner.call(add, { form })).body.softwareApplication;
    const icon = 'logos:figma';
    const named = await site.owner.call(update, { params: { id }, form: { icon } });
    expect(named.body.softwareApplication).toMatchObject({ icon, svg: { width: 256 } });
    const svg = uploads.svg();
    const uploaded = await site.owner.call(update, { params: { id }, form: { svg } });
    expect(uploaded.body.softwareApplication).toMatchObject({ icon: '', svg: { width: 64 } });
  });

  test.each([
    ['an empty name', { name: '' }, { name: 'Enter the application name.' }],
    [
      'a javascript: link',
      { link: 'javascript:alert(1)' },
      { link: 'The link must start with http:// or https://.' },
    ],
  ])('rejects %s', async (_, form, fields) => {
    const { status, body } = await site.owner.call(update, { params: { id: UNKNOWN }, form });
    expect(status).toBe(400);
    expect(body.fields).toEqual(fields);
  });

  test('returns 404 for an unknown one', async () => {
    const sent = { params: { id: UNKNOWN }, form: { name: 'x' } };
    expect((await site.owner.call(update, sent)).status).toBe(404);
  });
});

describe('deleting a software application', () => {
  test('deletes one', async () => {
    const { body } = await site.owner.call(add, { form: { name: 'Gone', svg: uploads.svg() } });
    const { _id: id } = body.softwareApplication;
    const removed = await site.owner.call(remove, { params: { id } });
    expect(removed.body).toEqual({
      success: true,
      message: 'Software application deleted.',
      trashed: [{ noun: 'software-application', id }],
    });
    const { softwareApplications } = (await site.owner.call(list)).body;
    expect(softwareApplications.map(({ name }) => name)).not.toContain('Gone');
  });

  test.each([UNKNOWN, 'not-an-id'])('returns 404 for %s', async (id) => {
    const { status, body } = await site.owner.call(remove, { params: { id } });
    expect(status).toBe(404);
    expect(body.message).toBe(
      'This software application does not exist. It may have been deleted.',
    );
  });
});
