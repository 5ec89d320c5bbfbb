import { calls } from '@vitrine/contract/calls';
import { namesOf, recordOf } from '@vitrine/contract/collections';
import { STACKS } from '@vitrine/contract/options';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { file, uploads } from '@vitrine/testing/uploads';
import { beforeAll, describe, expect, test } from 'vitest';

const { list, get, add, update, remove } = calls.project;
const WORDS = {
  title: 'Difference Engine',
  description: 'Computes tables. Prints them. Never tires.',
  technologies: 'Brass, Steam, Patience',
  stack: 'Full Stack',
  deployed: 'No',
  gitRepoLink: 'https://github.com/ada/engine',
  projectLink: 'https://engine.example.com',
};

const site = useApp();
let banner: File;
beforeAll(async () => {
  banner = await uploads.png(64, 36);
});

async function addProject(change: Record<string, string> = {}) {
  const { body } = await site.owner.call(add, {
    form: { ...WORDS, ...change, projectBanner: banner },
  });
  return body.project;
}

describe('adding a project', () => {
  test('adds a project with its banner and returns it alone and in the list', async () => {
    const { status, body } = await site.owner.call(add, {
      form: { ...WORDS, projectBanner: await uploads.png(640, 360) },
    });
    expect(status).toBe(201);
    expect(body.message).toBe('Project added.');
    expect(body.project).toMatchObject({
      ...WORDS,
      version: 1,
      projectBanner: { width: 640, height: 360 },
    });
    expect(body.project.projectBanner.variants?.map((variant) => variant.width)).toEqual([
      320, 480,
    ]);
    expect(body.project.projectBanner.placeholder).toMatch(/^data:image\/webp;base64,/);
    const one = await site.owner.call(get, { params: { id: body.project._id } });
    expect(one.body).toEqual({ success: true, project: body.project });
    const { body: caseStudy, gallery, draft, images, ...listed } = body.project;
    expect([caseStudy, gallery, draft]).toEqual(['', [], null]);
    expect(images).toHaveLength(1);
    expect((await site.owner.call(list)).body.projects).toContainEqual(listed);
  });

  test('keeps more links in their order, names them, and takes each once', async () => {
    const links = [
      { url: 'archive.example.org/scan', label: 'Read the scan' },
      { url: 'https://www.npmjs.com/package/engine' },
    ];
    const stored = [
      { url: 'https://archive.example.org/scan', label: 'Read the scan' },
      { url: 'https://www.npmjs.com/package/engine', label: 'npm' },
    ];
    const project = await addProject({ links: JSON.stringify(links) });
    expect(project.links).toEqual(stored);
    const { projects } = (await site.owner.call(list)).body;
    expect(projects.find(({ _id }) => _id === project._id)?.links).toEqual(stored);
    const params = { id: project._id };
    const twice = { json: { links: [...stored, ...stored] } };
    expect(await site.owner.call(update, { params, ...twice })).toMatchObject({
      status: 400,
      body: { fields: { 'links.2.url': 'This link is already in the list.' } },
    });
    const removed = await site.owner.call(update, { params, json: { links: [] } });
    expect(removed.body.project.links).toEqual([]);
  });

  test('centers the focal point of a banner by default', async () => {
    const project = await addProject();
    expect(project.projectBanner.focalPoint).toEqual({ x: 50, y: 50 });
    const other = await addProject({ bannerFocalX: '0', bannerFocalY: '100' });
    expect(other.projectBanner.focalPoint).toEqual({ x: 0, y: 100 });
    const { projects } = (await site.owner.call(list)).body;
    expect(projects.at(-1)?.projectBanner.focalPoint).toEqual({ x: 0, y: 100 });
  });

  test('lists projects in the order they were added', async () => {
    const ids = [];
    for (const title of ['b', 'a', 'c']) ids.push((await addProject({ title }))._id);
    const { projects } = (await site.owner.call(list)).body;
    expect(projects.slice(-3).map((project) => project._id)).toEqual(ids);
  });

  test('needs only a title', async () => {
    const { status, body } = await site.owner.call(add, { form: { title: 'Annals' } });
    expect([status, body.message]).toEqual([201, 'Project added.']);
    const none = { ...recordOf(namesOf(WORDS), () => ''), title: 'Annals' };
    const expected = { ...none, state: 'published', projectBanner: { url: '' } };
    expect(body.project).toMatchObject(expected);
    expect((await site.owner.call(list)).body.projects.at(-1)).toMatchObject(expected);
    await expect
      .poll(async () => {
        await site.app.waitUntilIdle();
        const { projects } = (await site.app.visitor().call(calls.public.portfolio)).body;
        return projects.at(-1);
      })
      .toMatchObject({ ...none, projectBanner: { url: '' } });
  });

  test.each([...STACKS, 'Essay', 'x'.repeat(60)])('accepts the stack %s', async (stack) => {
    expect(await addProject({ stack: ` ${stack} ` })).toMatchObject({ stack });
  });

  test('treats fields that are sent empty as left out', async () => {
    const form = { ...recordOf(namesOf(WORDS), () => ''), title: 'Annals', banner: '' };
    const { status, body } = await site.owner.call(add, { form });
    expect(status).toBe(201);
    const { banner: _, ...none } = form;
    expect(body.project).toMatchObject({ ...none, projectBanner: { url: '' } });
  });

  test.each([
    ['without spaces', 'a,b', 'a, b'],
    ['with too many of them', ' React ,Node.js,,  CSS , ', 'React, Node.js, CSS'],
    ['one per line', 'React\r\nNode.js\nCSS', 'React, Node.js, CSS'],
    ['as specified', 'Brass, Steam', 'Brass, Steam'],
    ['as nothing but commas', ' , ,', ''],
  ])(
    'technologies %s are stored with a comma and a space between them',
    async (_, sent, stored) => {
      expect(await addProject({ technologies: sent })).toMatchObject({ technologies: stored });
    },
  );

  test('preserves line breaks in a description', async () => {
    const description = 'It opens.\r\nIt closes.\r\n\r\nIt stays shut';
    expect(await addProject({ description })).toMatchObject({ description });
  });

  test.each([
    ['github.com/me', 'https://github.com/me'],
    [' www.Example.co.uk:8080/a?b#c ', 'https://www.Example.co.uk:8080/a?b#c'],
    ['bücher.example', 'https://bücher.example'],
    ['http://example.com', 'http://example.com'],
  ])('stores the link %s as %s', async (sent, stored) => {
    expect(await addProject({ projectLink: sent })).toMatchObject({ projectLink: stored });
  });

  const HTTP = 'must start with http:// or https://.';
  test.each([
    ['no title', { title: '' }, { title: 'Enter the title.' }],
    [
      'a title that is too long',
      { title: 'x'.repeat(121) },
      { title: 'The title can have at most 120 characters.' },
    ],
    [
      'a stack that is too long',
      { stack: 'x'.repeat(61) },
      { stack: 'The stack can have at most 60 characters.' },
    ],
    [
      'an unknown deployed value',
      { deployed: 'Maybe' },
      { deployed: 'The deployed field must be one of: Yes, No.' },
    ],
    [
      'a javascript: link',
      { projectLink: 'javascript:alert(1)' },
      { projectLink: `The project link ${HTTP}` },
    ],
    [
      'a javascript: link in mixed case',
      { projectLink: 'jAvAsCrIpT:alert(1)' },
      { projectLink: `The project link ${HTTP}` },
    ],
    [
      'a javascript: link that contains a tab',
      { projectLink: 'java\tscript:alert(1)' },
      { projectLink: `The project link ${HTTP}` },
    ],
    [
      'a host without a domain',
      { projectLink: 'localhost' },
      { projectLink: `The project link ${HTTP}` },
    ],
    [
      'an email address as a link',
      { projectLink: 'ada@example.com' },
      { projectLink: `The project link ${HTTP}` },
    ],
    [
      'a data: link',
      { gitRepoLink: 'data:text/html,x' },
      { gitRepoLink: `The Github repository link ${HTTP}` },
    ],
    [
      'several invalid fields',
      { startedOn: 'spring', endedOn: 'last year', slug: 'My lock', gallery: '[{"decorative":1}]' },
      {
        slug: 'Use small letters, digits and hyphens for the address, like my-project.',
        startedOn: 'Use 2024 or 2024-09.',
        endedOn: 'Use 2024 or 2024-09.',
        'gallery.0.image': 'Choose the image.',
        'gallery.0.decorative': 'Set it to true or false.',
      },
    ],
    [
      'a NUL',
      { title: 'a\0b' },
      { title: 'Enter the title without the character that cannot be stored.' },
    ],
    [
      'a focal point outside the banner',
      { bannerFocalX: '101' },
      { bannerFocalX: 'The horizontal focus must be a whole number from 0 to 100.' },
    ],
    ['an id', { _id: UNKNOWN }, { _id: 'There is no field named _id.' }],
    ['a version', { version: '7' }, { version: 'There is no field named version.' }],
  ])('rejects %s', async (_, change, fields) => {
    const { status, body } = await site.owner.call(add, {
      form: { ...WORDS, ...change, projectBanner: banner },
    });
    expect(status).toBe(400);
    const message = [...new Set(Object.values(fields))].join(' ');
    expect(body).toEqual({ success: false, message, fields });
  });

  test.each([
    [
      'text as a banner',
      { projectBanner: file('<html>', 'a.png', 'image/png') },
      { projectBanner: 'The banner must be a PNG, JPG, GIF, WebP or AVIF image.' },
    ],
    [
      'an SVG as a banner',
      { projectBanner: uploads.svg() },
      { projectBanner: 'The banner must be a PNG, JPG, GIF, WebP or AVIF image.' },
    ],
  ])('rejects %s', async (_, form, fields) => {
    const { status, body } = await site.owner.call(add, { form: { ...WORDS, ...form } });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: Object.values(fields)[0], fields });
  });

  test('rejects a banner above 10 MB with a message after reading all of it', async () => {
    const large = file(Buffer.alloc(11 * 1024 * 1024, 1), 'large.png');
    const { status, body } = await site.owner.call(add, {
      form: { ...WORDS, projectBanner: large },
    });
    expect(status).toBe(413);
    expect(body.message).toBe('The banner is larger than 10 MB. Choose a smaller file.');
    expect(body.fields).toEqual({
      projectBanner: 'The banner is larger than 10 MB. Choose a smaller file.',
    });
  });
});

