import { text as readText } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import { TRASH_COLLECTIONS, type TrashCollection } from '@vitrine/contract/options';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { addSample, callsOf } from '@vitrine/testing/collection-samples';
import { waitForLockContention } from '@vitrine/testing/database';
import { addProject } from '@vitrine/testing/fixtures';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { mediaStore } from '../media/media-store.ts';
import { takeBackup } from '../modules/backup/take-backup.ts';
import { deleteExpiredTrash, listPurged, restorePurged } from './purged-store.ts';

const { list, add, restore, remove, empty } = calls.trash;
const site = useApp();

/** A word that only deleted items contain. */
const SECRET = 'Xylograph';

const MESSAGE = { senderName: 'Bea', subject: SECRET, email: 'b@c.example', message: SECRET };

const TABLES = [
  ...namesOf(COLLECTIONS).map((name) => COLLECTIONS[name].table),
  'message',
  'view',
] as const;

async function addItem(noun: TrashCollection): Promise<string> {
  if (noun === 'view')
    return (await site.owner.call(calls.view.add, { json: { name: SECRET } })).body.view._id;
  if (noun !== 'message') return addSample(site.owner, noun, SECRET);
  const json = { ...MESSAGE, token: (await site.owner.call(calls.public.form)).body.token };
  await site.app.visitor().call(calls.public.send, { json });
  // As if the owner had been emailed about it.
  const { rows } = await sql<{ id: string }>`
    update message set mail_due = false returning id`.execute(site.app.db);
  return rows[0]?.id ?? '';
}

function removeItem(noun: TrashCollection, id: string) {
  const { remove: removeCall } =
    noun === 'message' || noun === 'view' ? calls[noun] : callsOf(noun);
  return site.owner.call(removeCall, { params: { id } });
}

async function addToTrash(noun: TrashCollection): Promise<string> {
  const id = await addItem(noun);
  expect((await removeItem(noun, id)).status).toBe(200);
  return id;
}

async function everyRow(): Promise<unknown> {
  return Promise.all(
    TABLES.map((table) => site.app.db.selectFrom(table).selectAll().orderBy('seq').execute()),
  );
}

async function publicDocument(): Promise<string> {
  await site.app.waitUntilIdle();
  return (await site.app.visitor().fetch('/api/v1/public/portfolio')).text();
}

beforeEach(async () => {
  for (const table of TABLES) await site.app.db.deleteFrom(table).execute();
  await sql`delete from trash`.execute(site.app.db);
  await sql`delete from purged_item`.execute(site.app.db);
  await sql`delete from rate_limit`.execute(site.app.db);
});

describe.each(TRASH_COLLECTIONS)('a deleted %s', (noun) => {
  test('is restored exactly as it was', async () => {
    const id = await addItem(noun);
    const before = [await everyRow(), await publicDocument()];
    const { body } = await removeItem(noun, id);
    expect(body.trashed).toEqual([{ noun, id }]);
    expect(await everyRow()).not.toEqual(before[0]);
    const restored = await site.owner.call(restore, { json: { items: body.trashed } });
    expect(restored.body.message).toMatch(/ restored\.$/);
    expect([await everyRow(), await publicDocument()]).toEqual(before);
    expect((await site.owner.call(list)).body.items).toEqual([]);
  });

  test('is listed with what it was and when it is deleted forever', async () => {
    const id = await addToTrash(noun);
    const { body } = await site.owner.call(list);
    expect(body.items).toMatchObject([{ _id: id, noun, title: SECRET }]);
    const [item] = body.items;
    const days = Date.parse(item?.expiresAt ?? '') - Date.parse(item?.deletedAt ?? '');
    expect(days).toBe(30 * 24 * 60 * 60 * 1000);
    expect(body.counts).toEqual({
      ...Object.fromEntries(TRASH_COLLECTIONS.map((one) => [one, 0])),
      [noun]: 1,
    });
  });

  test('is deleted forever on request, with its history', async () => {
    const id = await addToTrash(noun);
    const json = { items: [{ noun, id }] };
    const { body } = await site.owner.call(remove, { json });
    expect(body.message).toMatch(/ deleted forever\.$/);
    expect((await site.owner.call(restore, { json })).status).toBe(404);
    expect(await historyOf(id)).toEqual([]);
  });

  test('can be restored on the server for 7 days after it was deleted forever', async () => {
    const id = await addItem(noun);
    const before = await everyRow();
    await removeItem(noun, id);
    const history = await historyOf(id);
    const json = { items: [{ noun, id }] };
    await site.owner.call(remove, { json });
    await purgedDaysAgo(6.9);
    await deleteExpiredTrash(site.app.db);
    await mediaStore(site.app.files).sweep(site.app.db);
    expect(await listPurged(site.app.db)).toMatchObject([{ noun, id, title: SECRET }]);

    await site.app.db.transaction().execute((trx) => restorePurged(trx, undefined));
    expect(await listPurged(site.app.db)).toEqual([]);
    expect(await historyOf(id)).toEqual(history);
    expect((await site.owner.call(restore, { json })).status).toBe(200);
    expect(await everyRow()).toEqual(before);
  });

  test('is gone 7 days after it was deleted forever', async () => {
    const id = await addToTrash(noun);
    await site.owner.call(remove, { json: { items: [{ noun, id }] } });
    await purgedDaysAgo(7.1);
    await deleteExpiredTrash(site.app.db);
    for (const table of ['purged_item', 'purged_revision'])
      expect((await sql`select from ${sql.table(table)}`.execute(site.app.db)).rows).toEqual([]);
  });
});

