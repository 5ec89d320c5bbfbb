import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { file, uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mediaStore } from '../../media/media-store.ts';

const { list, add } = calls.image;

const FIELDS = {
  title: 'Difference Engine',
  description: 'Computes tables.',
  technologies: 'Brass',
  stack: 'Mern',
  deployed: 'No',
};

const site = useApp();
let picture: File;
let others: File[];
beforeAll(async () => {
  picture = await uploads.png(600, 300);
  others = await Promise.all([601, 602, 603, 604].map((width) => uploads.png(width, 300)));
});
beforeEach(async () => {
  await sql`delete from project`.execute(site.app.db);
  await sql`delete from revision`.execute(site.app.db);
  await sql`delete from trash`.execute(site.app.db);
  await sql`delete from skill`.execute(site.app.db);
  await sql`update owner set avatar = null, resume = null`.execute(site.app.db);
  await sql`delete from media`.execute(site.app.db);
});

async function upload(image: File, headers: Record<string, string> = {}) {
  const { status, body } = await site.owner.call(add, { form: { image }, headers });
  return { status, ...body.image };
}

async function uploadAll(): Promise<string[]> {
  const names = [];
  for (const image of [picture, ...others]) names.push((await upload(image)).name);
  return names;
}

async function addProject(change: object) {
  const { status, body } = await site.owner.call(calls.project.add, {
    json: { ...FIELDS, ...change },
  });
  expect(status).toBe(201);
  return body.project;
}

describe('uploading an image', () => {
  test('returns its name, its sizes and when it was uploaded', async () => {
    const { status, name, image, uploadedAt, alt } = await upload(picture);
    expect(status).toBe(201);
    expect(image).toMatchObject({
      width: 600,
      height: 300,
      variants: [{ width: 320 }, { width: 480 }],
    });
    expect(image.url).toBe(`http://vitrine.test/media/${name}`);
    expect(Math.abs(Date.now() - Date.parse(uploadedAt))).toBeLessThan(60_000);
    expect(alt).toBe('');
    expect((await site.app.visitor().fetch(`/media/${name}`)).status).toBe(200);
  });

  test('stores the same file once, also if the response to the first request was lost', async () => {
    const headers = { 'idempotency-key': 'lost' };
    const first = await upload(picture, headers);
    expect(await upload(picture, headers)).toEqual(first);
    expect(await upload(picture)).toEqual(first);
    expect((await site.owner.call(list)).body.images).toHaveLength(1);
  });

  test.each([
    ['an SVG', () => uploads.svg(), 400, 'The image must be a PNG, JPG, GIF, WebP or AVIF image.'],
    ['a PDF', () => uploads.pdf(), 400, 'The image must be a PNG, JPG, GIF, WebP or AVIF image.'],
    [
      'a file above 10 MB',
      () => file(Buffer.alloc(10 * 1024 * 1024 + 1), 'a.png'),
      413,
      'The image is larger than 10 MB. Choose a smaller file.',
    ],
  ])('rejects %s', async (_, rejected, status, message) => {
    const response = await site.owner.call(add, { form: { image: rejected() } });
    expect([response.status, response.body.fields]).toEqual([status, { image: message }]);
  });
});

describe('the library', () => {
  test('lists the newest image first, in pages', async () => {
    const names = await uploadAll();
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const query: Record<string, string> = { limit: '2', ...(before && { before }) };
      const { images, next } = (await site.owner.call(list, { query })).body;
      seen.push(...images.map(({ name }) => name));
      before = next;
    } while (before !== null);
    expect(seen).toEqual(names.toReversed());
  });

  test('lists each image once if several were stored at the same moment', async () => {
    const names = await uploadAll();
    await sql`update media set created_at = now()`.execute(site.app.db);
    const first = (await site.owner.call(list, { query: { limit: '3' } })).body;
    const query = { limit: '3', before: first.next ?? '' };
    const second = (await site.owner.call(list, { query })).body;
    const seen = [...first.images, ...second.images].map(({ name }) => name);
    expect(seen.toSorted()).toEqual(names.toSorted());
    expect(second.next).toBeNull();
  });

  test('leaves out icons and PDFs', async () => {
    const { name } = await upload(picture);
    await site.owner.call(calls.skill.add, {
      form: { title: 'Brass', proficiency: '80', svg: uploads.svg() },
    });
    await site.owner.call(calls.user.updateProfile, { form: { resume: uploads.pdf() } });
    const stored = await sql`select from media`.execute(site.app.db);
    expect(stored.rows).toHaveLength(3);
    const { images } = (await site.owner.call(list)).body;
    expect(images.map((image) => image.name)).toEqual([name]);
  });

  test('returns the alternative text that a project has for an image', async () => {
    const [banner = '', wheel = '', lever = ''] = await uploadAll();
    await addProject({
      banner,
      bannerAlt: 'The engine',
      gallery: [
        { image: lever, alt: '' },
        { image: wheel, alt: 'A wheel' },
      ],
    });
    const { images } = (await site.owner.call(list)).body;
    const alts = new Map(images.map(({ name, alt }) => [name, alt]));
    expect([banner, wheel, lever].map((name) => alts.get(name))).toEqual([
      'The engine',
      'A wheel',
      '',
    ]);
  });
});

describe('the cleanup', () => {
  const sweep = () => mediaStore(site.app.files).sweep(site.app.db);
  const daysLater = (days: number) =>
    sql`update media set orphaned_at = orphaned_at - interval '1 day' * ${days}`.execute(
      site.app.db,
    );

  test('deletes an image that nothing uses after 7 days', async () => {
    const { name } = await upload(picture);
    await sweep();
    await daysLater(6);
    await sweep();
    expect((await site.app.visitor().fetch(`/media/${name}`)).status).toBe(200);
    await daysLater(2);
    await sweep();
    expect((await site.app.visitor().fetch(`/media/${name}`)).status).toBe(404);
    expect((await site.owner.call(list)).body.images).toEqual([]);
  });

  test('keeps the images of banners, galleries, case studies and drafts', async () => {
    const [banner = '', gallery = '', body = '', draft = '', unused = ''] = await uploadAll();
    const { _id: id } = await addProject({
      banner,
      gallery: [{ image: gallery }],
      body: `![A lever](/media/${body})`,
    });
    const json = { gallery: [{ image: draft }], body: '' };
    const saved = await site.owner.call(calls.project.saveDraft, { params: { id }, json });
    expect(saved.status).toBe(200);
    // The history keeps its images too: without it, only the project does.
    await sql`delete from revision`.execute(site.app.db);
    await sweep();
    await daysLater(8);
    await sweep();
    const names = (await site.owner.call(list)).body.images.map(({ name }) => name);
    expect(names).toEqual([draft, body, gallery, banner]);
    expect(names).not.toContain(unused);
  });
});
