/** Adds an item of each collection and looks for it in every place that shows or keeps content. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { restoreBackup } from '@vitrine/api/modules/backup/restore-backup';
import { takeBackup } from '@vitrine/api/modules/backup/take-backup';
import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, type CollectionName, namesOf, recordOf } from '@vitrine/contract/collections';
import { ImportItem } from '@vitrine/contract/import';
import { THEMES } from '@vitrine/contract/options';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { ALL_SECTIONS } from '@vitrine/testing/build-resume';
import { addSample, callsOf, sampleOf } from '@vitrine/testing/collection-samples';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createVitrine } from '../packages/client/src/client.ts';

const NAMES = namesOf(COLLECTIONS);

/** The places that an item is not in, with the reason. A collection without a row fails. */
const LEFT_OUT: Readonly<Partial<Record<string, Readonly<Partial<Record<Place, string>>>>>> = {
  project: {},
  post: { resume: 'A resume lists no posts.' },
  publication: {
    feed: 'A feed has what was published on the site.',
    sitemap: 'All publications have one page.',
  },
  skill: { feed: 'It has no page.', sitemap: 'It has no page.' },
  'software-application': { feed: 'It has no page.', sitemap: 'It has no page.' },
  testimonial: {
    feed: 'It has no page.',
    sitemap: 'It has no page.',
  },
  timeline: { feed: 'It has no page.', sitemap: 'It has no page.' },
};

/** Returns the text in which an item is expected. */
type Read = (name: CollectionName, id: string) => Promise<string> | string;

type Place = keyof typeof PLACES;

const PLACES = {
  ...recordOf(
    THEMES.map((theme) => `theme ${theme}` as const),
    (place) => () => homePages.get(place.slice('theme '.length)) ?? '',
  ),
  feed: () => visit('/feed.xml'),
  sitemap: () => visit('/sitemap.xml'),
  'public document': async () => (await app.visitor().fetch('/api/v1/public/portfolio')).text(),
  'typed client': async (name) => {
    const { [COLLECTIONS[name].published]: list } = await createVitrine(app.origin).portfolio();
    return JSON.stringify(list);
  },
  palette: renderPalette,
  history: async (name, id) => {
    const { body } = await owner.call(calls.history.list, { params: { noun: name, id } });
    return body.versions.length > 0 ? body.title : '';
  },
  trash: readTrash,
  backup: async () => (await restored.visitor().fetch('/api/v1/public/portfolio')).text(),
  export: () => exported,
  resume: async () => (await owner.fetch('/api/v1/resume/download/json')).text(),
} satisfies Readonly<Record<string, Read>>;

const HOST = 'site.test';
const ids = new Map<CollectionName, string>();
const homePages = new Map<string, string>();
let app: TestApp;
let restored: TestApp;
let owner: Client;
let exported: string;

beforeAll(async () => {
  const settings = { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: `http://${HOST}` };
  [app, restored] = await Promise.all([startApp({ settings }), startApp({ settings })]);
  owner = await app.owner();
  await owner.call(calls.resume.update, { json: ALL_SECTIONS });
  for (const name of NAMES) ids.set(name, await addSample(owner, name, titleOf(name)));
  await agreeToTestimonial();
  await readHomePages();
  await restored.owner();
  await copyBackup();
  const site = await owner.fetch('/api/v1/site/download?contact=form');
  const files = unzipSync(new Uint8Array(await site.arrayBuffer()));
  exported = strFromU8(files['index.html'] ?? new Uint8Array());
});
afterAll(() => Promise.all([app.stop(), restored.stop()]));

/** Its author writes and agrees on a page of the site, which has tests of its own. */
async function agreeToTestimonial(): Promise<void> {
  const text = titleOf('testimonial');
  await sql`update testimonial set state = 'shown', quote = ${text}, name = ${text},
    answered_at = now()`.execute(app.db);
}

