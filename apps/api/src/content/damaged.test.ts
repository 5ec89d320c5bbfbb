import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

const site = useApp();

const PROJECT = { title: 'a', description: 'b', technologies: 'c', stack: 'Mern', deployed: 'No' };

/** A word that an error message or a log line could quote. */
const SECRET = 'Xylograph';

const PICTURE = {
  image: `${'0'.repeat(64)}.png`,
  alt: SECRET,
  caption: '',
  decorative: false,
  focalX: 50,
  focalY: 50,
};

/** What the owner of a backup, or someone who changed it, may have put into an item. */
const DAMAGES: readonly { what: string; columns: Record<string, unknown> }[] = [
  { what: 'another type', columns: { banner_focal_x: SECRET } },
  { what: 'an object instead of text', columns: { deployed: { toString: 1, text: SECRET } } },
  { what: 'a list instead of text', columns: { deployed: [{ toString: 1 }, SECRET] } },
  { what: 'nothing where a value is required', columns: { title: null } },
  { what: 'text that is too long', columns: { title: SECRET.repeat(20_000) } },
  { what: 'a number that is too large', columns: { banner_focal_y: 1e300 } },
  { what: 'a script as a link', columns: { project_link: `javascript:alert('${SECRET}')` } },
  { what: 'a file that does not exist', columns: { banner: `${'0'.repeat(64)}.png` } },
  { what: 'a gallery without images', columns: { gallery: [SECRET] } },
  { what: 'a gallery in a gallery', columns: { gallery: [[{ ...PICTURE }]] } },
  { what: 'a focal point between two', columns: { gallery: [{ ...PICTURE, focalX: 0.5 }] } },
  { what: 'the URL of a file', columns: { banner: `https://${SECRET}.example/a.png` } },
];

async function addProject(): Promise<string> {
  const form = { ...PROJECT, projectBanner: await uploads.png(8, 8) };
  return (await site.owner.call(calls.project.add, { form })).body.project._id;
}

/** Adds a project that is in the trash, with changed columns. */
async function addDamaged(columns: object): Promise<string> {
  const id = await addProject();
  await site.owner.call(calls.project.remove, { params: { id } });
  await sql`update trash set item = item || ${JSON.stringify(columns)}::jsonb where id = ${id}`.execute(
    site.app.db,
  );
  return id;
}

function restore(...ids: string[]) {
  const json = { items: ids.map((id) => ({ noun: 'project', id })) };
  return site.owner.call(calls.trash.restore, { json });
}

async function projects() {
  return (await site.owner.call(calls.project.list)).body.projects;
}

beforeEach(async () => {
  await sql`delete from project`.execute(site.app.db);
  await sql`delete from trash`.execute(site.app.db);
});

describe.each([
  ...DAMAGES,
  { what: 'a position that is not one', columns: { position: '!' } },
  { what: 'no position', columns: { position: null } },
  { what: 'no slug', columns: { slug: null } },
  { what: 'a time that never comes', columns: { updated_at: 'infinity' } },
])('a deleted item with $what', ({ columns }) => {
  test('is listed, and is rejected when it is restored', async () => {
    const id = await addDamaged(columns);
    const [item] = (await site.owner.call(calls.trash.list)).body.items;
    expect(item).toMatchObject({ _id: id, title: expect.any(String) });
    expect(item?.title.length).toBeLessThanOrEqual(300);
    const { status, body } = await restore(id);
    expect([status, body.message]).toEqual([409, 'This item is damaged and cannot be restored.']);
    expect(await projects()).toEqual([]);
    // Nothing was lost, and it can be deleted forever.
    const json = { items: [{ noun: 'project', id }] };
    expect((await site.owner.call(calls.trash.remove, { json })).status).toBe(200);
    expect(site.app.log.join('')).not.toContain(SECRET);
  });
});

