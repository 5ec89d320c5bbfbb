import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, type CollectionName, namesOf } from '@vitrine/contract/collections';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { addSample, callsOf } from '@vitrine/testing/collection-samples';
import { waitForLockContention } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveItem } from './order-store.ts';
import { SERVICE } from './revision-store.ts';
import { moveToTrash } from './trash-store.ts';

const site = useApp();

const ORDERED = namesOf(COLLECTIONS).flatMap((name) => {
  const own = callsOf(name);
  return 'move' in own ? [{ name, label: COLLECTIONS[name].label, move: own.move }] : [];
});

beforeEach(async () => {
  for (const { name } of ORDERED) await site.app.db.deleteFrom(COLLECTIONS[name].table).execute();
});

test('every collection that the owner orders has a call that moves an item', () => {
  const ordered = namesOf(COLLECTIONS).filter((name) => COLLECTIONS[name].isOrdered);
  expect(ORDERED.map(({ name }) => name)).toEqual(ordered);
});

async function titlesOf(name: CollectionName): Promise<string[]> {
  const { title, many } = COLLECTIONS[name];
  const { body } = await site.owner.call<Call>(callsOf(name).list);
  const items: readonly Readonly<Record<string, string>>[] = Object(body)[many];
  return items.map((item) => item[title] ?? '');
}

const addSkill = (title: string) => addSample(site.owner, 'skill', title);

describe.each(ORDERED)('the order of a $label', ({ name, label, move }) => {
  const add = (title: string) => addSample(site.owner, name, title);
  const titles = () => titlesOf(name);
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
    const message = `This ${label} does not exist. It may have been deleted.`;
    expect(await moveTo(UNKNOWN, a)).toMatchObject({ status: 404, body: { message } });
    expect(await moveTo(a, UNKNOWN)).toMatchObject({ status: 404, body: { message } });
    expect((await moveTo(a, 'not-an-id')).status).toBe(400);
  });
});

test('the public document follows the order', async () => {
  await addSkill('A');
  const b = await addSkill('B');
  const published = async () =>
    (await site.app.visitor().call(calls.public.portfolio)).body.skills.map(({ title }) => title);
  await expect.poll(published).toEqual(['A', 'B']);
  await site.owner.call(calls.skill.move, { params: { id: b }, json: { after: null } });
  await expect.poll(published).toEqual(['B', 'A']);
});

test('a move writes one row', async () => {
  const ids = [];
  for (const name of 'ABCDE') ids.push(await addSkill(name));
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
    const [a = '', b = '', c = '', d = ''] = await Promise.all([...'ABCD'].map(addSkill));
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
    for (const name of 'ABC') ids.push(await addSkill(name));
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
    expect((await titlesOf('skill')).join('')).toBe('ACB');
  });

  test('that are not keys, as from a changed backup, are replaced as well', async () => {
    const ids = [];
    for (const name of 'ABC') ids.push(await addSkill(name));
    const [a = '', , c = ''] = ids;
    await sql`update skill set position = 'x' || title`.execute(site.app.db);
    await site.owner.call(calls.skill.move, { params: { id: c }, json: { after: a } });
    expect((await titlesOf('skill')).join('')).toBe('ACB');
  });

  test('are replaced while an item is being deleted', async () => {
    const ids = [];
    for (const name of 'ABC') ids.push(await addSkill(name));
    const [a = '', , c = ''] = ids;
    await sql`update skill set position = 'x' || title`.execute(site.app.db);
    const moving = await site.app.db.transaction().execute(async (trx) => {
      await moveToTrash(trx, 'skill', [a], SERVICE);
      const call = site.owner.call(calls.skill.move, { params: { id: c }, json: { after: a } });
      await waitForLockContention(site.app.db);
      return { call };
    });
    expect((await moving.call).status).toBe(404);
    expect((await titlesOf('skill')).join('')).toBe('BC');
  });
});
