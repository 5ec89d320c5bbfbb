import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const SEQUENCES = size({ short: 4, long: 50 });
const STEPS = 30;
const KILLS = size({ short: 3, long: 200 });

let host: Host;

beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

/** What a plain list predicts about the skills. */
interface Item {
  readonly id: string;
  /** Every content so far; the last one is the current one. */
  readonly versions: { readonly title: string; readonly revision: string }[];
}

interface Step {
  readonly kind: 'add' | 'edit' | 'move' | 'delete' | 'undo' | 'restore' | 'restore version';
  /** Chooses the items and versions of the step. */
  readonly one: number;
  readonly other: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    'add',
    'edit',
    'edit',
    'move',
    'move',
    'delete',
    'undo',
    'restore',
    'restore version',
  ),
  one: fc.nat(),
  other: fc.nat(),
});

/** The state that the steps so far must have led to, and the calls that lead there. */
class Model {
  readonly #owner: Client;
  items: Item[] = [];
  trash: { readonly item: Item; readonly before: readonly string[] }[] = [];
  /** The update that can still be taken back. */
  #latest: { readonly item: Item; readonly revision: string } | undefined;
  #moved = new Set<string>();
  #counter = 0;

  constructor(owner: Client) {
    this.#owner = owner;
  }

  async apply({ kind, one, other }: Step): Promise<void> {
    const item = this.items[one % Math.max(this.items.length, 1)];
    if (kind === 'add' || !item) return this.add();
    if (kind === 'edit') return this.edit(item);
    if (kind === 'move') return this.move(item, this.items[other % this.items.length]);
    if (kind === 'delete') return this.remove(item);
    if (kind === 'undo') return this.undo();
    if (kind === 'restore') return this.restore(one);
    return this.restoreVersion(item, other);
  }

  async add(): Promise<void> {
    const title = this.#nextTitle();
    const form = { title, proficiency: '1', svg: uploads.svg() };
    const { body } = await this.#owner.call(calls.skill.add, { form });
    const { rows } = await host.database.query('select max(id)::text as id from revision');
    this.items.push({ id: body.skill._id, versions: [{ title, revision: rows[0].id }] });
  }

  async edit(item: Item): Promise<void> {
    const title = this.#nextTitle();
    const sent = { params: { id: item.id }, json: { title } };
    const { body } = await this.#owner.call(calls.skill.update, sent);
    const revision = body.revision ?? '';
    item.versions.push({ title, revision });
    this.#latest = { item, revision };
  }