async function historyOf(id: string) {
  const { rows } = await sql`
    select * from revision where item_id = ${id} order by id`.execute(site.app.db);
  return rows;
}

function purgedDaysAgo(days: number) {
  return sql`update purged_item set purged_at = now() - interval '1 day' * ${days}`.execute(
    site.app.db,
  );
}

describe('deleting forever', () => {
  const CALLS = [
    ['items', () => site.owner.call(remove, { json: { items } })],
    ['everything', () => site.owner.call(empty)],
  ] as const;
  let items: { noun: string; id: string }[];
  beforeEach(async () => {
    items = [{ noun: 'skill', id: await addToTrash('skill') }];
  });

  test.each(CALLS)('%s needs a recent confirmation', async (_, call) => {
    await sql`update session set confirmed_at = now() - interval '11 minutes'`.execute(site.app.db);
    const { status, body } = await call();
    expect([status, body]).toMatchObject([403, { code: 'confirm-password' }]);
    expect((await site.owner.call(list)).body.items).toHaveLength(1);
    await sql`update session set confirmed_at = now()`.execute(site.app.db);
  });

  test.each(CALLS)('%s is in the audit log and reported by email', async (name, call) => {
    // Another number for each call, by which its email is recognized.
    const count = name === 'items' ? 2 : 3;
    for (let left = count; left > 0; left -= 1)
      items.push({ noun: 'timeline', id: await addToTrash('timeline') });
    expect((await call()).status).toBe(200);
    const { events } = (await site.owner.call(calls.audit.list)).body;
    expect(events[0]?.kind).toBe('deleted-forever');
    const text = `${count} timeline entries`;
    expect(events[0]?.subject.split(', ').toSorted()).toEqual(['1 skill', text]);
    const mails = () =>
      site.app.mail.withSubject('Items were deleted forever').map((mail) => mail.text);
    await expect
      .poll(mails, { timeout: 25_000 })
      .toContainEqual(expect.stringMatching(new RegExp(`${text}[^]*vitrine trash restore`)));
  });

  test.each(CALLS)('%s works again after a backup brought them back', async (_, call) => {
    await call();
    await sql`insert into trash (id, noun, item, media)
      select id, noun, item, media from purged_item`.execute(site.app.db);
    await sql`insert into revision overriding system value
      select * from purged_revision`.execute(site.app.db);
    expect((await call()).status).toBe(200);
    expect(await listPurged(site.app.db)).toHaveLength(1);
  });

  test('an empty trash reports nothing', async () => {
    await site.owner.call(empty);
    await sql`delete from audit_event`.execute(site.app.db);
    expect((await site.owner.call(empty)).body.message).toBe('Trash emptied.');
    expect((await site.owner.call(calls.audit.list)).body.events).toEqual([]);
  });

  test('leaves the items out of backups', async () => {
    // Its picture is of no other item.
    const { _id } = await addProject(site.owner, SECRET);
    const { trashed = [] } = (await removeItem('project', _id)).body;
    const filesIn = async () => {
      const backup = await takeBackup(site.app.db, site.app.files);
      const archive = await readText(backup.open());
      await backup.discard();
      return archive.match(/media\/[0-9a-f]{64}/g)?.length ?? 0;
    };
    const before = await filesIn();
    await site.owner.call(remove, { json: { items: trashed } });
    expect(await filesIn()).toBeLessThan(before);
  });
});

