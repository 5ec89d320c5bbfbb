import { readFileSync } from 'node:fs';
import { calls } from '@vitrine/contract/calls';
import type { ImportProposal } from '@vitrine/contract/import';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { zipOf } from '@vitrine/testing/linkedin-export';
import { uploads } from '@vitrine/testing/uploads';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import expectedPosts from './fixtures/markdown/expected.json' with { type: 'json' };

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.owner();
});
afterAll(() => app.stop());

type Files = Readonly<Record<string, string | Uint8Array>>;

async function read(files: Files) {
  const { status, body } = await owner.call(calls.import.read, {
    query: { name: 'posts.zip' },
    file: zipOf(files),
  });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

/** Stores the pictures of proposals as the dashboard does, and imports them. */
async function apply(proposals: readonly ImportProposal[], files: Files): Promise<string> {
  let items = JSON.stringify(proposals.map(({ item }) => item));
  for (const { name, path } of proposals.flatMap(({ pictures }) => pictures)) {
    const form = { image: new File([Uint8Array.from(Buffer.from(files[path] ?? ''))], 'a.png') };
    const { body } = await owner.call(calls.image.add, { form });
    items = items.replaceAll(name, body.image.name);
  }
  const json = { items: JSON.parse(items), isPublished: true };
  const { status, body } = await owner.call(calls.import.apply, { json });
  expect([status, body.message]).toEqual([201, `Imported ${proposals.length} items.`]);
  return body.id;
}

async function allPosts() {
  const { posts } = (await owner.call(calls.post.list)).body;
  const details = await Promise.all(
    posts.map(({ _id: id }) => owner.call(calls.post.get, { params: { id } })),
  );
  return details.map(({ body }) => body.post);
}

async function exportPosts(): Promise<Record<string, Uint8Array>> {
  const response = await owner.fetch('/api/v1/post/export');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="posts.zip"');
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

interface ExpectedPost {
  readonly slug: string;
  readonly isDraft?: boolean;
  /** The paths of its pictures. The first one is the cover if `hasCover`. */
  readonly pictures?: readonly string[];
  /** With `{0}` for the address of the first picture. */
  readonly body: string;
}

/** 40 files of three generators, as their authors write them. */
const EXPECTED: Readonly<Record<string, ExpectedPost>> = expectedPosts;
const PATHS = Object.keys(EXPECTED);
const PICTURES = Object.values(EXPECTED).flatMap(({ pictures }) => pictures ?? []);

function readFixtures(paths: readonly string[]): Files {
  const folder = new URL('fixtures/markdown/', import.meta.url);
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(new URL(path, folder), 'utf8')]),
  );
}

/** The fields of a proposal in the form of the expectations. */
function toExpected({ item, pictures }: ImportProposal): Record<string, unknown> {
  if (item.kind !== 'add-post') return {};
  const { title, slug, date, tags, summary, cover, coverAlt, body = '' } = item.fields;
  return {
    ...{ title, slug, date, tags, summary, coverAlt, isDraft: item.isDraft },
    pictures: pictures.map(({ path }) => path),
    hasCover: cover !== '' && pictures.some(({ name }) => name === cover),
    body: pictures.reduce(
      (text, { name }, index) => text.replaceAll(`/media/${name}`, `{${index}}`),
      body,
    ),
  };
}

const EMPTY = {
  ...{ date: '', tags: [], summary: '', coverAlt: '', isDraft: false },
  ...{ pictures: [], hasCover: false },
};

