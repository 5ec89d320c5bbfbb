import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { calls } from '@vitrine/contract/calls';
import { type CollectionName, namesOf } from '@vitrine/contract/collections';
import { DEFINED } from '@vitrine/contract/defined-collections';
import { RESUME_FORMATS } from '@vitrine/contract/options';
import { DEFAULT_VIEW, type ShownView, type View } from '@vitrine/contract/view';
import { applyView } from '@vitrine/site/apply-view';
import { FILE_PATHS } from '@vitrine/site/resolve-path';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { addSample } from '@vitrine/testing/collection-samples';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { restoreBackup } from './modules/backup/restore-backup.ts';
import { takeBackup } from './modules/backup/take-backup.ts';
import { findCard } from './modules/site/cards.ts';
import { nameSitePortfolio } from './modules/site/site-content.ts';
import { readPortfolio } from './read-portfolio.ts';

const { view } = calls;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** Words that only what a view leaves out has, what it shows, and what only a view has. */
const [OUT, IN, OWN] = ['zyxout', 'qwvin', 'vbkown'];

let app: TestApp;
let owner: Client;
/** The IDs of what the view shows and leaves out. */
const included: Partial<Record<CollectionName, string>> = {};

/** A value with a word in each text of a collection. */
const TEXTS: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
  project: ['description', 'technologies', 'summary', 'role', 'body'],
  skill: ['category'],
  timeline: ['description', 'organization', 'location'],
  post: ['summary', 'body', 'tags'],
  publication: ['venue', 'note', 'abstract'],
  testimonial: ['note'],
};

async function addWith(name: CollectionName, word: string): Promise<string> {
  const fields = Object.fromEntries(
    (TEXTS[name] ?? [])
      .filter((key) => key in DEFINED[name].fields)
      .map((key) => [key, `${word}${key}`]),
  );
  const tags = name === 'post' ? { tags: [`${word}tag`] } : {};
  const id = await addSample(owner, name, `${word}${name}`, { ...fields, ...tags });
  if (name === 'testimonial')
    await sql`update testimonial set state = 'shown', quote = ${`${word}quote`},
      name = ${`${word}author`}, answered_at = now() where id = ${id}`.execute(app.db);
  return id;
}

beforeAll(async () => {
  app = await startApp({
    settings: {
      PUBLIC_URL: 'http://127.0.0.1',
      SITE_URL: 'http://site.test',
      TRUST_PROXY: '127.0.0.1',
    },
  });
  owner = await app.owner();
  for (const name of namesOf(DEFINED)) {
    await addWith(name, OUT);
    included[name] = await addWith(name, IN);
  }
  await app.waitUntilIdle();
});
afterAll(() => app.stop());

function choose(...ids: string[]): ShownView['sections'] {
  return DEFAULT_VIEW.sections.map((section) => ({ ...section, included: ids }));
}

async function publish(fields: Partial<ShownView> = {}): Promise<View & { path: string }> {
  const added = await owner.call(view.add, {
    json: { name: `${OWN}name`, sections: choose(...Object.values(included)), ...fields },
  });
  const params = { id: added.body.view._id };
  const { body } = await owner.call(view.publish, { params });
  return { ...body.view, path: new URL(body.view.link ?? '').pathname };
}

function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetchHost(app.origin, 'site.test', path, {
    method,
    headers: { 'user-agent': BROWSER, ...headers },
  });
}

const status = async (path: string) => String((await read(path)).status);

/** A DOCX is a ZIP with XML. The text of a PDF is compressed, and in glyphs. */
async function textsIn(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const kind = bytes.subarray(0, 4).toString();
  if (kind.startsWith('PK'))
    return Object.values(unzipSync(bytes))
      .map((part) => strFromU8(part))
      .join('');
  if (kind !== '%PDF') return bytes.toString();
  const document = await (await PDFiumLibrary.init()).loadDocument(bytes);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  return pages.join('');
}

