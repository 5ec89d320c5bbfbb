import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import type { Field, Fields } from '@vitrine/contract/collection-field';
import { hasDrafts, type PublishedCollection } from '@vitrine/contract/define-published';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { RESUME_FORMATS } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { DEFAULT_VIEW } from '@vitrine/contract/view';
import { FILE_PATHS } from '@vitrine/site/resolve-path';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { addSample, callsOf } from '@vitrine/testing/collection-samples';
import { fetchHost, sendForm } from '@vitrine/testing/fetch-host';
import { uploads } from '@vitrine/testing/uploads';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publishDue } from './content/stores.ts';
import { findFormKey } from './modules/message/contact-store.ts';
import { signFormToken } from './modules/message/form-token.ts';

/** A word that only content before its time contains. Its states follow it, as in `zyxdraft`. */
const CANARY = 'zyx';

let app: TestApp;
let owner: Client;
/** The names of the pictures that only content before its time has. */
const pictures: string[] = [];

beforeAll(async () => {
  app = await startApp({
    settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: 'http://site.test' },
  });
  owner = await app.owner();
  const published = { pdf: true, docx: true, json: true, txt: true };
  const json = { ...DEFAULT_RESUME_SETTINGS, published, source: 'portfolio' };
  await owner.call(calls.resume.update, { json });
  // Without content, there are no files of the resume.
  await addSample(owner, 'timeline', 'Engineer');
  for (const { name } of ALL_DEFINED.filter((one) => !hasDrafts(one))) {
    const id = await addSample(owner, name, `${CANARY}deleted${name}`);
    await owner.call<Call>(callsOf(name).remove, { params: { id } });
  }
});
afterAll(() => app.stop());

const Item = z.object({ _id: z.string(), slug: z.string() });

/** Every field with a value that contains the canary, and a picture that no other item has. */
async function canaryFields(fields: Fields, state: string): Promise<Record<string, unknown>> {
  const form = { image: await uploads.png(80 + pictures.length, 36) };
  const { name } = (await owner.call(calls.image.add, { form })).body.image;
  pictures.push(name);
  const values = Object.entries(fields).flatMap(([key, field]) => {
    const value = canaryValue(field, `${CANARY}${state}`, name);
    return value === undefined ? [] : [[field.sentAs ?? key, value] as const];
  });
  return Object.fromEntries(values);
}

function canaryValue({ kind }: Field, word: string, image: string): unknown {
  switch (kind) {
    case 'text':
    case 'slug':
    case 'list':
      return word;
    case 'markdown':
      return `## ${word}\n\n![${word}](/media/${image})`;
    case 'sentences':
      return [word, 'Shared'];
    case 'link':
      return `https://${word}.example`;
    case 'links':
      return [{ url: `https://${word}.example`, label: word }];
    case 'picture':
      return image;
    case 'gallery':
      return [{ image, alt: word, caption: word }];
    default:
      return undefined;
  }
}

