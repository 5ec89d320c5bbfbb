import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveItem } from './order-store.ts';
import { SERVICE } from './revision-store.ts';
import { moveToTrash } from './trash-store.ts';

const site = useApp();

const PROJECT = { description: 'b', technologies: 'c', stack: 'Mern', deployed: 'No' };

const LISTS = {
  project: {
    move: calls.project.move,
    add: async (title: string) => {
      const form = { ...PROJECT, title, projectBanner: await uploads.png(8, 8) };
      return (await site.owner.call(calls.project.add, { form })).body.project._id;
    },
    titles: async () =>
      (await site.owner.call(calls.project.list)).body.projects.map(({ title }) => title),
  },
  skill: {
    move: calls.skill.move,
    add: async (title: string) => {
      const form = { title, proficiency: '1', svg: uploads.svg() };
      return (await site.owner.call(calls.skill.add, { form })).body.skill._id;
    },
    titles: async () =>
      (await site.owner.call(calls.skill.list)).body.skills.map(({ title }) => title),
  },
  'software application': {
    move: calls.softwareApplication.move,
    add: async (name: string) => {
      const form = { name, svg: uploads.svg() };
      const { body } = await site.owner.call(calls.softwareApplication.add, { form });
      return body.softwareApplication._id;
    },
    titles: async () => {
      const { body } = await site.owner.call(calls.softwareApplication.list);
      return body.softwareApplications.map(({ name }) => name);
    },
  },
};

beforeEach(async () => {
  for (const table of ['project', 'skill', 'software_application'] as const)
    await site.app.db.deleteFrom(table).execute();
});

describe.each(Object.entries(LISTS))('the order of a %s', (noun, { add, move, titles }) => {
  const addAll = (names: string) => Promise.all([...names].map(add));
  const moveTo = (id: string, after: string | null) =>
    site.owner.call(move, { params: { id }, json: { after } });

  test('is the order in which they were added', async () => {
    for (const name of 'ABC') await add(name);
    expect((await titles()).join('')).toBe('ABC');
  });

  test('changes when one is moved to the top, between others or to the end', async () => {
    const a = await add('A');
    const b = await add('B');
    const c = await add('C');
    expect((await moveTo(c, null)).body).toEqual({ success: true });
    expect((await titles()).join('')).toBe('CAB');
    await moveTo(c, a);
    expect((await titles()).join('')).toBe('ACB');
    await moveTo(a, b);
    expect((await titles()).join('')).toBe('CBA');
    await add('D');
    expect((await titles()).join('')).toBe('CBAD');
  });

  test('stays the same when one is moved to where it is, or after itself', async () => {
    const a = await add('A');
    const b = await add('B');
    for (const [id, after] of [
      [a, null],
      [b, a],
      [b, b],
    ] as const)
      expect((await moveTo(id, after)).status).toBe(200);
    expect((await titles()).join('')).toBe('AB');
  });

  test('is kept by items that are added at the same time', async () => {
    await addAll('ABCDEF');
    expect((await titles()).toSorted().join('')).toBe('ABCDEF');
  });

  test('cannot be changed for an unknown item, or by an unknown one', async () => {
    const a = await add('A');
    const message = `This ${noun} does not exist. It may have been deleted.`;
    expect(await moveTo(UNKNOWN, a)).toMatchObject({ status: 404, body: { message } });
    expect(await moveTo(a, UNKNOWN)).toMatchObject({ status: 404, body: { message } });
    expect((await moveTo(a, 'not-an-id')).status).toBe(400);
  });
});

test('the public document follows the order', async () => {
  await LISTS.skill.add('A');
  const b = await LISTS.skill.add('B');
  const published = async () =>
    (await site.app.visitor().call(calls.public.portfolio)).body.skills.map(({ title }) => title);
  await expect.poll(published).toEqual(['A', 'B']);
  await site.owner.call(calls.skill.move, { params: { id: b }, json: { after: null } });
  await expect.poll(published).toEqual(['B', 'A']);
});

test('a move writes one row', async () => {
  const ids = [];
  for (const name of 'ABCDE') ids.push(await LISTS.skill.add(name));
  const [, , , , last = ''] = ids;
  await site.app.waitUntilIdle();
  const before = site.app.statements.length;
  await site.owner.call(calls.skill.move, { params: { id: last }, json: { after: null } });
  await site.app.waitUntilIdle();
  const writes = site.app.statements
    .slice(before)
    .filter((statement) => /^\s*(insert|update|delete)/i.test(statement));
  expect(writes).toEqual([`update "skill" set position = $1 where id = $2`]);
});

describe('positions', () => {
  /** Moves two items in turn between the first two, which makes the keys longer. */
  async function crowd(times: number): Promise<number> {
    const [a = '', b = '', c = '', d = ''] = await Promise.all([...'ABCD'].map(LISTS.skill.add));
    let longest = 0;
    await site.app.db.transaction().execute(async (trx) => {
      // About as long as after 300 moves.
      await sql`update skill set position = ${`a0${'0'.repeat(47)}1`} where id = ${b}`.execute(trx);
      for (let turn = 0; turn < times; turn += 1) {
        await moveItem(trx, 'skill', turn % 2 ? c : d, a);
        const { rows } = await sql<{ length: number }>`
          select max(length(position)) as length from skill`.execute(trx);
        longest = Math.max(longest, rows[0]?.length ?? 0);
      }
    });
    return longest;
  }

  test('stay within 60 characters when items are moved to the same place', async () => {
    // About six moves add one character.
    expect(await crowd(150)).toBeLessThanOrEqual(60);
  });

  test('are replaced by short ones with one more statement', async () => {
    const ids = [];
    for (const name of 'ABC') ids.push(await LISTS.skill.add(name));
    const [a = '', b = '', c = ''] = ids;
    await sql`update skill set position = case id
      when ${a} then 'a0' when ${b} then ${`a0${'0'.repeat(57)}1`} else 'a1' end`.execute(
      site.app.db,
    );
    await site.app.waitUntilIdle();
    const before = site.app.statements.length;
    await site.owner.call(calls.skill.move, { params: { id: c }, json: { after: a } });
    await site.app.waitUntilIdle();
    const updates = site.app.statements
      .slice(before)
      .filter((text) => /^\s*(with|update)/i.test(text) && text.includes('"skill"'));
    expect(updates).toHaveLength(2);
    expect((await LISTS.skill.titles()).join('')).toBe('ACB');
  });

  test('that are not keys, as from a changed backup, are replaced as well', async () => {
    const ids = [];
    for (const name of 'ABC') ids.push(await LISTS.skill.add(name));
    const [a = '', , c = ''] = ids;
    await sql`update skill set position = 'x' || title`.execute(site.app.db);
    await site.owner.call(calls.skill.move, { params: { id: c }, json: { after: a } });
    expect((await LISTS.skill.titles()).join('')).toBe('ACB');
  });

  test('are replaced while an item is being deleted', async () => {
    const ids = [];
    for (const name of 'ABC') ids.push(await LISTS.skill.add(name));
    const [a = '', , c = ''] = ids;
    await sql`update skill set position = 'x' || title`.execute(site.app.db);
    const moving = await site.app.db.transaction().execute(async (trx) => {
      await moveToTrash(trx, 'skill', [a], SERVICE);
      const call = site.owner.call(calls.skill.move, { params: { id: c }, json: { after: a } });
      await waitForLockContention(site.app.db);
      return { call };
    });
    expect((await moving.call).status).toBe(404);
    expect((await LISTS.skill.titles()).join('')).toBe('BC');
  });
});