describe.each(DAMAGES)('a version with $what', ({ columns }) => {
  test('is shown, and is rejected when it is restored', async () => {
    const id = await addProject();
    const form = { title: 'Second' };
    const updated = await site.owner.call(calls.project.update, { params: { id }, form });
    const params = { id: updated.body.revision ?? '' };
    await sql`update revision set before = before || ${JSON.stringify(columns)}::jsonb,
      after = after || ${JSON.stringify(columns)}::jsonb where item_id = ${id}`.execute(
      site.app.db,
    );
    const list = { params: { noun: 'project', id } };
    expect((await site.owner.call(calls.history.list, list)).status).toBe(200);
    expect((await site.owner.call(calls.history.get, { params })).status).toBe(200);
    for (const call of [calls.history.restore, calls.history.undo]) {
      const { status, body } = await site.owner.call(call, { params });
      expect([status, body.message]).toEqual([
        409,
        'This version is damaged and cannot be restored.',
      ]);
    }
    expect((await projects()).map(({ title, version }) => [title, version])).toEqual([
      ['Second', 2],
    ]);
    expect(site.app.log.join('')).not.toContain(SECRET);
  });
});

test('a version with names that every object has is restored without them', async () => {
  const id = await addProject();
  const form = { title: 'Second' };
  const updated = await site.owner.call(calls.project.update, { params: { id }, form });
  const params = { id: updated.body.revision ?? '' };
  await sql`update revision set before = before || '{"constructor": "a", "__proto__": "b"}'
    where id = ${params.id}`.execute(site.app.db);
  expect((await site.owner.call(calls.history.undo, { params })).status).toBe(200);
  expect(await projects()).toMatchObject([{ _id: id, title: PROJECT.title }]);
});

describe('an item in the trash', () => {
  test('without a title is listed', async () => {
    await addDamaged({});
    await sql`update trash set item = '{}'`.execute(site.app.db);
    const { items } = (await site.owner.call(calls.trash.list)).body;
    expect(items).toMatchObject([{ title: '', detail: '' }]);
  });

  test('of another noun is rejected', async () => {
    const id = await addDamaged({ publish_at: '2020-01-01' });
    await sql`update trash set noun = 'timeline'`.execute(site.app.db);
    const json = { items: [{ noun: 'timeline', id }] };
    expect((await site.owner.call(calls.trash.restore, { json })).status).toBe(409);
  });

  test('does not replace an item that exists', async () => {
    const id = await addDamaged({ title: 'From the trash' });
    await sql`insert into trash (id, noun, item) select gen_random_uuid(), noun, item from trash`.execute(
      site.app.db,
    );
    await restore(id);
    await sql`update trash set id = ${id}`.execute(site.app.db);
    expect((await restore(id)).status).toBe(409);
    // The item itself can still be deleted, and replaces the one in the trash.
    const removed = await site.owner.call(calls.project.remove, { params: { id } });
    expect([removed.status, removed.body.trashed]).toEqual([200, [{ noun: 'project', id }]]);
    expect((await site.owner.call(calls.trash.list)).body.items).toHaveLength(1);
  });

  test('is not scheduled if its time is a word', async () => {
    const id = await addDamaged({ state: 'draft', publish_at: 'yesterday' });
    expect((await restore(id)).status).toBe(200);
    expect(await projects()).toMatchObject([{ _id: id, state: 'draft', publishAt: null }]);
  });

  test('is restored with its own ID, whatever its columns contain', async () => {
    const other = await addProject();
    const id = await addDamaged({ id: other });
    expect((await restore(id)).status).toBe(200);
    expect((await projects()).map(({ _id }) => _id)).toEqual([other, id]);
  });

  test('that is damaged keeps others in the trash if they are restored together', async () => {
    const ids = [await addDamaged({}), await addDamaged({ title: null }), await addDamaged({})];
    const { status, body } = await restore(...ids);
    expect([status, body.message]).toEqual([
      409,
      'One of these items is damaged, so none of them was restored. Restore them one by one.',
    ]);
    expect((await site.owner.call(calls.trash.list)).body.items).toHaveLength(3);
  });

  test.each(['x1', 'a0V0', `a0${'0'.repeat(57)}1`])(
    'goes after the item that has its position %s',
    async (position) => {
      const id = await addDamaged({ position });
      const live = await addProject();
      const last = await addProject();
      await sql`update project set position = ${position} where id = ${live}`.execute(site.app.db);
      await sql`update project set position = ${`${position.slice(0, -1)}2`} where id = ${last}`.execute(
        site.app.db,
      );
      expect((await restore(id)).status).toBe(200);
      expect((await projects()).map(({ _id }) => _id)).toEqual([live, id, last]);
    },
  );
});
