import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const ITEMS = 200;
const CLIENTS = 4;
const RANDOM_MOVES = size({ short: 120, long: 1_000 });
const MOVES_TO_ONE_PLACE = size({ short: 120, long: 10_000 });

let host: Host;
let owners: Client[];

beforeAll(async () => {
  host = await startHost();
  const second = await host.start();
  owners = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => host.owner(n % 2 ? second : host.service)),
  );
});
afterAll(() => host.stop());
beforeEach(() => host.database.query('delete from skill'));

async function addSkills(count: number): Promise<string[]> {
  const form = { title: 'a', proficiency: '1', svg: uploads.svg() };
  await owners[0]?.call(calls.skill.add, { form });
  // The rest in one statement, with positions in the order of their numbers.
  const { rows } = await host.database.query<{ id: string }>(
    `with first as (select svg from skill)
     insert into skill (title, proficiency, svg, position)
     select 'Skill ' || n, 1, svg, 'c' || lpad(n::text, 3, '0') from first, generate_series(1, $1) n
     returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

async function orderSeenBy(owner: Client): Promise<string[]> {
  return (await owner.call(calls.skill.list)).body.skills.map(({ _id }) => _id);
}

test('clients that move items at the same time end with the same complete order', async ({
  annotate,
}) => {
  const ids = await addSkills(ITEMS);
  const pick = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
  const statuses = await Promise.all(
    owners.map(async (owner) => {
      const seen: number[] = [];
      for (let n = 0; n < RANDOM_MOVES / CLIENTS; n += 1) {
        const after = n % 10 === 0 ? null : pick();
        const sent = { params: { id: pick() }, json: { after } };
        seen.push((await owner.call(calls.skill.move, sent)).status);
      }
      return seen;
    }),
  );
  expect(new Set(statuses.flat())).toEqual(new Set([200]));
  const [first = [], ...others] = await Promise.all(owners.map(orderSeenBy));
  for (const order of others) expect(order).toEqual(first);
  expect(first).toHaveLength(ITEMS + 1);
  expect(new Set(first).size).toBe(ITEMS + 1);
  await annotate(
    `${RANDOM_MOVES} random moves of ${ITEMS} items by ${CLIENTS} clients of two processes: all 200, one order`,
  );
});

test('positions stay short when items are moved to the same place', {
  timeout: 1_200_000,
}, async ({ annotate }) => {
  const [first = '', second = '', third = ''] = await addSkills(3);
  const [owner] = owners;
  let longest = 0;
  for (let n = 0; n < MOVES_TO_ONE_PLACE; n += 1) {
    const id = n % 2 ? second : third;
    await owner?.call(calls.skill.move, { params: { id }, json: { after: first } });
    const { rows } = await host.database.query('select max(length(position)) as n from skill');
    longest = Math.max(longest, rows[0].n);
  }
  expect(longest).toBeLessThanOrEqual(60);
  await annotate(
    `${MOVES_TO_ONE_PLACE} moves between the same two items: at most ${longest} characters`,
  );
});
