import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { calls } from '@vitrine/contract/calls';
import type { Collection } from '@vitrine/contract/define-collection';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnOf } from './db/collection-columns.ts';
import { CHECKSUMS, MANIFEST, readArchive, writeArchive } from './modules/backup/archive.ts';
import { restoreBackup } from './modules/backup/restore-backup.ts';
import { TABLES } from './modules/backup/tables.ts';
import { takeBackup } from './modules/backup/take-backup.ts';
import { findDesign } from './modules/site/design-store.ts';
import { createSiteRenderer } from './modules/site/site-renderer.ts';

const EVIL = 'a{background:url(https://evil.example/x.png)}';
const OTHER = `${'0'.repeat(64)}.png`;

/** Every stored value that is computed from others, with what a changed archive could say instead. */
const DERIVED: Readonly<Record<string, unknown>> = {
  'message.search_vector': "'evil'",
  'message.content_hash': '00000000-0000-4000-8000-000000000000',
  'project.media': [OTHER],
  'post.media': [OTHER],
  'trash.media': [OTHER],
  'revision.media': [OTHER],
  'site.draft_css': EVIL,
};

/** The other columns: what people entered, when, and in which order. */
const ENTERED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ALL_DEFINED.map((one) => [one.facts.table, enteredColumns(one)])),
  // Constraints verify the metadata: it has sizes, names and a few pixels, and no URLs.
  media: 'created_at files is_author_photo metadata name orphaned_at',
  owner:
    'about_me availability avatar count_visits created_at email facebook_url full_name github_url headline id instagram_url languages linkedin_url links location mail_messages messages_mailed_at password_hash phone portfolio_url pronouns resume setup_step show_email show_phone singleton twitter_url updated_at',
  message:
    'created_at email folder id mail_due message replies sender_name seq spam_reasons subject unread',
  trash: 'deleted_at id item noun seq',
  revision: 'actor_name actor_type after before created_at id item_id noun operation restored_from',
  site: 'draft settings singleton',
  resume: 'settings singleton',
  audit_event: 'address created_at id kind last_at subject times user_agent',
  visit_count: 'count kind name period starts_on',
  view: 'created_at drafts expires_at headline id link link_hash name note published_at resume revoked_at sections seq updated_at',
};

function enteredColumns({ facts, fields }: Collection): string {
  const content = Object.entries(fields).map(([name, field]) => columnOf(name, field));
  const position = facts.isOrdered ? ['position'] : [];
  const state = facts.hasDrafts
    ? ['draft', 'old_slugs', 'publish_at', 'published_at', 'state', 'version']
    : [];
  const links = facts.table === 'testimonial' ? ['link_hashes'] : [];
  const shared = ['id', 'seq', 'created_at', 'updated_at'];
  return [...content, ...position, ...state, ...links, ...shared].join(' ');
}

let app: TestApp;
let owner: Client;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  app = await startApp();
  owner = await app.owner();
  const project = {
    title: 'a',
    description: 'b',
    technologies: 'c',
    stack: 'Mern',
    deployed: 'No',
  };
  for (const width of [8, 9]) {
    const form = { ...project, projectBanner: await uploads.png(width, 8) };
    const { body } = await owner.call(calls.project.add, { form });
    if (width === 9) await owner.call(calls.project.remove, { params: { id: body.project._id } });
  }
  await owner.call(calls.post.add, { form: { title: 'a', coverImage: await uploads.png(7, 8) } });
  const message = { senderName: 'Bea', subject: 'Hi', email: 'c@d.example', message: 'Hello' };
  await app.visitor().call(calls.public.send, { json: message });
  const design = { ...DEFAULT_SITE_SETTINGS, customCss: '.intro { --published: 1 }' };
  await owner.call(calls.site.saveDraft, { json: design });
  await owner.call(calls.site.publish);
  await owner.call(calls.site.saveDraft, {
    json: { ...design, customCss: '.intro { --draft: 1 }' },
  });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

type Row = Record<string, unknown>;