test.each([UNKNOWN, 'not-an-id'])('returns 404 for the project %s', async (id) => {
  const { status, body } = await site.owner.call(get, { params: { id } });
  expect(status).toBe(404);
  expect(body).toEqual({
    success: false,
    message: 'This project does not exist. It may have been deleted.',
  });
});

describe('updating a project', () => {
  test('updates only the fields that are sent', async () => {
    const project = await addProject();
    const { status, body } = await site.owner.call(update, {
      params: { id: project._id },
      form: { title: 'Analytical Engine' },
    });
    expect(status).toBe(200);
    expect(body.message).toBe('Project updated.');
    expect(body.project).toEqual({ ...project, title: 'Analytical Engine', version: 2 });
    expect((await site.owner.call(get, { params: { id: project._id } })).body.project).toEqual(
      body.project,
    );
  });

  test('changes the focal point and resets it for a new banner', async () => {
    const params = { id: (await addProject())._id };
    const change = async (form: Record<string, string | File>) =>
      (await site.owner.call(update, { params, form })).body.project.projectBanner.focalPoint;
    expect(await change({ bannerFocalX: '20', bannerFocalY: '80' })).toEqual({ x: 20, y: 80 });
    expect(await change({ title: 'Lock' })).toEqual({ x: 20, y: 80 });
    expect(await change({ projectBanner: await uploads.png(32, 32) })).toEqual({ x: 50, y: 50 });
    const both = { projectBanner: await uploads.png(32, 30), bannerFocalX: '1' };
    expect(await change(both)).toEqual({ x: 1, y: 50 });
  });

  test('changes the banner unless the file is empty', async () => {
    const project = await addProject();
    const params = { id: project._id };
    const changed = await site.owner.call(update, {
      params,
      form: { projectBanner: await uploads.jpg(40, 30) },
    });
    expect(changed.body.project.projectBanner).toMatchObject({ width: 40, height: 30 });
    const unchanged = await site.owner.call(update, {
      params,
      form: { title: 'b', projectBanner: file('', '') },
    });
    expect(unchanged.body.project.projectBanner).toEqual(changed.body.project.projectBanner);
  });

  test('removes everything but the title', async () => {
    const project = await addProject();
    const { title, ...words } = WORDS;
    const none = recordOf(namesOf(words), () => '');
    const { status, body } = await site.owner.call(update, {
      params: { id: project._id },
      form: { ...none, banner: '' },
    });
    expect(status).toBe(200);
    expect(body.project).toMatchObject({ title, ...none, projectBanner: { url: '' } });
    const undone = await site.owner.call(calls.history.undo, {
      params: { id: body.revision ?? '' },
    });
    expect(undone.status).toBe(200);
    const { version, ...before } = project;
    expect(
      (await site.owner.call(get, { params: { id: project._id } })).body.project,
    ).toMatchObject(before);
  });

  test('accepts JSON without a file', async () => {
    const project = await addProject();
    const { body } = await site.owner.call(update, {
      params: { id: project._id },
      json: { deployed: 'Yes', version: 1 },
    });
    expect(body.project).toMatchObject({ deployed: 'Yes', version: 2 });
  });

  test('rejects an outdated version and changes nothing', async () => {
    const project = await addProject();
    const params = { id: project._id };
    const first = await site.owner.call(update, { params, form: { title: 'First', version: '1' } });
    const second = await site.owner.call(update, {
      params,
      form: { title: 'Second', version: '1', projectBanner: await uploads.jpg() },
    });
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.body.message).toMatch(/changed after you opened it/);
    expect((await site.owner.call(get, { params })).body.project).toEqual(first.body.project);
  });

  test('accepts one of many concurrent updates of a version', async () => {
    const params = { id: (await addProject())._id };
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        site.owner.call(update, { params, form: { title: `Tab ${n}`, version: '1' } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  test.each([
    ['an empty title', { title: '' }, 'title'],
    ['an unknown deployed value', { deployed: 'Maybe' }, 'deployed'],
    ['a javascript: link', { gitRepoLink: 'javascript:1' }, 'gitRepoLink'],
    ['an id', { _id: UNKNOWN }, '_id'],
    ['an invalid version', { version: 'new' }, 'version'],
  ])('rejects %s and changes nothing', async (_, form, field) => {
    const project = await addProject();
    const params = { id: project._id };
    const { status, body } = await site.owner.call(update, { params, form });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    expect((await site.owner.call(get, { params })).body.project).toEqual(project);
  });

  test.each([UNKNOWN, 'not-an-id'])('returns 404 for %s', async (id) => {
    expect((await site.owner.call(update, { params: { id }, form: { title: 'a' } })).status).toBe(
      404,
    );
  });
});

describe('deleting a project', () => {
  test('deletes a project', async () => {
    const params = { id: (await addProject())._id };
    const { body } = await site.owner.call(remove, { params });
    expect(body).toMatchObject({ success: true, message: 'Project deleted.' });
    expect((await site.owner.call(get, { params })).status).toBe(404);
  });

  test.each([UNKNOWN, 'not-an-id'])('returns 404 for %s', async (id) => {
    expect((await site.owner.call(remove, { params: { id } })).status).toBe(404);
  });
});

test('lists many projects with one query besides the session’s', async () => {
  for (const title of ['One', 'Two', 'Three']) await addProject({ title });
  await site.app.waitUntilIdle();
  const before = site.app.statements.length;
  const { body } = await site.owner.call(list);
  const statements = site.app.statements.slice(before);
  expect(body.projects.length).toBeGreaterThan(3);
  expect(statements).toEqual([
    expect.stringMatching(/from "session"/),
    expect.stringMatching(/from "project" as item left join media/),
  ]);
});