  async move(item: Item, after: Item | undefined): Promise<void> {
    if (!after || after === item) return;
    const sent = { params: { id: item.id }, json: { after: after.id } };
    expect((await this.#owner.call(calls.skill.move, sent)).status).toBe(200);
    this.items.splice(this.items.indexOf(item), 1);
    this.items.splice(this.items.indexOf(after) + 1, 0, item);
    this.#moved.add(item.id);
  }

  async remove(item: Item): Promise<void> {
    await this.#owner.call(calls.skill.remove, { params: { id: item.id } });
    const place = this.items.indexOf(item);
    const before = this.items.slice(0, place).map(({ id }) => id);
    this.items.splice(place, 1);
    this.trash.push({ item, before });
    this.#moved.delete(item.id);
    if (this.#latest?.item === item) this.#latest = undefined;
  }

  async undo(): Promise<void> {
    if (!this.#latest) return;
    const { item, revision } = this.#latest;
    const { status } = await this.#owner.call(calls.history.undo, { params: { id: revision } });
    expect(status).toBe(200);
    const [title = ''] = item.versions.slice(-2).map((version) => version.title);
    await this.#record(item, title);
    this.#latest = undefined;
  }

  async restore(choice: number): Promise<void> {
    const [entry] = this.trash.splice(choice % Math.max(this.trash.length, 1), 1);
    if (!entry) return;
    const { item, before } = entry;
    const json = { items: [{ noun: 'skill', id: item.id }] };
    expect((await this.#owner.call(calls.trash.restore, { json })).status).toBe(200);
    const order = await this.order();
    const place = order.indexOf(item.id);
    // It is between the same items as before, unless they were moved, added or deleted since.
    const known = new Set(before.filter((id) => !this.#moved.has(id)));
    for (const id of order.slice(place + 1)) expect(known.has(id)).toBe(false);
    this.items.splice(place, 0, item);
    await this.#record(item, item.versions.at(-1)?.title ?? '');
  }

  async restoreVersion(item: Item, choice: number): Promise<void> {
    const version = item.versions[choice % item.versions.length];
    if (!version) return;
    const sent = { params: { id: version.revision } };
    const { status, body } = await this.#owner.call(calls.history.restore, sent);
    expect(status).toBe(200);
    if (body.revision === undefined) return;
    item.versions.push({ title: version.title, revision: body.revision });
    this.#latest = { item, revision: body.revision };
  }

  async order(): Promise<string[]> {
    return (await this.#owner.call(calls.skill.list)).body.skills.map(({ _id }) => _id);
  }

  async expectSame(): Promise<void> {
    const { skills } = (await this.#owner.call(calls.skill.list)).body;
    expect(skills.map(({ _id, title }) => [_id, title])).toEqual(
      this.items.map(({ id, versions }) => [id, versions.at(-1)?.title]),
    );
    const { items } = (await this.#owner.call(calls.trash.list, { query: { limit: '200' } })).body;
    expect(items.map(({ _id, title }) => [_id, title]).toSorted()).toEqual(
      this.trash.map(({ item }) => [item.id, item.versions.at(-1)?.title]).toSorted(),
    );
  }

  #nextTitle(): string {
    this.#counter += 1;
    return `Title ${this.#counter}`;
  }

  async #record(item: Item, title: string): Promise<void> {
    const { rows } = await host.database.query(
      'select max(id)::text as id from revision where item_id = $1',
      [item.id],
    );
    item.versions.push({ title, revision: rows[0].id });
  }
}

test('random edits, moves, deletions, undos and restores end as a plain list predicts', async ({
  annotate,
}) => {
  const owner = await host.owner();
  const sequences = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
    numRuns: SEQUENCES,
    seed: 16,
  });
  for (const steps of sequences) {
    await host.database.query('delete from skill; delete from trash; delete from revision');
    const model = new Model(owner);
    for (let n = 0; n < 4; n += 1) await model.add();
    for (const one of steps) await model.apply(one);
    await model.expectSame();
  }
  await expectRevisionsToMatch();
  await annotate(`${SEQUENCES} sequences of ${STEPS} steps: all as predicted`);
});

test('a kill leaves no change without its revision, and no revision without its change', {
  timeout: 1_200_000,
}, async ({ annotate }) => {
  await host.database.query('delete from skill; delete from trash; delete from revision');
  let service = host.service;
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const owner = await host.owner(service);
    const steps = fc.sample(step, { numRuns: 500, seed: kill });
    const editing = Promise.all(
      [0, 1, 2].map(async (part) => {
        const model = new Model(owner);
        for (const one of steps.slice(part * 160, (part + 1) * 160)) await model.apply(one);
      }),
    ).catch(() => {
      interrupted += 1;
    });
    await sleep(100 + Math.random() * 500);
    await service.signal('SIGKILL');
    await editing;
    service = await host.start();
    await expectRevisionsToMatch();
  }
  expect(interrupted).toBe(KILLS);
  await annotate(`${KILLS} kills: every change has its revision, every revision its change`);
});

/** The latest revision of each item is its current content, or its deletion. */
async function expectRevisionsToMatch(): Promise<void> {
  const { rows } = await host.database.query(
    `with latest as (
       select distinct on (item_id) item_id, operation, after from revision
       where noun = 'skill' order by item_id, id desc)
     select coalesce(skill.id, latest.item_id) as id, latest.operation
     from skill full join latest on latest.item_id = skill.id
     where case
       when skill.id is null then latest.operation <> 'delete'
         or not exists (select from trash where trash.id = latest.item_id)
       when latest.item_id is null then true
       else latest.after is distinct from jsonb_build_object(
         'title', skill.title, 'category', skill.category,
         'proficiency', skill.proficiency, 'svg', skill.svg, 'icon', skill.icon)
     end`,
  );
  expect(rows).toEqual([]);
}
