import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import type { Client } from '@vitrine/testing/api-client';
import { type CitationsStandIn, startCitations } from '@vitrine/testing/citations-stand-in';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { type GithubStandIn, startGithub } from '@vitrine/testing/github-stand-in';
import { LINKEDIN_FILES, zipOf } from '@vitrine/testing/linkedin-export';
import { freePort } from '@vitrine/testing/postgres';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { craftZip } from '../support/craft-zip.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, startHost } from '../support/host.ts';

const MEGABYTE = 1024 * 1024;

let host: Host;
let github: GithubStandIn;
let citations: CitationsStandIn;
let owner: Client;
let siteUrl: string;

beforeAll(async () => {
  const PORT = String(await freePort());
  siteUrl = `http://site.localhost:${PORT}`;
  github = await startGithub();
  citations = await startCitations();
  const env = {
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    SITE_URL: siteUrl,
    GITHUB_API_URL: github.url,
    ...citations.settings,
  };
  host = await startHost({ env });
  owner = await host.owner();
});
afterAll(async () => {
  await host.stop();
  await github.stop();
  await citations.stop();
});

const read = (file: Uint8Array<ArrayBuffer>) =>
  owner.call(calls.import.read, { query: { name: '../../evil.zip' }, file });
/** The site writes its own files when it starts. */
async function contentTables() {
  const { site_file: _, ...tables } = await dumpTables(host.database);
  return tables;
}

const bytesOf = (content: string | Buffer) => Uint8Array.from(Buffer.from(content));
const json = (value: unknown) => bytesOf(JSON.stringify(value));

const NOT_A_SOURCE =
  'This is not a LinkedIn export, a JSON Resume, Markdown, BibTeX or RIS. Choose the ZIP file itself, or a .json, .md, .bib or .ris file.';
const DAMAGED_ZIP = 'This ZIP file is damaged. Download it again, or make a new one.';
const DAMAGED_JSON = 'This JSON file is damaged and cannot be read.';
const NOT_A_RESUME = 'This JSON file is not a JSON Resume.';
const TOO_LARGE = 'Positions.csv in this ZIP file is too large. Choose a ZIP file without it.';
const positions = (content: Buffer | string) => ({
  name: 'Positions.csv',
  content: Buffer.from(content),
});

/** Each line has the one before it nine times. */
function aliases(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `a${index}`);
  return names
    .map((name, index) => `${name}: &${name} [${`*${names[index - 1] ?? 'a'},`.repeat(9)}]`)
    .join('\n');
}