/** Writes a backup with changed rows and correct checksums, and restores it. */
async function restoreChanged(change: (table: string, row: Row) => Row): Promise<void> {
  const paths = [join(folder, 'backup.tar'), join(folder, 'changed.tar')] as const;
  const backup = await takeBackup(app.db, app.files);
  await pipeline(backup.open(), createWriteStream(paths[0]));
  await backup.discard();
  const entries = new Map<string, Buffer>();
  for await (const { name, body } of readArchive(paths[0])) entries.set(name, await buffer(body));
  for (const table of TABLES) {
    const name = `data/${table}.jsonl.gz`;
    const lines = gunzipSync(entries.get(name) ?? '').toString();
    const rows = lines.split('\n').filter((line) => line !== '');
    const changed = rows.map((line) => `${JSON.stringify(change(table, JSON.parse(line)))}\n`);
    entries.set(name, gzipSync(changed.join('')));
  }
  const sums = [...entries].map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  entries.set(CHECKSUMS, Buffer.from(sums.join('')));
  const list = [...entries].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    read: () => Readable.from([bytes]),
  }));
  await pipeline(writeArchive(list, new Date()), createWriteStream(paths[1]));
  await restoreBackup({ db: app.db, files: app.files, path: paths[1], replace: true });
}

async function readColumn(name: string): Promise<unknown[]> {
  const [table = '', column = ''] = name.split('.');
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)}::text as value from ${sql.table(table)} order by 1`.execute(app.db);
  return rows.map(({ value }) => value);
}

test('every column of a backup is listed here, as entered or as derived', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any(${TABLES})`.execute(app.db);
  const entered = Object.entries(ENTERED).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...entered, ...Object.keys(DERIVED)].toSorted(),
  );
});

describe.each(Object.entries(DERIVED))('the derived value %s', (name, value) => {
  const [table = '', column = ''] = name.split('.');

  test('is not in a backup', async () => {
    let rows = 0;
    await restoreChanged((from, row) => {
      if (from !== table) return row;
      rows += 1;
      expect(row).not.toHaveProperty(column);
      return row;
    });
    expect(rows).toBeGreaterThan(0);
  });

  test('is not taken from an archive that has it', async () => {
    const before = await readColumn(name);
    await restoreChanged((from, row) => (from === table ? { ...row, [column]: value } : row));
    const after = await readColumn(name);
    expect(JSON.stringify(after)).not.toContain(JSON.stringify(value).slice(1, -1));
    // The custom CSS is not stored again: it is checked whenever a page needs it.
    if (table !== 'site') expect(after).toEqual(before);
  });
});

test('a changed archive cannot put an external URL into the stylesheet', async () => {
  const renderer = createSiteRenderer();
  const stylesheets = async () => {
    const { published, draft } = await findDesign(app.db);
    const designs = [published, ...(draft ? [draft] : [])];
    return Promise.all(designs.map(({ settings, css }) => renderer.stylesheet(settings, css)));
  };
  await restoreChanged((table, row) =>
    table === 'site' ? { ...row, css: EVIL, draft_css: EVIL } : row,
  );
  const [published, draft] = await stylesheets();
  expect(published).toContain('--published:1');
  expect(draft).toContain('--draft:1');
  expect(`${published}${draft}`).not.toContain('evil.example');

  const settings = { ...DEFAULT_SITE_SETTINGS, customCss: EVIL };
  await restoreChanged((table, row) =>
    table === 'site' ? { ...row, settings, draft: settings } : row,
  );
  expect((await stylesheets()).join()).not.toContain('evil.example');
});

test.each(['project_html', 'post_html', 'site_file'])(
  'an archive with the cache %s is rejected',
  async (table) => {
    const path = join(folder, 'cache.tar');
    const manifest = {
      format: 1,
      release: '0',
      takenAt: '2026-01-01T00:00:00Z',
      migrations: ['a'],
      rows: {},
      files: 0,
    };
    const entries = [
      { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) },
      { name: `data/${table}.jsonl.gz`, bytes: gzipSync('{}\n') },
    ];
    const list = entries.map(({ name, bytes }) => ({
      name,
      size: bytes.length,
      read: () => Readable.from([bytes]),
    }));
    await pipeline(writeArchive(list, new Date()), createWriteStream(path));
    await expect(
      restoreBackup({ db: app.db, files: app.files, path, replace: true }),
    ).rejects.toThrow(`This backup contains an unexpected file: data/${table}.jsonl.gz.`);
  },
);

test('metadata of a picture with a URL is rejected', async () => {
  const restoring = restoreChanged((table, row) =>
    table === 'media' ? { ...row, metadata: { url: 'https://evil.example/a.png' } } : row,
  );
  await expect(restoring).rejects.toThrow('This backup contains invalid rows.');
});