/** Also in addresses, where spaces are dashes. */
function titleOf(name: CollectionName): string {
  return `canary-${name}`;
}

async function visit(path: string): Promise<string> {
  return (await fetchHost(app.origin, HOST, path)).text();
}

/** Publishes each theme, with a footer that shows when the page has it. */
async function readHomePages(): Promise<void> {
  for (const theme of THEMES) {
    const json = { ...DEFAULT_SITE_SETTINGS, theme, footer: `Made in ${theme}` };
    await owner.call(calls.site.saveDraft, { json });
    await owner.call(calls.site.publish);
    await vi.waitFor(async () => expect(await visit('/')).toContain(json.footer), 30_000);
    homePages.set(theme, await visit('/'));
  }
}

/** The dashboard depends on these packages and this file, and its types are those of a browser. */
const PALETTE = [
  'react',
  'react-dom/server',
  '@tanstack/react-query',
  join(import.meta.dirname, '../apps/dashboard/src/pages/palette/content-groups.tsx'),
];

async function renderPalette(name: CollectionName): Promise<string> {
  const [react, server, query, palette] = await Promise.all(PALETTE.map((file) => import(file)));
  const client = new query.QueryClient();
  const { body } = await owner.call<Call>(callsOf(name).list);
  client.setQueryData([name], Object(body)[COLLECTIONS[name].many]);
  const withoutPicture = (key: string, value: unknown) => (key === 'picture' ? undefined : value);
  const Palette = () => JSON.stringify(palette.useContentGroups(), withoutPicture);
  const element = react.createElement(Palette);
  return server.renderToStaticMarkup(
    react.createElement(query.QueryClientProvider, { client }, element),
  );
}

async function readTrash(name: CollectionName, id: string): Promise<string> {
  const { body } = await owner.call<Call>(callsOf(name).remove, { params: { id } });
  const trash = JSON.stringify((await owner.call(calls.trash.list)).body);
  await owner.call(calls.trash.restore, { json: { items: Object(body).trashed } });
  return trash;
}

async function copyBackup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const path = join(folder, 'backup.tar');
  const backup = await takeBackup(app.db, app.files);
  await pipeline(backup.open(), createWriteStream(path));
  await backup.discard();
  await restoreBackup({ db: restored.db, files: restored.files, path, replace: true });
  await rm(folder, { recursive: true });
}

test('every collection has a row', () => {
  expect(Object.keys(LEFT_OUT).toSorted()).toEqual([...NAMES].toSorted());
});

describe.each(NAMES)('an item of the collection %s', (name) => {
  test.each(Object.entries<Read>(PLACES))(
    'is in the %s, unless the table says why not',
    async (place, read) => {
      const reasons: Readonly<Record<string, string>> = LEFT_OUT[name] ?? {};
      const text = await read(name, ids.get(name) ?? '');
      expect(text.includes(titleOf(name)), reasons[place]).toBe(reasons[place] === undefined);
    },
  );

  test('is in the API reference', async () => {
    const reference = await (await app.visitor().fetch('/api/v1/openapi.json')).json();
    expect(Object.keys(reference.components.schemas)).toContain(COLLECTIONS[name].type);
    const { path } = callsOf(name).list.route;
    expect(Object.keys(reference.paths)).toContainEqual(expect.stringContaining(path));
  });

  test('can be imported, and the import can be undone', async () => {
    const fields = sampleOf(name, `imported-${name}`);
    const items = [ImportItem.parse({ kind: `add-${name}`, fields })];
    const { status, body } = await owner.call(calls.import.apply, { json: { items } });
    expect(status).toBe(201);
    const list = async () => JSON.stringify((await owner.call<Call>(callsOf(name).list)).body);
    expect(await list()).toContain(`imported-${name}`);
    await owner.call(calls.import.undo, { params: { id: body.id } });
    expect(await list()).not.toContain(`imported-${name}`);
  });
});