test('nothing public shows what is in the trash', async () => {
  const live = await addSample(site.owner, 'timeline', 'Live');
  const projects: string[] = [];
  for (const noun of TRASH_COLLECTIONS) {
    const id = await addToTrash(noun);
    if (noun === 'project') projects.push(id);
  }
  await site.app.waitUntilIdle();
  const publicCalls = Object.values(calls.public).filter(({ route }) => route.method === 'GET');
  const urls = [
    ...publicCalls.map(({ route }) => `/api/v1${route.path.replace(':id', projects[0] ?? '')}`),
    ...site.app.routes
      .filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/v1/'))
      .map(({ url }) => url.replace(/[:*].*$/, '')),
    '/api/v1/docs',
    '/api/v1/openapi.json',
  ];
  for (const url of new Set(urls)) {
    const text = await (await site.app.visitor().fetch(url)).text();
    expect(text, url).not.toContain(SECRET);
  }
  await expect.poll(publicDocument).toContain(live);
  const found = await site.owner.call(calls.message.list, { query: { search: SECRET } });
  expect(found.body).toMatchObject({ messages: [], unread: 0 });
  expect((await site.owner.call(list)).body.items).toHaveLength(TRASH_COLLECTIONS.length);
});

test('several items are deleted and restored at once, each in its place', async () => {
  const names = [...'ABCDE'];
  const ids: string[] = [];
  for (const title of names) ids.push(await addSample(site.owner, 'skill', title));
  const before = await everyRow();
  const items = [1, 2, 4].map((place) => ({ noun: 'skill', id: ids[place] ?? '' }));
  const deleted = await site.owner.call(add, { json: { items } });
  expect(deleted.body.message).toBe('3 items deleted.');
  expect(
    (await site.owner.call(restore, { json: { items: items.toReversed() } })).body.message,
  ).toBe('3 items restored.');
  expect(await everyRow()).toEqual(before);
});

test('an item goes next to its place if another one has taken it', async () => {
  const ids: string[] = [];
  for (const title of 'ABC') ids.push(await addSample(site.owner, 'skill', title));
  const [a = '', b = '', c = ''] = ids;
  await site.owner.call(calls.skill.remove, { params: { id: b } });
  // The free place between A and C gets the same position.
  await sql`update skill set position = (select item ->> 'position' from trash) where id = ${c}`.execute(
    site.app.db,
  );
  await site.owner.call(restore, { json: { items: [{ noun: 'skill', id: b }] } });
  const { skills } = (await site.owner.call(calls.skill.list)).body;
  expect(skills.map(({ _id }) => _id)).toEqual([a, c, b]);
});

test('a deleted item keeps its place when the list gets new positions', async () => {
  const ids: string[] = [];
  for (const title of 'ABCDEF') ids.push(await addSample(site.owner, 'skill', title));
  const [, b = '', c = '', , e = '', f = ''] = ids;
  // Keys that grew, as after many moves to the same place.
  const positions = ['a0', 'a01', 'a02', `a02${'0'.repeat(56)}1`, 'a1', 'a2'];
  await sql`update skill set position = fresh.position
    from unnest(${ids}::uuid[], ${positions}::text[]) as fresh (id, position)
    where fresh.id = skill.id`.execute(site.app.db);
  const items = [b, e].map((id) => ({ noun: 'skill', id }));
  await site.owner.call(add, { json: { items } });
  for (const after of [c, null])
    await site.owner.call(calls.skill.move, { params: { id: f }, json: { after } });
  const longest = sql<{ length: number }>`select max(length(position)) as length from skill`;
  expect((await longest.execute(site.app.db)).rows[0]?.length).toBeLessThan(10);
  await site.owner.call(restore, { json: { items } });
  const { skills } = (await site.owner.call(calls.skill.list)).body;
  expect(skills.map(({ title }) => title).join('')).toBe('FABCDE');
});