describe('40 Markdown files of three generators', () => {
  let files: Files;
  beforeAll(async () => {
    const bytes = await uploads.png().then((file) => file.bytes());
    files = {
      ...readFixtures(PATHS),
      ...Object.fromEntries(PICTURES.map((path) => [path, bytes])),
    };
  });

  test.each(['hugo', 'astro', 'jekyll'])('every field of %s is read', async (generator) => {
    const paths = PATHS.filter((path) => path.startsWith(generator));
    const { proposals, problems } = await read({
      ...Object.fromEntries(PICTURES.map((path) => [path, 'x'])),
      ...readFixtures(paths),
    });
    expect(problems).toEqual([]);
    const bySlug = new Map(proposals.map((one) => [toExpected(one)['slug'], toExpected(one)]));
    const some = paths.map((path) => ({ ...EMPTY, ...EXPECTED[path] }));
    expect(bySlug).toEqual(new Map(some.map((one) => [one.slug, one])));
  });

  test('are imported and exported without loss', async () => {
    expect(PATHS).toHaveLength(40);
    const { proposals, summary } = await read(files);
    expect(summary).toBe('Read 40 posts');
    await apply(proposals, files);
    await sql`update post set published_at = '2024-05-06T12:00:00Z'
      where published_at is not null`.execute(app.db);
    const before = await allPosts();
    expect(before).toHaveLength(40);
    expect(before.filter(({ state }) => state === 'draft')).toHaveLength(
      Object.values(EXPECTED).filter(({ isDraft }) => isDraft).length,
    );

    // Importing again adds nothing.
    const again = await read(files);
    expect(again.proposals).toEqual([]);
    expect(again.existing).toHaveLength(40);

    const exported = await exportPosts();
    await sql`truncate post, trash, revision, content_import cascade`.execute(app.db);
    const copies = await read(exported);
    expect([copies.problems, copies.unsupported]).toEqual([[], []]);
    await apply(copies.proposals, exported);
    const after = await allPosts();
    const comparable = (posts: typeof before) =>
      new Map(
        posts.map(({ _id, version, images, date, ...post }) => [
          post.slug,
          // Visitors see a post without a date with the day of its publication.
          {
            ...post,
            date: date || (post.state === 'draft' ? '' : '2024-05-06'),
            pictures: images.map(({ image }) => [image.width, image.height]),
          },
        ]),
      );
    // Names of pictures follow from their bytes, which are encoded again.
    expect(withoutNames(comparable(after))).toEqual(withoutNames(comparable(before)));
  });
});

function withoutNames(posts: ReadonlyMap<string, object>) {
  const bySlug = [...posts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return bySlug.map(([slug, post]) => [
    slug,
    JSON.parse(JSON.stringify(post).replace(/[0-9a-f]{64}/g, 'name')),
  ]);
}

describe('what a review says about a Markdown file', () => {
  test('lists what was left out, and what stays as text', async () => {
    const { unsupported, problems, proposals } = await read({
      '_posts/2024-01-01-a.md':
        '---\ntitle: A\nauthor: Ada\nimage: /hero.svg\ndate: someday\n---\n{% include a %}\n![x](gone.png)',
      '_posts/2024-01-02-b.md': '---\ntitle: B\nauthor: Ada\n---\n{{< tweet >}}\n',
      '_posts/2024-01-04-d.md': '---\ntitle: D\n---\n<img src="x.png"> and `![x][y]`\n',
      '_posts/2024-01-05-e.md': '---\ntitle: E\n---\n![y]\n\n[y]: y.png\n',
      '_posts/2024-01-06-f.md': '---\ntitle: F\n---\n`<img src="x.png">`\n',
      '_posts/2024-01-03-c.md': '---\ntitle: [\n---\nText',
      'about.md': '---\ntitle: About\n---\nText',
      'README.md': '# Repository',
      'hero.svg': '<svg/>',
      '.github/pull_request.md': 'Text',
    });
    expect(unsupported).toEqual([
      'README.md, which is not a post',
      'Picture /hero.svg of A',
      'Picture gone.png of A',
      'Author of 2 posts',
    ]);
    expect(problems).toEqual(['_posts/2024-01-03-c.md: its front matter cannot be read.']);
    expect(proposals.map(({ title, detail, isSelected }) => [title, detail, isSelected])).toEqual([
      ['A', 'Post · Jan 1, 2024 · Liquid tags stay as text', true],
      ['B', 'Post · Jan 2, 2024 · Shortcodes stay as text', true],
      ['D', 'Post · Jan 4, 2024 · Only pictures written as ![…](…) are imported', true],
      ['E', 'Post · Jan 5, 2024 · Only pictures written as ![…](…) are imported', true],
      ['F', 'Post · Jan 6, 2024', true],
      // A page, because other files are in _posts.
      ['About', 'Post · No date', false],
    ]);
  });

  test('keeps a post that is due later as a draft, with its date, also if others are published', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const files = {
      'hugo.md':
        '+++\ntitle = "Hugo"\ndate = 2024-01-01\npublishDate = 2098-02-03\ndraft = false\n+++\n',
      'hugo-date.md': '---\ntitle: Hugo date\ndate: 2098-02-03\ndraft: false\n---\n',
      'hugo-soon.md': `---\ntitle: Hugo soon\npublishdate: ${soon}\n---\n`,
      'astro.md': '---\ntitle: Astro\npubDate: Feb 3 2098\n---\n',
      'jekyll.md': '---\ntitle: Jekyll\ndate: 2024-01-01 10:00:00 +0100\npublished: false\n---\n',
      'past.md': '---\ntitle: Past\ndate: 2024-01-01\npublishDate: 2024-01-02\n---\n',
    };
    const { proposals, unsupported } = await read(files);
    expect(unsupported).toEqual([]);
    const today = soon.slice(0, 10);
    const due = (day: string) => `It is due on ${day}, so it stays a draft`;
    expect(proposals.map(({ title, detail }) => [title, detail])).toEqual([
      ['Astro', `Post · Draft · Feb 3, 2098 · ${due('2098-02-03')}`],
      ['Hugo date', `Post · Draft · Feb 3, 2098 · ${due('2098-02-03')}`],
      ['Hugo soon', expect.stringMatching(`^Post · Draft · .+ · ${due(today)}$`)],
      ['Hugo', `Post · Draft · Jan 1, 2024 · ${due('2098-02-03')}`],
      ['Jekyll', 'Post · Draft · Jan 1, 2024'],
      ['Past', 'Post · Jan 1, 2024'],
    ]);
    await apply(proposals, files);
    const posts = await allPosts();
    const states = posts.map(({ title, state, date }) => [title, [state, date]]);
    expect(Object.fromEntries(states)).toMatchObject({
      Hugo: ['draft', '2024-01-01'],
      'Hugo date': ['draft', '2098-02-03'],
      'Hugo soon': ['draft', today],
      Astro: ['draft', '2098-02-03'],
      Jekyll: ['draft', '2024-01-01'],
      Past: ['published', '2024-01-01'],
    });
  });

  test('finds a post that the portfolio has by its address, or by its title and date', async () => {
    const json = { title: 'Kept', slug: 'kept', date: '2024-05-05' };
    await owner.call(calls.post.addDraft, { json });
    const { proposals, existing } = await read({
      'kept.md': '---\ntitle: Another title\n---\n',
      'other.md': '---\ntitle: kept!\ndate: 2024-05-05\n---\n',
      'new.md': '---\ntitle: Kept\ndate: 2024-05-06\n---\n',
    });
    expect(existing).toEqual(['Kept', 'Kept']);
    expect(proposals.map(({ item }) => item.fields)).toMatchObject([{ slug: 'new' }]);
  });

  test('gives two posts of a file different addresses', async () => {
    const { proposals } = await read({
      'en/hello.md': '---\ntitle: Hello\n---\n',
      'fr/hello.md': '---\ntitle: Bonjour\n---\n',
    });
    expect(proposals.map(({ item }) => item.fields)).toMatchObject([
      { title: 'Hello', slug: 'hello' },
      { title: 'Bonjour', slug: 'hello-2' },
    ]);
  });
});

