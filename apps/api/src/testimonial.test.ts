import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { addSample } from '@vitrine/testing/collection-samples';
import { fetchHost, sendForm } from '@vitrine/testing/fetch-host';
import { addProject } from '@vitrine/testing/fixtures';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SERVICE } from './content/revision-store.ts';
import { restoreFromTrash } from './content/trash-store.ts';
import { restoreBackup } from './modules/backup/restore-backup.ts';
import { takeBackup } from './modules/backup/take-backup.ts';
import { findFormKey } from './modules/message/contact-store.ts';
import { signFormToken } from './modules/message/form-token.ts';
import { readPortfolio } from './read-portfolio.ts';

const SITE = 'http://site.test';
const { testimonial } = calls;
const WORDS = {
  quote: 'She found out where, and <b>by how much</b>.',
  name: 'Caroline Herschel',
  role: 'Night planner',
  organization: 'Hanover Transit',
};
/** As the pages show the quote. */
const SHOWN = 'She found out where, and &lt;b&gt;by how much&lt;/b&gt;.';
let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE } });
  owner = await app.owner();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.deleteFrom('rate_limit').execute();
  for (const table of ['testimonial', 'trash', 'revision'] as const)
    await app.db.deleteFrom(table).execute();
});

interface Asked {
  readonly id: string;
  readonly path: string;
}

async function ask(person = 'Caroline'): Promise<Asked> {
  const id = await addSample(owner, 'testimonial', person, { note: 'The timetable' });
  return { id, path: await newLink(id) };
}

async function newLink(id: string): Promise<string> {
  const { status, body } = await owner.call(testimonial.link, { params: { id } });
  expect(status).toBe(200);
  return body.link.slice(SITE.length);
}

function visit(path: string): Promise<Response> {
  return fetchHost(app.origin, 'site.test', path);
}

async function read(path: string): Promise<string> {
  return (await visit(path)).text();
}

/** Sends a form as a browser without scripts does. */
function send(path: string, fields: Record<string, string>, file?: File): Promise<Response> {
  if (file) return sendForm(app.origin, 'site.test', path, { ...fields, file });
  return fetchHost(app.origin, 'site.test', path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(fields)),
  });
}

/** The token of a form that was opened 10 seconds ago. */
async function openedToken(): Promise<string> {
  const { key, now } = await findFormKey(app.db);
  return signFormToken(key, now - 10);
}

async function answer({ path }: Asked, fields: Record<string, string> = {}): Promise<void> {
  const token = await openedToken();
  const sent = { ...WORDS, token, consent: 'on', step: 'send', ...fields };
  const response = await send(path, sent);
  expect([response.status, response.headers.get('location')]).toEqual([303, path]);
}

async function shownOne(): Promise<Asked> {
  const asked = await ask();
  await answer(asked);
  await owner.call(testimonial.approve, { params: { id: asked.id } });
  return asked;
}