/** Everything that the links of a view lead to, and what can be guessed below it. */
async function readView(base: string, guesses: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const known = ['', '/projects', '/writing', '/publications', '/resume', '/contact'];
  const formats = RESUME_FORMATS.map((format) => `/resume.${format}`);
  const waiting = [...known, ...formats, ...FILE_PATHS, ...guesses].map((path) => base + path);
  for (const path of waiting) {
    if (found.has(path)) continue;
    const response = await read(path);
    const isText = /text|json|xml/.test(response.headers.get('content-type') ?? '');
    const text = await textsIn(response);
    found.set(path, `${response.status} ${text}`);
    if (isText) waiting.push(...linksIn(text).filter((link) => link.startsWith(base)));
  }
  return found;
}

/** The paths of this site that a text names. */
function linksIn(text: string): string[] {
  const links = text.matchAll(/(?:http:\/\/site\.test|(?<=["(,\s]))(\/[\w%.~/?=&-]*)/g);
  return [...links].map(([, path = '']) => path);
}

const placesOf = (word: string, found: ReadonlyMap<string, string>) =>
  [...found].filter(([, text]) => text.toLowerCase().includes(word)).map(([place]) => place);

describe('a view', () => {
  test('contains what it includes, and not a byte of what it leaves out, in any format', async () => {
    const { path } = await publish({ headline: `${OWN}headline`, note: `${OWN}note` });
    const guesses = [`/projects/${OUT}project`, `/writing/${OUT}post`, `/writing/tags/${OUT}tag`];
    const found = await readView(path, [...guesses, `/og/projects/${OUT}project-0.jpg`]);
    expect(placesOf(OUT, found)).toEqual([]);
    for (const guess of guesses) expect(found.get(path + guess), guess).toMatch(/^404/);
    for (const file of [...FILE_PATHS, '/contact', '/contact/sent'])
      expect(found.get(path + file) ?? (await status(path + file)), file).toMatch(/^404/);
    const places = placesOf(IN, found);
    expect(places).toEqual(
      expect.arrayContaining([
        path,
        `${path}/projects/${IN}project`,
        `${path}/writing/${IN}post`,
        ...RESUME_FORMATS.map((format) => `${path}/resume.${format}`),
      ]),
    );
    expect(placesOf(`${OWN}headline`, found)).toEqual(
      expect.arrayContaining([path, `${path}/resume.pdf`]),
    );
    expect(placesOf(`${OWN}name`, found)).toEqual([]);
    // Links on its pages do not leave it, except to the files that all pages share.
    const html = [...found.values()].filter((text) => text.includes('<!doctype html>')).join('');
    const links = [...html.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(20);
    const outside = links.filter((link) => link !== path && !link?.startsWith(`${path}/`));
    const shared = /^\/(assets|media)\/|^\/icon\.svg$|^\/contact$/;
    expect(outside.filter((link) => !shared.test(link ?? ''))).toEqual([]);
  });

  test('draws its cards from what it includes', async () => {
    const { path, ...shown } = await publish({ headline: `${OWN}headline` });
    const content = await readPortfolio(app.db, app.config);
    if (!content) throw new Error('There is no portfolio.');
    const named = nameSitePortfolio(content, app.config);
    const seen = applyView(named.portfolio, content.design.settings, { ...shown, drafts: [] });
    const source = { ...seen, siteUrl: 'http://site.test' };
    const card = findCard(source, '/home-0.jpg')?.card;
    expect(JSON.stringify(card)).toContain(`${OWN}headline`);
    expect(JSON.stringify(card)).not.toContain(OUT);
    expect(findCard(source, `/projects/${OUT}project-0.jpg`)).toBeUndefined();
    const [, image] =
      /property="og:image" content="http:\/\/site.test([^"]+)"/.exec(
        await (await read(path)).text(),
      ) ?? [];
    expect(image?.startsWith(`${path}/og/home-`)).toBe(true);
    const response = await read(image ?? '');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('is in its order, with its sections', async () => {
    const more = await addSample(owner, 'project', 'Second');
    const ids = [more, included.project ?? ''];
    const sections = choose(...ids).map((section) => ({
      ...section,
      shown: section.name !== 'contact',
    }));
    const { path, _id: id } = await publish({ sections });
    const order = async () =>
      [...(await (await read(path)).text()).matchAll(/href="[^"]*\/projects\/([^"]+)"/g)].map(
        ([, slug]) => slug,
      );
    await expect.poll(async () => [...new Set(await order())]).toEqual(['second', `${IN}project`]);
    expect(await (await read(path)).text()).not.toContain('data-section="contact"');
    await owner.call(view.update, {
      params: { id },
      json: { sections: choose(...ids.toReversed()) },
    });
    expect([...new Set(await order())]).toEqual([`${IN}project`, 'second']);
  });

  test('has what the resume alone includes, and leaves out what it excludes', async () => {
    const { resume } = DEFAULT_VIEW;
    const sections = resume.sections.map((section) => ({
      ...section,
      included: section.name === 'skills' ? [included.skill ?? ''] : [],
      excluded: section.name === 'projects' ? [included.project ?? ''] : [],
    }));
    const { path } = await publish({
      sections: choose(included.project ?? '', included.timeline ?? ''),
      resume: { template: 'modern', sections },
    });
    const text = await (await read(`${path}/resume.txt`)).text();
    expect(text).toContain(`${IN}skill`);
    expect(text).toContain(`${IN}timeline`);
    expect(text).not.toContain(`${IN}project`);
    const home = await (await read(path)).text();
    expect(home).toContain(`${IN}project`);
    expect(home).not.toContain(`${IN}skill`);
  });

  test('has no page for what it shows nothing of', async () => {
    const { path } = await publish({ sections: choose() });
    for (const one of ['/projects', '/writing', '/publications', '/resume'])
      expect(await status(path + one), one).toBe('404');
  });

  test('shows a draft only if the owner says so, until it is published', async () => {
    const { body } = await owner.call(calls.project.addDraft, {
      json: { title: `${OWN}draft`, body: `## ${OWN}chapter` },
    });
    const { _id: draft, slug } = body.project;
    const without = await publish({ sections: choose(draft) });
    expect((await read(`${without.path}/projects/${slug}`)).status).toBe(404);
    const { path } = await publish({ sections: choose(draft), drafts: [draft] });
    expect(await (await read(path)).text()).toContain(`${OWN}draft`);
    expect(await (await read(`${path}/projects/${slug}`)).text()).toContain(`${OWN}chapter`);
    const params = { id: draft };
    const json = { title: `${OWN}edited` };
    for (const { status: code } of [
      await owner.call(calls.project.publish, { params, json: {} }),
      await owner.call(calls.project.saveDraft, { params, json }),
      await owner.call(calls.project.unpublish, { params, json: {} }),
    ])
      expect(code).toBe(200);
    await vi.waitFor(async () => {
      const text = await (await read(path)).text();
      expect(text).not.toMatch(new RegExp(`${OWN}draft|${OWN}edited`));
    });
    const choices = await owner.call(view.choices);
    expect(JSON.stringify(choices.body.sections)).not.toContain(draft);
    // A draft that is not chosen is not shown either.
    const unchosen = await publish({ sections: choose(), drafts: [draft] });
    expect(await (await read(unchosen.path)).text()).not.toContain(`${OWN}draft`);
  });

  test('leaves nothing of its own outside', async () => {
    const { path } = await publish({ headline: `${OWN}headline`, note: `${OWN}note` });
    const found = new Map<string, string>();
    for (const one of ['/', '/projects', '/writing', '/resume', '/resume.json', ...FILE_PATHS])
      found.set(one, await (await read(one)).text());
    found.set('public', await (await app.visitor().fetch('/api/v1/public/portfolio')).text());
    const download = await owner.fetch('/api/v1/site/download?contact=form&url=https://a.example');
    const files = unzipSync(new Uint8Array(await download.arrayBuffer()));
    for (const [name, bytes] of Object.entries(files))
      found.set(`export ${name}`, name + Buffer.from(bytes).toString());
    expect(placesOf(IN, found).length).toBeGreaterThan(5);
    expect(placesOf(OWN, found)).toEqual([]);
    expect(placesOf(path.toLowerCase(), found)).toEqual([]);
  });
});

describe('the link', () => {
  test('is not cached or indexed, and sends no referrer', async () => {
    const { path } = await publish();
    for (const one of [path, `${path}/resume.pdf`, `${path}/resume.json`, `${path}/missing`]) {
      const { headers } = await read(one);
      expect(headers.get('cache-control'), one).toBe('no-store');
      expect(headers.get('x-robots-tag'), one).toBe('noindex, nofollow');
      expect(headers.get('referrer-policy'), one).toBe('no-referrer');
      expect(headers.get('access-control-allow-origin'), one).toBeNull();
      expect(headers.get('set-cookie'), one).toBeNull();
      expect(headers.get('etag'), one).toBeNull();
    }
    const html = await (await read(path)).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toMatch(/rel="(canonical|alternate)"|ld\+json/);
  });

  test('ends at once when it is revoked, expires or is moved to the trash', async () => {
    const end: Record<string, (id: string) => Promise<unknown>> = {
      revoke: (id) => owner.call(view.revoke, { params: { id } }),
      expire: (id) =>
        owner.call(view.update, { params: { id }, json: { expiresAt: '2020-01-01T00:00:00Z' } }),
      trash: (id) => owner.call(view.remove, { params: { id } }),
      replace: async (id) => {
        await owner.call(view.revoke, { params: { id } });
        await owner.call(view.publish, { params: { id } });
      },
    };
    for (const [name, change] of Object.entries(end)) {
      const { path, _id } = await publish();
      // Twice, as a copy in memory would be kept after the first.
      for (const one of [path, path, `${path}/resume.json`])
        expect((await read(one)).status, name).toBe(200);
      await change(_id);
      for (const one of [path, `${path}/resume.json`, `${path}/projects/${IN}project`]) {
        const response = await read(one);
        expect(response.status, name).toBe(410);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
        const text = await response.text();
        expect(text).toContain('This link has expired. Ask Ada Lovelace for a new one.');
        expect(text).not.toMatch(new RegExp(`${IN}|${OUT}|${OWN}|${path}`));
      }
    }
  });

  test('cannot be guessed: other tokens are unknown, also those that are almost right', async () => {
    const { path } = await publish();
    const token = path.slice('/v/'.length);
    const others = [
      'a',
      token.slice(1),
      `${token}a`,
      token.toUpperCase(),
      `${token.slice(0, -1)}%00`,
    ];
    for (const other of [...others, 'A'.repeat(22), '%ff', "' or 1=1--"])
      expect((await read(`/v/${encodeURI(other)}`)).status, other).toBe(404);
    expect((await app.visitor().fetch(path)).status).toBe(404);
  });

  test('shows media that anyone can load who knows their SHA-256', async () => {
    const { path } = await publish();
    const html = await (await read(path)).text();
    const [media = ''] = /\/media\/[0-9a-f]{64}\.\w+/.exec(html) ?? [];
    expect((await read(media)).status).toBe(200);
  });
});

/** Programs that open links in mails and chats before a reader does. */
const SCANNERS = [
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  `${BROWSER} BingPreview/1.0b`,
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17231; Pro)',
  'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))',
  'Mozilla/5.0 (compatible; SafeLinks; Microsoft Defender for Office 365)',
  'Mozilla/5.0 (compatible; Symantec Email Security.cloud)',
  'Mimecast-URL-Protect/1.0',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Viber/13.3.0.5',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/119.0.6045.105 Safari/537.36',
];

test('scanners, HEAD and prefetching are no opens, and a reader is one each day', async () => {
  const { path, _id: id } = await publish();
  const opens = async () => (await owner.call(view.get, { params: { id } })).body.view.opens;
  expect(SCANNERS).toHaveLength(20);
  for (const agent of SCANNERS)
    expect((await read(path, { 'user-agent': agent })).status).toBe(200);
  await read(path, {}, 'HEAD');
  await read(path, { 'sec-purpose': 'prefetch' });
  await read(path, { purpose: 'prefetch' });
  await read(`${path}/missing`);
  await owner.call(view.get, { params: { id } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  for (const address of ['203.0.113.8', '203.0.113.9'])
    for (const page of ['', '/resume', '']) await read(path + page, from(address));
  // The counter writes every 10 seconds.
  await expect.poll(opens, { timeout: 30_000 }).toEqual({
    about: 2,
    lastOn: new Date().toISOString().slice(0, 10),
  });
  for (const table of ['visit_count', 'visit_reader'] as const) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} as t`.execute(app.db);
    expect(rows.map(({ row }) => row).join()).not.toContain(path.slice('/v/'.length));
  }
  const { rows } = await sql`
    select from visit_count where kind = 'page' and name like '/v%'`.execute(app.db);
  expect(rows).toEqual([]);
}, 60_000);

test('a preview shows settings that are not saved, with its pages and its resume', async () => {
  const { body } = await owner.call(view.preview, {
    json: { headline: `${OWN}preview`, sections: choose(included.project ?? '') },
  });
  const base = new URL(body.url).pathname.replace(/\/$/, '');
  const found = await readView(base, [`/projects/${OUT}project`]);
  expect(placesOf(OUT, found)).toEqual([]);
  expect(placesOf(`${OWN}preview`, found)).toEqual(
    expect.arrayContaining([base, `${base}/resume.pdf`]),
  );
  expect(placesOf(IN, found)).toContain(`${base}/projects/${IN}project`);
  const { headers } = await read(base);
  expect(headers.get('content-security-policy')).toContain('frame-ancestors http://127.0.0.1');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a restored backup brings back no revoked link, and its links cannot be read elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const archive = join(folder, 'backup.tar');
  const restore = async () => {
    await restoreBackup({ db: app.db, files: app.files, path: archive, replace: true });
    // A restore ends all sessions.
    owner = await app.owner();
  };
  try {
    const revoked = await publish();
    const kept = await publish();
    const trashed = await publish();
    const deleted = await publish();
    const backup = await takeBackup(app.db, app.files);
    await pipeline(backup.open(), createWriteStream(archive));
    await backup.discard();
    const entries = (await readFile(archive)).toString('latin1');
    const rows = gunzipSync(rowsOf(await readFile(archive), 'data/view.jsonl.gz')).toString();
    expect(rows).toContain(kept._id);
    for (const { path } of [revoked, kept]) {
      const token = path.slice('/v/'.length);
      for (const text of [token, Buffer.from(token).toString('hex')]) {
        expect(rows).not.toContain(text);
        expect(entries).not.toContain(text);
      }
    }
    expect(entries).not.toContain('view_key');

    await owner.call(view.revoke, { params: { id: revoked._id } });
    for (const { _id: id } of [trashed, deleted]) await owner.call(view.remove, { params: { id } });
    const items = [{ noun: 'view' as const, id: deleted._id }];
    await owner.call(calls.trash.remove, { json: { items } });
    await restore();
    const get = async ({ _id: id }: View) =>
      (await owner.call(view.get, { params: { id } })).body.view;
    expect(await get(revoked)).toMatchObject({ state: 'revoked', link: null });
    for (const { path } of [revoked, trashed, deleted]) expect(await status(path)).toBe('410');
    expect((await get(kept)).link).toBe(kept.link);
    expect((await read(kept.path)).status).toBe(200);

    // As on another server, which has another key.
    await sql`update view_key set key = sha256('other')`.execute(app.db);
    expect(await get(kept)).toMatchObject({ state: 'active', link: null });
    expect((await read(kept.path)).status).toBe(200);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** The bytes of an entry in a tar file. */
function rowsOf(archive: Buffer, name: string): Buffer {
  const start = archive.indexOf(`${name}\0`);
  const size = Number.parseInt(archive.toString('latin1', start + 124, start + 135), 8);
  return archive.subarray(start + 512, start + 512 + size);
}