describe('a hostile file', () => {
  test.for<[string, () => Uint8Array<ArrayBuffer>, string]>([
    ['an empty file', () => bytesOf(''), NOT_A_SOURCE],
    ['random bytes', () => Uint8Array.from(randomBytes(100_000)), NOT_A_SOURCE],
    ['a web page', () => bytesOf('<!doctype html><script>alert(1)</script>'), NOT_A_SOURCE],
    ['a ZIP in name only', () => bytesOf(`PK\x03\x04${'x'.repeat(10_000)}`), DAMAGED_ZIP],
    ['half of a ZIP', () => zipOf(LINKEDIN_FILES).slice(0, 2_000), DAMAGED_ZIP],
    [
      'a ZIP without data from LinkedIn',
      () => zipOf({ 'index.html': '<p>' }),
      'This ZIP file has no data from LinkedIn and no Markdown files. Choose another one.',
    ],
    [
      'a ZIP with a password',
      () => craftZip([{ ...positions('a'), isEncrypted: true }]),
      'This ZIP file has a password. Choose one without a password.',
    ],
    ['a ZIP bomb of 100 MB', () => craftZip([positions(Buffer.alloc(100 * MEGABYTE))]), TOO_LARGE],
    [
      'a ZIP bomb that claims to be small',
      () => craftZip([{ ...positions(Buffer.alloc(100 * MEGABYTE)), claimedSize: 1_000 }]),
      DAMAGED_ZIP,
    ],
    [
      'a ZIP that lists one file 60,000 times',
      () => craftZip([positions(Buffer.alloc(4 * MEGABYTE))], 60_000),
      'This ZIP file has more than 2,000 files. Choose the one from LinkedIn, or one with only your posts.',
    ],
    [
      'a path to another folder',
      () => craftZip([{ name: '../../../tmp/Positions.csv', content: Buffer.from('a') }]),
      DAMAGED_ZIP,
    ],
    [
      'an absolute path',
      () => craftZip([{ name: '/etc/Positions.csv', content: Buffer.from('a') }]),
      DAMAGED_ZIP,
    ],
    [
      'a path of Windows',
      () => craftZip([{ name: 'C:/Windows/Positions.csv', content: Buffer.from('a') }]),
      DAMAGED_ZIP,
    ],
    [
      'a Markdown file at a path to another folder',
      () => craftZip([{ name: '../../../tmp/post.md', content: Buffer.from('a') }]),
      DAMAGED_ZIP,
    ],
    [
      'a Markdown file of 100 MB',
      () => craftZip([{ name: 'post.md', content: Buffer.alloc(100 * MEGABYTE, 'a') }]),
      'post.md in this ZIP file is too large. Choose a ZIP file without it.',
    ],
    [
      'a million rows',
      () => zipOf({ 'Skills.csv': `Name\n${'a\n'.repeat(1_000_000)}` }),
      'Skills.csv in this ZIP file has more than 2,000 rows. Choose the file as LinkedIn sent it.',
    ],
    [
      'a hundred thousand columns',
      () => zipOf({ 'Skills.csv': `Name${',a'.repeat(100_000)}\n${'a\n'.repeat(1_900)}` }),
      'Skills.csv in this ZIP file has more than 200 columns. Choose the file as LinkedIn sent it.',
    ],
    [
      'a million long rows',
      () => craftZip([positions(`Company Name,Title\n${'Acme,Engineer\n'.repeat(1_000_000)}`)]),
      TOO_LARGE,
    ],
    [
      'a quote that never ends',
      () => zipOf({ 'Positions.csv': `Company Name,Title\n"${'a,\n'.repeat(1_500_000)}` }),
      'Positions.csv in this ZIP file cannot be read. Download your data from LinkedIn again.',
    ],
    ['broken JSON', () => bytesOf('{"work": ['), DAMAGED_JSON],
    ['JSON that is a list', () => json([{ work: [] }]), NOT_A_RESUME],
    ['JSON of another program', () => json({ version: 1, items: [] }), NOT_A_RESUME],
    [
      'JSON of 6 MB',
      () => json({ basics: { summary: 'x'.repeat(6 * MEGABYTE) } }),
      'This JSON file is larger than 5 MB. Choose a smaller one.',
    ],
    [
      'JSON of two million levels',
      () => bytesOf(`{"work":${'['.repeat(2_000_000)}`),
      'This JSON file is nested more than 50 levels deep.',
    ],
    [
      'a million jobs',
      () => bytesOf(`{"work":[${'{},'.repeat(1_000_000)}{}]}`),
      'This file has more than 2,000 entries under work. Choose a smaller one.',
    ],
  ])('%s is refused with a sentence', async ([_, makeFile, message]) => {
    const before = await contentTables();
    const { status, body } = await read(makeFile());
    expect([status, body.message]).toEqual([400, message]);
    expect(await contentTables()).toEqual(before);
    // The next one is read as usual.
    expect((await read(json({ skills: [{ name: 'Weaving' }] }))).status).toBe(200);
  });

  test('more than 10 MB are refused, and other content types', async () => {
    const large = await read(Uint8Array.from(Buffer.alloc(11 * MEGABYTE, '{')));
    expect([large.status, large.body.message]).toEqual([
      413,
      'The file is larger than 10 MB. Choose a smaller file.',
    ]);
    const asJson = await owner.call(calls.import.read, { query: { name: 'a' }, json: {} });
    expect([asJson.status, asJson.body.message]).toEqual([
      415,
      'Send the file as application/octet-stream.',
    ]);
  });

  test.for<[string, string]>([
    ['aliases that repeat each other', `a: &a [${'x,'.repeat(9)}]\n${aliases(30)}`],
    ['100,000 nested lists', `title: ${'['.repeat(90_000)}`],
    ['100,000 nested keys', `${'? '.repeat(45_000)}`],
    ['more than 100,000 characters', `title: ${'x'.repeat(200_000)}`],
    ['a list', '- a\n- b'],
    ['a quote that never ends', 'title: "'],
    ['the same key twice', 'title: a\ntitle: b'],
  ])('front matter with %s leaves out its post', async ([_, fields]) => {
    const { status, body } = await read(
      zipOf({ 'bad.md': `---\n${fields}\n---\n`, 'good.md': '---\ntitle: Good\n---\n' }),
    );
    expect(status).toBe(200);
    expect(body.problems).toEqual([expect.stringMatching(/^bad\.md: its front matter /)]);
    expect(body.proposals.map(({ title }) => title)).toEqual(['Good']);
  });

  test('front matter with keys of objects and tags of other languages stays text', async () => {
    const { status, body } = await read(
      zipOf({
        'yaml.md':
          '---\ntitle: A\n__proto__: { draft: true, title: B }\nconstructor: { prototype: 1 }\ntoString: 3\ntags: !!js/function "function(){}"\ndescription: !ruby/object:Gem::Requirement {}\n---\n',
        'toml.md': '+++\ntitle = "C"\n[__proto__]\ndraft = true\n+++\n',
        'json.md': '{ "title": "D", "__proto__": { "draft": true } }\n',
        'hostile.md':
          '---\ntitle: E\u0000\nslug: ../../../etc/passwd\ncover: ../../../../etc/passwd\n---\n![x](file:///etc/passwd)\n![y](../../../../etc/shadow.png)\n',
      }),
    );
    expect([status, body.problems]).toEqual([200, []]);
    expect(body.proposals.map(({ item }) => item)).toMatchObject([
      { isDraft: false, fields: { title: 'E', slug: 'passwd', cover: '' } },
      { isDraft: false, fields: { title: 'D' } },
      { isDraft: false, fields: { title: 'C' } },
      { isDraft: false, fields: { title: 'A', tags: ['function(){}'], summary: '' } },
    ]);
    expect(body.proposals.flatMap(({ pictures }) => pictures)).toEqual([]);
  });

  test('2,000 posts are offered in parts, and long texts take no longer', async () => {
    const post = `---\ntitle: Post\n---\n${'![a](b.png) `c` ```\n'.repeat(200)}`;
    const files = Array.from({ length: 1_990 }, (_, index) => [`${index}.md`, post]);
    const { status, body } = await read(zipOf(Object.fromEntries(files)));
    expect(status).toBe(200);
    expect(body.proposals.length).toBeLessThanOrEqual(500);
    expect(JSON.stringify(body.proposals.map(({ item }) => item)).length).toBeLessThan(2_000_000);
    expect(body.unsupported.at(-1)).toMatch(/^\d+ more items, which the next import offers$/);
    for (const text of ['![', '`', '![a](', '# ', '{{', '---\n', '~~~\n', '<'])
      expect((await read(zipOf({ 'a.md': text.repeat(60_000) }))).status, text).toBe(200);
  });

  test('values of the wrong type are left out', async () => {
    const { status, body } = await read(
      bytesOf(`{
        "basics": { "name": ["a"], "label": 7, "location": "London", "profiles": [null, "x", {}],
          "url": "javascript:alert(1)", "__proto__": { "name": "x" } },
        "work": [null, 1, "a", [], {}, { "name": {}, "position": true, "startDate": [] },
          { "position": "A\\u0000B\\ud800", "name": "C", "startDate": 2001, "endDate": "soon",
            "highlights": [{}, "x", 5], "constructor": { "prototype": 1 } }],
        "education": {}, "skills": "none", "__proto__": [1], "toString": 3
      }`),
    );
    expect(status).toBe(200);
    expect(body.proposals.map(({ item }) => item)).toMatchObject([
      { fields: { headline: '7' } },
      { fields: { title: 'AB\ufffd', from: 2001, to: null, highlights: ['x', '5'] } },
    ]);
    expect(body.unsupported).toEqual(
      expect.arrayContaining(['Link of the profile', 'Other profile', 'Skills']),
    );
  });

  test('HTML and scripts become text on the site', async () => {
    const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}`;
    const { body } = await read(
      json({
        basics: {
          summary: evil,
          label: evil,
          location: { city: evil },
          url: 'javascript:alert(1)',
        },
        work: [
          { name: evil, position: evil, startDate: '2001', summary: evil, highlights: [evil] },
        ],
        skills: [{ name: evil.slice(0, 80) }],
        projects: [{ name: evil, description: evil, roles: [evil], url: 'data:text/html,x' }],
      }),
    );
    const items = body.proposals.map(({ item }) => item);
    expect(items.map(({ kind }) => kind)).toEqual([
      'update-profile',
      'update-profile',
      'update-profile',
      'add-timeline',
      'add-project',
      'add-skill',
    ]);
    const applied = await owner.call(calls.import.apply, { json: { items } });
    expect(applied.status).toBe(201);
    const [project] = (await owner.call(calls.project.list)).body.projects;
    const params = { id: project?._id ?? '' };
    await owner.call(calls.project.update, {
      params,
      form: {
        technologies: 'C',
        stack: 'Mern',
        deployed: 'Yes',
        projectBanner: await uploads.png(64, 64),
      },
    });
    const settings = { ...DEFAULT_SITE_SETTINGS };
    await owner.call(calls.site.saveDraft, { json: settings });
    for (const path of ['/', `/projects/${project?.slug}`]) {
      const readPage = async () =>
        (await fetchHost(host.service.origin, new URL(siteUrl).host, path)).text();
      // Pages change shortly after the content.
      await expect.poll(readPage, { timeout: 20_000 }).toContain('&lt;img src=x onerror=alert(1)');
      const html = await readPage();
      expect(html).not.toMatch(/<script>alert|<img src=x|javascript:|data:text/);
    }
    const undone = await owner.call(calls.import.undo, { params: { id: applied.body.id } });
    expect(undone.body.message).toBe('Import undone. 1 item was changed since and stays as it is.');
  });

  test('an import never writes files of its own', async () => {
    const before = await readdir('/tmp');
    await read(craftZip([{ name: '../../../../tmp/Profile.csv', content: Buffer.from('a') }]));
    expect((await readdir('/tmp')).filter((name) => name === 'Profile.csv')).toEqual(
      before.filter((name) => name === 'Profile.csv'),
    );
  });

  test('concurrent imports are bounded', async () => {
    const file = zipOf(LINKEDIN_FILES);
    const responses = await Promise.all(Array.from({ length: 20 }, () => read(file)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect((await read(file)).status).toBe(200);
  });
});

test('GitHub that never responds returns 502 after 10 seconds', async () => {
  const started = performance.now();
  const { status } = await owner.call(calls.import.readGithub, { json: { user: 'silent' } });
  expect(status).toBe(502);
  expect(performance.now() - started).toBeLessThan(30_000);
});

describe('a hostile registry of DOIs', () => {
  const readDoi = (name: string) =>
    owner.call(calls.import.readDoi, { json: { dois: [`10.5555/${name}`] } });

  test.each(['huge', 'around', 'elsewhere', 'failing', 'disconnecting', 'endless'])(
    'an answer that is %s is refused in seconds and stores nothing',
    async (name) => {
      const before = await contentTables();
      const started = performance.now();
      expect((await readDoi(name)).status).toBe(502);
      expect(performance.now() - started).toBeLessThan(25_000);
      expect(await contentTables()).toEqual(before);
    },
    40_000,
  );

  test('markup stays text, and links that run or read files are left out', async () => {
    const { status, body } = await readDoi('hostile');
    expect([status, body.problems]).toEqual([200, []]);
    expect(body.proposals.map(({ item }) => item)).toMatchObject([
      {
        fields: {
          title: 'Uncertainty<img src=x onerror=alert(1)>',
          kind: 'other',
          link: '',
          pdfLink: '',
        },
      },
    ]);
    expect(JSON.stringify(body.proposals)).not.toMatch(/javascript:|file:|\[object/);
  });
});
