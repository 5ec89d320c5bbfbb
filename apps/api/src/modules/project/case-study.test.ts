import { createHash } from 'node:crypto';
import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const { add, update, get } = calls.project;

const FIELDS = {
  title: 'Difference Engine',
  description: 'Computes tables.',
  technologies: 'Brass, Steam',
  stack: 'Mern',
  deployed: 'No',
};

const site = useApp();
let images: string[];
beforeAll(async () => {
  images = [];
  for (const width of [600, 601, 602]) {
    const form = { image: await uploads.png(width, 300) };
    images.push((await site.owner.call(calls.image.add, { form })).body.image.name);
  }
});
beforeEach(async () => {
  await sql`delete from project`.execute(site.app.db);
});

async function addProject(change: object = {}) {
  const json = { ...FIELDS, banner: images[0], ...change };
  return site.owner.call(add, { json });
}

async function publicProject(name: string) {
  await site.app.waitUntilIdle();
  const params = { id: name };
  const read = () => site.app.visitor().call(calls.public.project, { params });
  // The first case study loads the renderer.
  await expect.poll(async () => (await read()).status).toBe(200);
  return (await read()).body.project;
}

describe('a case study', () => {
  test.each([
    ['LF', 'One\n\nTwo\n'],
    ['CRLF', 'One\r\n\r\nTwo\r\n'],
    ['a mix', ' \tOne\r\n\nTwo\r\rThree \n\n\n  '],
    ['other characters', '﻿“é”\u2028\u0085\u{1F469}\u200D\u{1F52C}\x01\x7f'],
  ])('keeps its line breaks and spaces: %s', async (_, body) => {
    const { _id: id } = (await addProject({ body })).body.project;
    expect((await site.owner.call(get, { params: { id } })).body.project.body).toBe(body);
    const form = { body: new File([`${body}!`], 'story.md', { type: 'text/markdown' }) };
    const changed = await site.owner.call(update, { params: { id }, form });
    expect(changed.body.project.body).toBe(`${body}!`);
  });

  test('can have 50,000 characters', async () => {
    expect((await addProject({ body: '€'.repeat(50_000) })).status).toBe(201);
    const { status, body } = await addProject({ body: 'x'.repeat(50_001) });
    expect([status, body.fields]).toEqual([
      400,
      { body: 'The case study can have at most 50,000 characters.' },
    ]);
  });

  test('can contain what looks like the name of a file and is thousands of letters long', async () => {
    const letters = Array.from({ length: 200 }, (_, index) =>
      createHash('sha1').update(`${index}`),
    );
    const name = `${'0'.repeat(64)}.${letters.map((hash) => hash.digest('hex')).join('')}`;
    expect((await addProject({ body: name })).status).toBe(201);
  });

  test('is rendered for visitors, with its pictures and highlighted code', async () => {
    const body = `# The problem\n\n![A lever](/media/${images[1]} "Built in 1843")\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n<script>alert(1)</script>`;
    await addProject({ body });
    const { bodyHtml, body: source } = await publicProject('difference-engine');
    expect(source).toBe(body);
    expect(bodyHtml).toContain('<h2 id="s-the-problem">The problem</h2>');
    expect(bodyHtml).toMatch(
      new RegExp(`<img src="http[^"]+/media/${images[1]}"[^>]+alt="A lever"`),
    );
    expect(bodyHtml).toContain('<figcaption>Built in 1843</figcaption>');
    expect(bodyHtml).toContain('hljs-keyword');
    expect(bodyHtml).not.toContain('script');
  });

  test('is rendered once, and again after a change', async () => {
    const { _id: id } = (await addProject({ body: 'One' })).body.project;
    const html = async () => (await publicProject(id)).bodyHtml;
    await expect.poll(html).toBe('<p>One</p>');
    await sql`update project_html set html = '<p>Kept</p>'`.execute(site.app.db);
    await site.owner.call(update, { params: { id }, json: { title: 'Other' } });
    await expect.poll(html).toBe('<p>Kept</p>');
    await site.owner.call(update, { params: { id }, json: { body: 'Two' } });
    await expect.poll(html).toBe('<p>Two</p>');
  });

  test('is not in the portfolio, which every page loads', async () => {
    await addProject({ body: 'Xylograph', gallery: [{ image: images[1], alt: 'Xylograph' }] });
    await site.app.waitUntilIdle();
    const response = await site.app.visitor().fetch('/api/v1/public/portfolio');
    expect(await response.text()).not.toContain('Xylograph');
  });
});