/** Adds items in each state that visitors must not see. Returns the one that is scheduled. */
async function addHidden({ name, facts, fields, calls: own }: PublishedCollection) {
  const itemOf = (body: object) => Item.parse(Reflect.get(body, facts.one));
  const addDraft = async (state: string) => {
    const { status, body } = await owner.call(own.addDraft, {
      json: await canaryFields(fields, `${state}${name}`),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return itemOf(body);
  };
  const change = async (call: PublishedCollection['calls']['publish'], id: string, json = {}) => {
    const { status, body } = await owner.call(call, { params: { id }, json });
    expect(status, JSON.stringify(body)).toBe(200);
  };

  await addDraft('draft');
  const scheduled = await addDraft('scheduled');
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  await change(own.schedule, scheduled._id, { publishAt });
  const changed = await addSample(owner, name, 'Shown', { slug: 'shown' });
  await change(own.saveDraft, changed, await canaryFields(fields, `changed${name}`));
  await owner.call(own.remove, { params: { id: (await addDraft('deleted'))._id } });
  return scheduled;
}

/** Where an item would be, by its ID, address or tag. */
function guessedPaths(id: string): string[] {
  const pages = [`/projects/${id}`, `/writing/${id}`];
  return [...pages, `/writing/tags/${id}`, ...pages.map((page) => `/og${page}-0.jpg`)];
}

/** One reader may see the item before others do. */
async function showInView(id: string, word: string): Promise<void> {
  const sections = DEFAULT_VIEW.sections.map((section) => ({ ...section, included: [id] }));
  const json = { name: `${CANARY}view`, sections, drafts: [id] };
  const { body } = await owner.call(calls.view.add, { json });
  const published = await owner.call(calls.view.publish, { params: { id: body.view._id } });
  const path = new URL(published.body.view.link ?? '').pathname;
  expect(await (await fetchHost(app.origin, 'site.test', path)).text()).toContain(word);
}

/** What visitors can read, by where they find it: what is linked, and what they can guess. */
async function readEverything(items: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [
    '/',
    ...['/projects', '/writing', '/writing/tags/shared', '/publications', '/resume', '/contact'],
    ...[...FILE_PATHS, ...RESUME_FORMATS.map((format) => `/resume.${format}`)],
    ...items.flatMap(guessedPaths),
  ];
  for (const path of waiting) {
    if (found.has(path)) continue;
    const response = await fetchHost(app.origin, 'site.test', path);
    const bytes = Buffer.from(await response.arrayBuffer());
    const head = JSON.stringify([response.status, ...response.headers]);
    found.set(path, `${head}${await textsIn(path, bytes)}`);
    if (/text|json|xml/.test(response.headers.get('content-type') ?? ''))
      waiting.push(...linksIn(bytes.toString()));
  }
  for (const path of ['portfolio', ...items.flatMap((id) => [`projects/${id}`, `posts/${id}`])]) {
    const response = await app.visitor().fetch(`/api/v1/public/${path}`);
    found.set(`public ${path}`, await response.text());
  }
  const download = await owner.fetch('/api/v1/site/download?contact=form&url=https://a.example');
  expect(download.status).toBe(200);
  const files = unzipSync(new Uint8Array(await download.arrayBuffer()));
  for (const [path, bytes] of Object.entries(files))
    found.set(`export ${path}`, `${path}${await textsIn(path, Buffer.from(bytes))}`);
  return found;
}

/** The paths of this site that a text names. */
function linksIn(text: string): string[] {
  const links = text.matchAll(/(?:http:\/\/site\.test|(?<=["(,\s]))(\/[\w%.~/?=&-]*)/g);
  return [...links].map(([, path = '']) => path).filter((path) => !/^\/(\/|media\/)/.test(path));
}

/** A DOCX is a ZIP with XML. The text of a PDF is compressed, and in glyphs. */
async function textsIn(path: string, bytes: Buffer): Promise<string> {
  const kind = bytes.subarray(0, 4).toString();
  if (path.endsWith('.docx') && kind.startsWith('PK'))
    return Object.values(unzipSync(bytes))
      .map((part) => strFromU8(part))
      .join('');
  if (kind !== '%PDF') return bytes.toString();
  const document = await (await PDFiumLibrary.init()).loadDocument(bytes);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  return pages.join('');
}

function placesOf(word: string, found: ReadonlyMap<string, string>): string[] {
  const isIn = (text: string) => text.toLowerCase().includes(word);
  return [...found].filter(([, text]) => isIn(text)).map(([place]) => place);
}

describe.each(ALL_DEFINED.filter(hasDrafts))('before its time, content of $facts.labels', (one) => {
  test('is in nothing that visitors can read, and then in all of it', async () => {
    const scheduled = await addHidden(one);
    await showInView(scheduled._id, `${CANARY}scheduled`);
    await app.waitUntilIdle();
    await expect.poll(async () => (await readPublic()).includes('Shown')).toBe(true);

    const guesses = [scheduled._id, scheduled.slug, `${CANARY}draft${one.name}`];
    const before = await readEverything(guesses);
    for (const word of [CANARY, ...pictures, scheduled._id])
      expect(placesOf(word, before), word).toEqual([]);
    for (const path of guesses.flatMap(guessedPaths))
      expect(before.get(path), path).toMatch(/^\[404/);

    await sql`update ${sql.table(one.facts.table)} set publish_at = now() - interval '1 second'
      where publish_at is not null`.execute(app.db);
    await publishDue(app.db);
    await expect.poll(readPublic).toContain(scheduled._id);
    const after = placesOf(`${CANARY}scheduled`, await readEverything(guesses));
    expect(after).toEqual(expect.arrayContaining([...PLACES, ...(OWN_PLACES[one.name] ?? [])]));
    await owner.call(one.calls.remove, { params: { id: scheduled._id } });
  });
});

/** Where a visitor finds any item that is published. If one of them is missing, the test looks in the wrong places. */
const PLACES = [
  ...['/', '/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt', 'public portfolio'],
  ...['export index.html', 'export feed.xml', 'export feed.json', 'export sitemap.xml'],
];

/** The same for each collection. */
const OWN_PLACES: Readonly<Partial<Record<string, readonly string[]>>> = {
  project: [
    ...['/projects', `/projects/${CANARY}scheduledproject`],
    ...RESUME_FORMATS.flatMap((format) => [`/resume.${format}`, `export resume.${format}`]),
  ],
  post: ['/writing', '/writing/feed.xml', '/writing/feed.json', `/writing/${CANARY}scheduledpost`],
};

/** Writes on the page of an author. Returns the testimonial with the path of the page. */
async function writeTestimonial(state: string) {
  const word = `${CANARY}${state}testimonial`;
  const fields = { note: word, onHome: 'true' };
  const id = await addSample(owner, 'testimonial', word, fields);
  const { body } = await owner.call(calls.testimonial.link, { params: { id } });
  const one = { params: { id }, path: new URL(body.link).pathname };
  if (state === 'asked') return one;
  const words = state === 'suggested' ? 'Shown' : word;
  const answer = { quote: words, name: words, role: words, organization: words };
  const file = await uploads.png(80 + pictures.length, 37);
  const preview = await send(one.path, { ...answer, file, step: 'preview' });
  const photo = /name="photo" value="([^"]+)"/.exec(await preview.text())?.[1] ?? '';
  expect(photo).not.toBe('');
  if (state !== 'suggested') pictures.push(photo);
  const { key, now } = await findFormKey(app.db);
  const token = signFormToken(key, now - 10);
  await send(one.path, { ...answer, photo, token, consent: 'on', step: 'send' });
  return one;
}

function send(path: string, fields: Record<string, string | File>): Promise<Response> {
  return sendForm(app.origin, 'site.test', path, fields);
}

test('the words of an author are in nothing that visitors can read before the owner approves them, or after a refusal or a withdrawal', async () => {
  const { approve, decline, suggest, remove, list } = calls.testimonial;
  await writeTestimonial('asked');
  const received = await writeTestimonial('received');
  await owner.call(decline, await writeTestimonial('declined'));
  const [withdrawn, deleted, suggested] = [
    await writeTestimonial('withdrawn'),
    await writeTestimonial('deleted'),
    await writeTestimonial('suggested'),
  ];
  for (const { params } of [withdrawn, deleted, suggested]) await owner.call(approve, { params });
  await expect.poll(readPublic).toContain(`${CANARY}withdrawn`);
  await send(withdrawn.path, { step: 'withdraw' });
  await owner.call(remove, deleted);
  const json = { quote: `${CANARY}suggested`, note: `${CANARY}suggested` };
  await owner.call(suggest, { ...suggested, json });
  const { testimonials } = (await owner.call(list)).body;
  expect(testimonials.map(({ state }) => state).toSorted()).toEqual([
    ...['asked', 'declined', 'received', 'shown', 'withdrawn'],
  ]);
  await expect.poll(readPublic).not.toContain(`${CANARY}withdrawn`);
  await app.waitUntilIdle();

  const ids = testimonials.filter(({ state }) => state !== 'shown').map(({ _id }) => _id);
  const before = await readEverything([]);
  for (const word of [CANARY, ...pictures, ...ids, 'kind-words/'])
    expect(placesOf(word, before), word).toEqual([]);

  await owner.call(approve, received);
  await expect.poll(readPublic).toContain(`${CANARY}received`);
  const after = placesOf(`${CANARY}received`, await readEverything([]));
  const places = ['/', '/resume.json', 'public portfolio', 'export index.html'];
  expect(after).toEqual(expect.arrayContaining([...places, 'export resume.json']));
});

async function readPublic(): Promise<string> {
  return (await app.visitor().fetch('/api/v1/public/portfolio')).text();
}