test('the export of a published post does not wait for its scheduled change', async () => {
  await sql`truncate post, trash, revision, content_import cascade`.execute(app.db);
  const { body } = await owner.call(calls.post.add, { form: { title: 'Tides' } });
  const params = { id: body.post._id };
  await owner.call(calls.post.saveDraft, { params, form: { title: 'Tides and moons' } });
  const publishAt = new Date(Date.now() + 60_000).toISOString();
  expect((await owner.call(calls.post.schedule, { params, json: { publishAt } })).status).toBe(200);
  const [text] = Object.values(await exportPosts()).map((bytes) => new TextDecoder().decode(bytes));
  expect(text).toContain('title: Tides');
  expect(text).not.toContain('publishDate');
});

test('a published post without a date is exported with the day that visitors see', async () => {
  await sql`truncate post, trash, revision, content_import cascade`.execute(app.db);
  await owner.call(calls.post.add, { form: { title: 'Tides' } });
  await sql`update post set published_at = '2024-05-06T12:00:00Z'`.execute(app.db);
  await owner.call(calls.post.addDraft, { form: { title: 'Not yet' } });
  const files = Object.entries(await exportPosts());
  const texts = files.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
  expect(Object.fromEntries(texts)).toEqual({
    'tides/index.md': expect.stringContaining('date: 2024-05-06'),
    'not-yet/index.md': expect.not.stringContaining('date:'),
  });
});

test('the export says so if there are no posts', async () => {
  await sql`truncate post, trash, revision, content_import cascade`.execute(app.db);
  const response = await owner.fetch('/api/v1/post/export');
  expect(response.status).toBe(409);
  expect(await response.text()).toContain('You have not written a post.');
  expect((await app.visitor().fetch('/api/v1/post/export')).status).toBe(401);
});