describe('a gallery', () => {
  test('keeps its order, texts and focal points', async () => {
    const gallery = [
      { image: images[2], alt: 'A wheel', caption: 'From above' },
      { image: images[1], decorative: true, focalX: 10, focalY: 90 },
    ];
    const { _id: id } = (await addProject({ gallery })).body.project;
    const project = await publicProject(id);
    expect(project.gallery).toMatchObject([
      { name: images[2], alt: 'A wheel', caption: 'From above', decorative: false },
      { name: images[1], alt: '', decorative: true, image: { focalPoint: { x: 10, y: 90 } } },
    ]);
    const json = { gallery: gallery.toReversed() };
    const { body } = await site.owner.call(update, { params: { id }, json });
    expect(body.project.gallery.map(({ name }) => name)).toEqual([images[1], images[2]]);
  });

  test('is sent as JSON text in a form', async () => {
    const { _id: id } = (await addProject()).body.project;
    const form = { gallery: JSON.stringify([{ image: images[1], alt: 'A wheel' }]) };
    const { body } = await site.owner.call(update, { params: { id }, form });
    expect(body.project.gallery).toMatchObject([{ name: images[1], alt: 'A wheel' }]);
  });

  test.each([
    ['an image that does not exist', [{ image: `${'0'.repeat(64)}.png` }], 'gallery'],
    ['a path', [{ image: '../../etc/passwd' }], 'gallery.0.image'],
    ['21 images', Array(21).fill({ image: `${'0'.repeat(64)}.png` }), 'gallery'],
    ['an unknown key', [{ image: `${'0'.repeat(64)}.png`, src: 'x' }], 'src'],
    ['text that is not JSON', '[', 'gallery'],
  ])('with %s is rejected', async (_, gallery, field) => {
    const { status, body } = await addProject({ gallery });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  test('does not take an icon or a file for a picture', async () => {
    const icon = await site.owner.call(calls.skill.add, {
      form: { title: 'a', proficiency: '1', svg: uploads.svg() },
    });
    const name = icon.body.skill.svg.url.split('/').at(-1) ?? '';
    const { status } = await addProject({ gallery: [{ image: name }] });
    expect(status).toBe(400);
    expect((await addProject({ banner: name })).body.fields).toHaveProperty('projectBanner');
  });
});

describe('the address of a project', () => {
  const slugOf = async (title: string) => (await addProject({ title })).body.project.slug;

  test('comes from its title', async () => {
    expect(await slugOf('Über die Brücke!')).toBe('uber-die-brucke');
    expect(await slugOf('über   die  BRÜCKE')).toBe('uber-die-brucke-2');
    expect(await slugOf('__proto__')).toBe('proto');
    expect((await slugOf('x'.repeat(120))).length).toBeLessThanOrEqual(80);
  });

  test.each([
    ['مشروع العمارة', 'مشروع-العمارة'],
    ['東京の橋', '東京の橋'],
    ['Мой новый сайт', 'мой-новый-сайт'],
    ['हिन्दी परियोजना', 'हिन्दी-परियोजना'],
    ['Café 東京 №5', 'cafe-東京-no5'],
    ['🎨🎉', 'project'],
  ])('keeps the letters of %s, redirects and is sent encoded', async (title, slug) => {
    const { _id: id, slug: made } = (await addProject({ title })).body.project;
    expect(made).toBe(slug);
    expect((await publicProject(slug))._id).toBe(id);
    await site.owner.call(update, { params: { id }, json: { slug: `${slug}-ж` } });
    await site.app.waitUntilIdle();
    const url = `${site.app.origin}/api/v1/public/projects/${encodeURIComponent(slug)}`;
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([
      301,
      `/api/v1/public/projects/${encodeURIComponent(`${slug}-ж`)}`,
    ]);
    await site.owner.call(calls.project.remove, { params: { id } });
  });

  test('stays when the title changes', async () => {
    const { _id: id, slug } = (await addProject()).body.project;
    const { body } = await site.owner.call(update, { params: { id }, json: { title: 'Other' } });
    expect(body.project.slug).toBe(slug);
  });

  test('redirects after it has changed, also after several times', async () => {
    const { _id: id } = (await addProject({ slug: 'one' })).body.project;
    for (const slug of ['two', 'three'])
      await site.owner.call(update, { params: { id }, json: { slug } });
    await site.app.waitUntilIdle();
    for (const slug of ['one', 'two']) {
      const url = `${site.app.origin}/api/v1/public/projects/${slug}`;
      const response = await fetch(url, { redirect: 'manual' });
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe('/api/v1/public/projects/three');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await publicProject('THREE'))._id).toBe(id);
  });

  test('belongs to the project that has it now, not to one that had it', async () => {
    const { _id: id } = (await addProject({ slug: 'one' })).body.project;
    await site.owner.call(update, { params: { id }, json: { slug: 'two' } });
    const other = (await addProject({ slug: 'one' })).body.project;
    expect((await publicProject('one'))._id).toBe(other._id);
    await site.owner.call(calls.project.remove, { params: { id: other._id } });
    expect((await publicProject('one'))._id).toBe(id);
  });

  test('that another project has is rejected', async () => {
    await addProject({ slug: 'one' });
    const { status, body } = await addProject({ slug: 'one' });
    expect([status, body.fields]).toEqual([400, { slug: 'Another project has this address.' }]);
  });

  test.each(['../x', 'a b', 'É', '-a', 'a--b', 'a/b', '%2e%2e'])('%s is rejected', async (slug) => {
    const { status, body } = await addProject({ slug });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['slug']]);
  });

  test('is free again in the trash, and a restored project gets another one', async () => {
    const { _id: id } = (await addProject({ slug: 'one' })).body.project;
    const { body } = await site.owner.call(calls.project.remove, { params: { id } });
    await addProject({ slug: 'one' });
    const { status } = await site.owner.call(calls.trash.restore, {
      json: { items: body.trashed },
    });
    expect(status).toBe(200);
    const restored = (await site.owner.call(get, { params: { id } })).body.project;
    expect(restored.slug).toBe('difference-engine');
  });

  test('of twelve projects added at once are all different', async () => {
    const added = await Promise.all(Array.from({ length: 12 }, () => addProject()));
    expect(new Set(added.map(({ body }) => body.project.slug)).size).toBe(12);
  });
});