/** Sends a photo with the preview. Returns its name. */
async function sendPhoto({ path }: Asked, size: number): Promise<string> {
  const photo = await uploads.png(size, size);
  const page = await (await send(path, { ...WORDS, step: 'preview' }, photo)).text();
  return /name="photo" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

async function countMedia(name: string): Promise<number> {
  const rows = await app.db.selectFrom('media').select('name').where('name', '=', name).execute();
  return rows.length;
}

async function item(id: string) {
  const { testimonials } = (await owner.call(testimonial.list)).body;
  return testimonials.find(({ _id }) => _id === id);
}

/** Everything that visitors can read, as one text. */
async function readPublic(): Promise<string> {
  await app.waitUntilIdle();
  const document = await (await app.visitor().fetch('/api/v1/public/portfolio')).text();
  const paths = [
    ...['/', '/projects', '/projects/engine', '/resume', '/resume.json', '/resume.txt', '/contact'],
    ...['/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt', '/card.vcf', '/writing/feed.json'],
  ];
  const site = await Promise.all(paths.map(read));
  const exported = await owner.fetch('/api/v1/site/download');
  expect(exported.status).toBe(200);
  // The export is a zip whose pages are those of the site.
  return [document, ...site].join('\n');
}

describe('a link', () => {
  test('leads to a page that is neither kept nor indexed, and reveals its address to nobody', async () => {
    const { path } = await ask();
    const response = await visit(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    const page = await response.text();
    expect(page).toContain('A few words about working with Ada Lovelace');
    expect(page).toContain('It is about: The timetable');
    expect(page).toContain('value="Caroline"');
    expect(page).not.toContain('<script');
  });

  test('is stored as a hash only', async () => {
    const { path } = await ask();
    const token = path.split('/').at(-1) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(item) as row from testimonial as item`.execute(app.db);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await item((await ask()).id))).not.toMatch(/hash/);
  });

  test('is replaced by a new one until there is an answer, and stays valid afterwards', async () => {
    const asked = await ask();
    const path = await newLink(asked.id);
    expect((await visit(asked.path)).status).toBe(404);
    await answer({ ...asked, path });
    const next = await newLink(asked.id);
    for (const one of [path, next]) expect((await visit(one)).status).toBe(200);
  });

  test('takes no answer after 30 days, nor after the owner deleted it', async () => {
    const asked = await ask();
    await sql`update testimonial set expires_at = now() - interval '1 second'`.execute(app.db);
    expect(await read(asked.path)).toContain('This link has expired.');
    await answer(asked);
    expect(await item(asked.id)).toMatchObject({ state: 'asked', quote: '' });
    await owner.call(testimonial.remove, { params: { id: asked.id } });
    expect(await read(asked.path)).toContain('has removed your words');
  });

  test('cannot be made with an API token', async () => {
    const { body } = await owner.call(calls.token.add, {
      json: { name: 'Script', scopes: ['write'], expiresInDays: 30 },
    });
    const id = await addSample(owner, 'testimonial', 'Caroline');
    const response = await app.visitor().fetch(`/api/v1/testimonial/link/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.secret}` },
    });
    expect(response.status).toBe(403);
  });

  test('that does not exist shows the page for unknown addresses', async () => {
    for (const path of ['/kind-words/x', `/kind-words/${'a'.repeat(43)}`]) {
      const response = await visit(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect((await send(path, { step: 'withdraw' })).status).toBe(404);
    }
  });
});

describe('an author', () => {
  test('sees the words as they will appear, before anything is stored', async () => {
    const asked = await ask();
    const photo = await uploads.png(400, 400);
    const response = await send(asked.path, { ...WORDS, step: 'preview' }, photo);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain(`<blockquote><p>${SHOWN}</p></blockquote>`);
    expect(page).toContain('<b>Caroline Herschel</b>');
    const [, name = ''] = /name="photo" value="([^"]+)"/.exec(page) ?? [];
    expect(page).toMatch(/<img class="face" src="\/media\/[0-9a-f]{64}/);
    expect(name).not.toBe('');
    expect(await item(asked.id)).toMatchObject({ state: 'asked', quote: '', name: '' });

    const edited = await (await send(asked.path, { ...WORDS, photo: name, step: 'edit' })).text();
    expect(edited).toContain('Remove the photo');
    await answer(asked, { photo: name });
    expect(await item(asked.id)).toMatchObject({
      ...WORDS,
      state: 'received',
      photo: { url: expect.stringContaining(name) },
    });
    expect(await read(asked.path)).toContain('Thank you. Your words have arrived.');
  });

  test('has photos that the owner can use nowhere else', async () => {
    const asked = await ask();
    const photo = await sendPhoto(asked, 310);
    const project = await addProject(owner, 'Portraits');
    const params = { id: project._id };
    const body = `![](/media/${photo})`;
    for (const state of ['typed', 'stored']) {
      const { images } = (await owner.call(calls.image.list)).body;
      expect(
        images.map(({ name }) => name),
        state,
      ).not.toContain(photo);
      const used = await owner.call(calls.project.update, { params, json: { banner: photo } });
      expect(used.status, state).toBe(400);
      if (state === 'typed') await answer(asked, { photo });
    }
    expect((await owner.call(calls.project.update, { params, json: { body } })).status).toBe(200);
    await send(asked.path, { step: 'withdraw' });
    expect((await visit(`/media/${photo}`)).status).toBe(404);
  });

  test('cannot send the name of another file as the photo', async () => {
    const asked = await ask();
    const upload = { form: { image: await uploads.png(320, 320) } };
    const { image } = (await owner.call(calls.image.add, upload)).body;
    for (const photo of ['a\u0000b', 'x'.repeat(70), image.name]) {
      const response = await send(asked.path, { ...WORDS, photo, step: 'preview' });
      const page = await response.text();
      expect([response.status, page]).toEqual([400, expect.stringContaining('another photo')]);
      expect(page).not.toContain('class="face"');
    }
  });

  test('leaves no photo behind that was replaced, removed or not sent', async () => {
    const asked = await ask();
    const first = await sendPhoto(asked, 330);
    const replaced = { ...WORDS, photo: first, step: 'preview' };
    const page = await (await send(asked.path, replaced, await uploads.png(340, 340))).text();
    const [, second = ''] = /name="photo" value="([^"]+)"/.exec(page) ?? [];
    expect([await countMedia(first), await countMedia(second)]).toEqual([0, 1]);
    await send(asked.path, { ...WORDS, photo: second, removePhoto: 'on', step: 'preview' });
    expect(await countMedia(second)).toBe(0);
    const third = await sendPhoto(asked, 350);
    await send(asked.path, { ...WORDS, photo: third, step: 'withdraw' });
    expect(await countMedia(third)).toBe(0);
  });

  test('has to agree, and to fill in the text and the name', async () => {
    const asked = await ask();
    const token = await openedToken();
    const fields = { ...WORDS, token, step: 'send' };
    expect(await (await send(asked.path, fields)).text()).toContain('Check the box to agree.');
    const empty = await send(asked.path, { ...fields, quote: ' ', consent: 'on' });
    expect(empty.status).toBe(400);
    expect(await empty.text()).toContain('Fill in this field.');
    const long = await send(asked.path, { ...fields, quote: 'x'.repeat(601), consent: 'on' });
    expect(await long.text()).toContain('This text is too long.');
    expect(await item(asked.id)).toMatchObject({ state: 'asked', quote: '' });
  });

  test('whose form looks like that of a program has to send it again', async () => {
    const asked = await ask();
    const fields = { ...WORDS, consent: 'on', step: 'send' };
    const page = await read(asked.path);
    const [, fresh = ''] = /name="token" value="([^"]+)"/.exec(page) ?? [];
    const trapped = { token: await openedToken(), website: 'https://spam.example' };
    for (const defense of [{ token: '' }, { token: fresh }, trapped]) {
      const response = await send(asked.path, { ...fields, ...defense });
      expect(await response.text()).toContain('send it once more');
    }
    expect(await item(asked.id)).toMatchObject({ state: 'asked' });
  });

  test('answers once, also after a double click', async () => {
    const asked = await ask();
    await Promise.all([answer(asked), answer(asked, { quote: 'Another text' })]);
    const first = (await item(asked.id))?.quote;
    await answer(asked, { quote: 'A third text' });
    expect(await item(asked.id)).toMatchObject({ state: 'received', quote: first });
  });

  test('gets an explanation for a file that is not a photo', async () => {
    const asked = await ask();
    const file = new File(['<script>alert(1)</script>'], 'photo.png', { type: 'image/png' });
    const response = await send(asked.path, { ...WORDS, step: 'preview' }, file);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('Choose another photo'),
    ]);
  });

  test('cannot send forms without end', async () => {
    const asked = await ask();
    const statuses = [];
    for (let times = 0; times < 61; times += 1)
      statuses.push((await send(asked.path, { step: 'edit' })).status);
    expect(statuses.at(-2)).toBe(200);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('nothing is public before the owner approves it, after a decline, or after a withdrawal', async () => {
  await addProject(owner, 'Engine');
  const asked = await ask();
  await answer(asked);
  const params = { id: asked.id };
  for (const state of ['received', 'declined']) {
    expect(await item(asked.id)).toMatchObject({ state });
    expect(await readPublic()).not.toMatch(/by how much|Caroline|Hanover|timetable/);
    await owner.call(testimonial.decline, { params });
  }
  const { status, body } = await owner.call(testimonial.approve, { params });
  expect([status, body.message]).toEqual([200, 'Testimonial shown.']);
  await expect.poll(() => read('/')).toContain(SHOWN);
  const shown = await readPublic();
  // Neither whom the owner asked for what, nor how the author can be reached.
  expect(shown).not.toMatch(/timetable|link_hashes|expiresAt/);
  await send(asked.path, { step: 'withdraw' });
  await expect.poll(() => read('/')).not.toContain(SHOWN);
  expect(await readPublic()).not.toMatch(/by how much|Caroline|Hanover/);
});

test('nothing is public without a site, on which its author could withdraw it', async () => {
  await shownOne();
  const { mediaOrigin } = app.config;
  expect(await readPortfolio(app.db, app.config)).toMatchObject({ testimonials: [WORDS] });
  const hidden = await readPortfolio(app.db, { mediaOrigin, siteUrl: undefined });
  expect(hidden?.testimonials).toEqual([]);
});

describe('the owner', () => {
  test('places a testimonial on the home page, on projects, or on both', async () => {
    const project = await addProject(owner, 'Locks');
    const draft = '00000000-0000-4000-8000-000000000000';
    const { id } = await shownOne();
    const place = (json: object) => owner.call(testimonial.update, { params: { id }, json });
    await place({ onHome: false, projects: [project._id, draft] });
    await expect.poll(() => read(`/projects/${project.slug}`)).toContain(SHOWN);
    expect(await read('/')).not.toContain('Kind words');
    const { body } = await app.visitor().call(calls.public.portfolio);
    expect(body.testimonials).toMatchObject([{ projects: [project._id] }]);
    await place({ onHome: true });
    await expect.poll(() => read('/')).toContain(SHOWN);
    expect(await read('/')).toContain('Kind words');
    expect(await read('/')).toContain(`href="/projects/${project.slug}"`);
  });

  test('cannot change the words of an author, also not with the history', async () => {
    const { id } = await shownOne();
    const params = { id };
    const changed = await owner.call(testimonial.update, {
      params,
      json: { quote: 'She is the best.' },
    });
    expect(changed.status).toBe(400);
    const { body } = await owner.call(calls.history.list, { params: { noun: 'testimonial', id } });
    for (const { _id } of body.versions) {
      await owner.call(calls.history.restore, { params: { id: _id } });
      await owner.call(calls.history.undo, { params: { id: _id } });
    }
    expect(await item(id)).toMatchObject({ ...WORDS, state: 'shown' });
  });

  test('cannot displace the link of an author with new ones', async () => {
    const { id, path } = await shownOne();
    await sql`update testimonial set link_hashes = link_hashes || array(
      select encode(sha256(n::text::bytea), 'hex') from generate_series(1, 98) as n)`.execute(
      app.db,
    );
    await newLink(id);
    const { status } = await owner.call(testimonial.link, { params: { id } });
    expect(status).toBe(409);
    expect((await visit(path)).status).toBe(200);
  });

  test('has nothing to approve before an answer', async () => {
    const { id } = await ask();
    for (const call of [testimonial.approve, testimonial.decline])
      expect((await owner.call(call, { params: { id } })).status).toBe(409);
    const json = { quote: 'Words', note: '' };
    expect((await owner.call(testimonial.suggest, { params: { id }, json })).status).toBe(409);
  });
});

describe('a suggested edit', () => {
  const EDIT = 'She found out where.';
  const suggest = (id: string, quote: string) =>
    owner.call(testimonial.suggest, { params: { id }, json: { quote, note: 'Shorter' } });

  test('appears once the author agrees, and the old text stays until then', async () => {
    const { id, path } = await shownOne();
    expect((await suggest(id, EDIT)).status).toBe(200);
    await app.waitUntilIdle();
    expect(await read('/')).toContain(SHOWN);
    const page = await read(path);
    for (const text of [SHOWN, EDIT, 'Shorter', 'Ada Lovelace suggests an edit'])
      expect(page).toContain(text);
    expect(await item(id)).toMatchObject({ quote: WORDS.quote, suggestion: EDIT });

    await suggest(id, 'A newer edit.');
    await send(path, { step: 'agree', suggestion: EDIT });
    expect(await item(id)).toMatchObject({ quote: WORDS.quote });
    await send(path, { step: 'agree', suggestion: 'A newer edit.' });
    expect(await item(id)).toMatchObject({
      quote: 'A newer edit.',
      suggestion: '',
      state: 'shown',
    });
    await expect.poll(() => read('/')).toContain('A newer edit.');
  });

  test('can be refused, and taken back', async () => {
    const { id, path } = await shownOne();
    await suggest(id, EDIT);
    await send(path, { step: 'keep', suggestion: EDIT });
    expect(await item(id)).toMatchObject({ quote: WORDS.quote, suggestion: '' });
    await suggest(id, EDIT);
    await suggest(id, WORDS.quote);
    expect(await item(id)).toMatchObject({ suggestion: '', suggestionNote: '' });
  });
});

test('a suggested edit with line breaks of Windows can be agreed to, and an unseen one stays', async () => {
  const { id, path } = await shownOne();
  const suggest = (quote: string) =>
    owner.call(testimonial.suggest, { params: { id }, json: { quote, note: '' } });
  await suggest('One line.\r\nAnother.');
  await send(path, { step: 'keep', suggestion: 'An earlier edit.' });
  expect(await item(id)).toMatchObject({ suggestion: 'One line.\nAnother.' });
  await send(path, { step: 'agree', suggestion: 'One line.\r\nAnother.' });
  expect(await item(id)).toMatchObject({ quote: 'One line.\nAnother.', suggestion: '' });
});

test('the owner gets an email when an author answers, agrees or withdraws', async () => {
  const { id, path } = await shownOne();
  await owner.call(testimonial.suggest, { params: { id }, json: { quote: 'Shorter.', note: '' } });
  await send(path, { step: 'agree', suggestion: 'Shorter.' });
  await send(path, { step: 'withdraw' });
  await send(path, { step: 'withdraw' });
  const { rows } = await sql<{ kind: string }>`
    select data ->> 'kind' as kind from pgboss.job
    where data ->> 'person' = 'Caroline' order by created_on desc limit 3`.execute(app.db);
  expect(rows.map(({ kind }) => kind)).toEqual([
    'testimonial-withdrawn',
    'testimonial-agreed',
    'testimonial-received',
  ]);
});

describe('a withdrawal', () => {
  test('erases the words and the photo everywhere, also in the history and in the trash', async () => {
    for (const place of ['list', 'trash', 'deleted forever']) {
      const asked = await ask();
      const preview = await send(
        asked.path,
        { ...WORDS, step: 'preview' },
        await uploads.png(300, 300),
      );
      const [, photo = ''] = /name="photo" value="([^"]+)"/.exec(await preview.text()) ?? [];
      await answer(asked, { photo });
      const params = { id: asked.id };
      await owner.call(testimonial.approve, { params });
      expect((await visit(`/media/${photo}`)).status).toBe(200);
      const items = [{ noun: 'testimonial' as const, id: asked.id }];
      if (place !== 'list') await owner.call(testimonial.remove, { params });
      if (place === 'deleted forever') {
        await owner.call(calls.session.confirm, { json: { password: OWNER.password } });
        await owner.call(calls.trash.remove, { json: { items } });
      }
      expect((await send(asked.path, { step: 'withdraw' })).status, place).toBe(303);
      expect((await visit(`/media/${photo}`)).status, place).toBe(404);
      const { rows } = await sql`
        select from trash where item::text ~ 'Hanover'
        union all select from purged_item where item::text ~ 'Hanover'
        union all select from purged_revision where concat(before, after) ~ 'Hanover'
        union all select from revision where concat(before, after) ~ 'Hanover'
        union all select from testimonial where organization <> ''`.execute(app.db);
      expect(rows, place).toEqual([]);
    }
  });

  test('leaves a trace for the owner, but no words', async () => {
    const { id, path } = await shownOne();
    expect((await visit(path)).status).toBe(200);
    expect(await item(id)).toMatchObject({ state: 'shown' });
    await send(path, { step: 'withdraw' });
    expect(await item(id)).toMatchObject({ state: 'withdrawn', person: 'Caroline', quote: '' });
    expect(await read(path)).toContain('There are no words of yours on this site.');
    expect((await owner.call(testimonial.link, { params: { id } })).status).toBe(409);
    expect((await owner.call(testimonial.approve, { params: { id } })).status).toBe(409);
  });

  test('leaves no name if the owner did not enter one', async () => {
    const asked = await ask('');
    await answer(asked);
    await send(asked.path, { step: 'withdraw' });
    expect(await item(asked.id)).toMatchObject({ state: 'withdrawn', person: '' });
  });

  test('waits for the owner who restores the words from the trash', async () => {
    const { id, path } = await shownOne();
    await owner.call(testimonial.remove, { params: { id } });
    const withdrawn = await app.db.transaction().execute(async (trx) => {
      await restoreFromTrash(trx, 'testimonial', [id], SERVICE);
      const response = send(path, { step: 'withdraw' });
      await setTimeout(1000);
      return { response };
    });
    expect((await withdrawn.response).status).toBe(303);
    expect(await item(id)).toMatchObject({ state: 'withdrawn', quote: '' });
  });

  test('before an answer refuses one', async () => {
    const asked = await ask();
    await send(asked.path, { step: 'withdraw' });
    await answer(asked);
    expect(await item(asked.id)).toMatchObject({ state: 'withdrawn', quote: '' });
  });
});

test('a token that can only read gets approved testimonials, without what is private', async () => {
  const shown = await shownOne();
  const received = await ask('Mary');
  await answer(received);
  const deleted = await shownOne();
  await owner.call(testimonial.remove, { params: { id: deleted.id } });
  for (const [scope, ids, count] of [
    ['read', [shown.id], 0],
    ['write-drafts', [shown.id], 0],
    ['write', [shown.id, received.id], 1],
  ] as const) {
    const json = { name: scope, scopes: [scope], expiresInDays: 30 };
    const { secret } = (await owner.call(calls.token.add, { json })).body;
    const fetchJson = async (path: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await app.visitor().fetch(`/api/v1${path}`, { headers })).json();
    };
    const { testimonials } = testimonial.list.response.parse(
      await fetchJson('/testimonial/getall'),
    );
    expect(testimonials.map(({ _id }) => _id)).toEqual(ids);
    expect(testimonials[0]).toMatchObject({ ...WORDS, person: count ? 'Caroline' : '' });
    const trash = calls.trash.list.response.parse(await fetchJson('/trash/getall'));
    expect([trash.items.length, trash.counts.testimonial]).toEqual([count, count]);
  }
});

describe('a restored backup', () => {
  let folder: string;
  let path: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
    path = join(folder, 'backup.tar');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function writeBackup(): Promise<void> {
    const backup = await takeBackup(app.db, app.files);
    await pipeline(backup.open(), createWriteStream(path));
    await backup.discard();
  }

  async function restore(beforeChange?: () => Promise<void>): Promise<void> {
    await restoreBackup({
      db: app.db,
      files: app.files,
      path,
      replace: true,
      ...(beforeChange && { beforeChange }),
    });
    // A restore ends all sessions.
    owner = await app.owner();
  }

  test.each(['list', 'trash'])('does not bring back withdrawn words from the %s', async (place) => {
    const { id, path: link } = await shownOne();
    if (place === 'trash') await owner.call(testimonial.remove, { params: { id } });
    await writeBackup();
    await send(link, { step: 'withdraw' });
    // The second time, the testimonial is not in the list anymore.
    for (const isDeleted of [false, true]) {
      if (isDeleted) await app.db.deleteFrom('testimonial').execute();
      await restore();
      const { rows } = await sql`
        select from testimonial where state <> 'withdrawn'
        union all select from trash where item::text ~ 'Hanover'
        union all select from revision where concat(before, after) ~ 'Hanover'`.execute(app.db);
      expect(rows).toEqual([]);
      const state = place === 'list' && !isDeleted ? 'withdrawn' : undefined;
      expect((await item(id))?.state).toBe(state);
    }
  });

  test('keeps what authors do during the restore', async () => {
    const known = await ask();
    const leaving = await shownOne();
    await writeBackup();
    const added = await ask('Mary');
    await restore(async () => {
      await answer(known);
      await answer(added, { name: 'Mary' });
      await send(leaving.path, { step: 'withdraw' });
    });
    expect(await item(known.id)).toMatchObject({ ...WORDS, state: 'received' });
    expect(await item(added.id)).toMatchObject({ name: 'Mary', state: 'received' });
    expect(await item(leaving.id)).toMatchObject({ quote: '', state: 'withdrawn' });
    expect(await read(added.path)).toContain('Thank you. Your words have arrived.');
  });
});