test('no email announces a message that was deleted and restored', async () => {
  const id = await addItem('message');
  await sql`update message set mail_due = true`.execute(site.app.db);
  const { body } = await site.owner.call(calls.message.remove, { params: { id } });
  await site.owner.call(restore, { json: { items: body.trashed } });
  const { rows } = await sql`select id, mail_due from message`.execute(site.app.db);
  expect(rows).toEqual([{ id, mail_due: false }]);
});

test('columns that are younger than the deletion get their defaults', async () => {
  const id = await addToTrash('skill');
  await sql`update trash set item = item - 'category'`.execute(site.app.db);
  await site.owner.call(restore, { json: { items: [{ noun: 'skill', id }] } });
  expect((await site.owner.call(calls.skill.list)).body.skills).toMatchObject([{ category: '' }]);
});

test('the trash is searched, filtered and read in pages', async () => {
  for (const noun of TRASH_COLLECTIONS) await addToTrash(noun);
  const titles = async (query: Record<string, string>) =>
    (await site.owner.call(list, { query })).body.items.map(({ noun }) => noun);
  expect(await titles({})).toEqual(TRASH_COLLECTIONS.toReversed());
  expect(await titles({ noun: 'skill' })).toEqual(['skill']);
  expect(await titles({ search: 'bea' })).toEqual(['message']);
  expect(await titles({ search: 'nothing' })).toEqual([]);
  const first = (await site.owner.call(list, { query: { limit: '3' } })).body;
  expect(first.items).toHaveLength(3);
  expect(await titles({ limit: '3', before: first.next ?? '' })).toEqual(
    TRASH_COLLECTIONS.toReversed().slice(3, 6),
  );
});

test('the trash is emptied at once, or after 30 days', async () => {
  await addToTrash('skill');
  expect((await site.owner.call(empty)).body.message).toBe('Trash emptied.');
  expect((await site.owner.call(list)).body.items).toEqual([]);

  const old = await addToTrash('skill');
  await sql`update trash set deleted_at = now() - interval '30 days 1 minute'`.execute(site.app.db);
  const recent = await addToTrash('skill');
  await deleteExpiredTrash(site.app.db);
  const { items } = (await site.owner.call(list)).body;
  expect(items.map(({ _id }) => _id)).toEqual([recent]);
  expect(await historyOf(old)).toEqual([]);
  // Nobody deleted it, so it does not wait for another 7 days.
  expect(await listPurged(site.app.db)).toHaveLength(1);
});

test('an item that reaches the trash while it is emptied stays there', async () => {
  const early = await addToTrash('timeline');
  const late = await addToTrash('timeline');
  await site.owner.call(empty);
  // As after a restored backup, which brings back what was deleted forever.
  const bringBack = (id: string) =>
    sql`insert into trash (id, noun, item, media)
      select id, noun, item, media from purged_item where id = ${id}`.execute(site.app.db);
  await bringBack(early);
  const emptying = await site.app.db.transaction().execute(async (trx) => {
    await sql`select from purged_item where id = ${early} for update`.execute(trx);
    const response = site.owner.call(empty);
    await waitForLockContention(site.app.db);
    await bringBack(late);
    return { response };
  });
  expect((await emptying.response).status).toBe(200);
  const { items } = (await site.owner.call(list)).body;
  expect(items.map(({ _id }) => _id)).toEqual([late]);
});

test('unknown items return 404', async () => {
  const json = { items: [{ noun: 'skill', id: UNKNOWN }] };
  for (const call of [add, restore, remove]) {
    const { status, body } = await site.owner.call(call, { json });
    expect([status, body.message]).toEqual([
      404,
      'This item does not exist. It may have been deleted.',
    ]);
  }
  expect((await site.app.visitor().call(list)).status).toBe(401);
  expect((await site.app.visitor().call(empty)).status).toBe(401);
});
