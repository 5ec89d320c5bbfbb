import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { MANY_VERSIONS } from '@vitrine/contract/history';
import { HISTORY_COLLECTIONS, type HistoryCollection } from '@vitrine/contract/options';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import {
  addSample,
  callsOf,
  requestOf,
  SAMPLES,
  updateOf,
} from '@vitrine/testing/collection-samples';
import { quantile } from '@vitrine/testing/statistics';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pruneRevisions } from './revision-store.ts';

const { list, get, restore, undo } = calls.history;
/** Without a public site, no testimonial is public. */
const site = useApp({
  settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: 'http://site.test' },
});

interface Recorded {
  readonly add: () => Promise<string>;
  readonly update: Call;
  /** What visitors see, if it is not in the public document. */
  readonly read?: (id: string) => Promise<string>;
  /** Changes that visitors see. */
  readonly updates: readonly Readonly<Record<string, unknown>>[];
}

function collection(name: CollectionName): Recorded {
  const { title } = COLLECTIONS[name];
  const changes = [{ [title]: 'First' }, SAMPLES[name].changed, { [title]: 'Third' }];
  return {
    async add() {
      const id = await addSample(site.owner, name, 'a');
      // Visitors see a testimonial after its author and the owner have agreed.
      await sql`update testimonial set state = 'shown', quote = 'Words', name = 'Eve',
        answered_at = now()`.execute(site.app.db);
      return id;
    },
    update: callsOf(name).update,
    updates: changes.map((changed) => updateOf(name, 'a', changed)),
  };
}

const profile: Recorded = {
  add: async () => {
    await sql`update owner set about_me = '', headline = '', phone = ''`.execute(site.app.db);
    return (await site.owner.call(calls.user.me)).body.user._id;
  },
  update: calls.user.updateProfile,
  updates: [
    { aboutMe: 'First' },
    { headline: 'Engineer', showPhone: 'true', phone: '1' },
    { aboutMe: 'Third' },
  ],
};

const view: Recorded = {
  add: async () => (await site.owner.call(calls.view.add, { json: { name: 'a' } })).body.view._id,
  update: calls.view.update,
  async read(id) {
    const { body } = await site.owner.call(calls.view.get, { params: { id } });
    return JSON.stringify({ ...body.view, updatedAt: '' });
  },
  updates: [{ name: 'First' }, { note: 'Dear reader', headline: 'Tools' }, { name: 'Third' }],
};

async function publicDocument(): Promise<string> {
  await site.app.waitUntilIdle();
  return (await site.app.visitor().fetch('/api/v1/public/portfolio')).text();
}

async function versionsOf(noun: HistoryCollection, id: string) {
  return (await site.owner.call(list, { params: { noun, id } })).body;
}

const Updated = z.object({ revision: z.string() });

describe.each(HISTORY_COLLECTIONS)('the history of a %s', (noun) => {
  const {
    add,
    update,
    updates,
    read = publicDocument,
  } = noun === 'profile' ? profile : noun === 'view' ? view : collection(noun);
  const change = async (id: string, index: number) => {
    const request = await requestOf(update, updates[index] ?? {});
    const { status, body } = await site.owner.call(update, { params: { id }, ...request });
    expect(status).toBe(200);
    return Updated.parse(body).revision;
  };

  test('takes back an update', async () => {
    const id = await add();
    await change(id, 0);
    const before = await read(id);
    const revision = await change(id, 1);
    await expect.poll(() => read(id)).not.toBe(before);
    const { body } = await site.owner.call(undo, { params: { id: revision } });
    expect(body).toEqual({ success: true, message: 'Change undone.' });
    await expect.poll(() => read(id)).toBe(before);
  });

  test('does not take back an update that was followed by another one', async () => {
    const id = await add();
    const revision = await change(id, 0);
    await change(id, 1);
    const before = await read(id);
    const { status, body } = await site.owner.call(undo, { params: { id: revision } });
    expect([status, body.message]).toEqual([
      409,
      'This was changed again in the meantime. Use its history instead.',
    ]);
    await expect.poll(() => read(id)).toBe(before);
  });

  test('restores the first of three updates, and takes that back', async () => {
    const id = await add();
    const first = await change(id, 0);
    const document = await read(id);
    await change(id, 1);
    await change(id, 2);
    const latest = await read(id);
    const restored = await site.owner.call(restore, { params: { id: first } });
    expect(restored.body.message).toMatch(/^[A-Z][a-z ]+ restored\.$/);
    await expect.poll(() => read(id)).toBe(document);
    await site.owner.call(undo, { params: { id: restored.body.revision ?? '' } });
    await expect.poll(() => read(id)).toBe(latest);
    const { versions } = await versionsOf(noun, id);
    expect(versions.slice(0, 5).map(({ operation }) => operation)).toEqual([
      'undo',
      'restore',
      'update',
      'update',
      'update',
    ]);
  });
});

describe('a version', () => {
  test('shows who made it, when, and which fields changed', async () => {
    const id = await addSample(site.owner, 'project', 'a');
    await sql`update session set user_agent = 'Firefox'`.execute(site.app.db);
    await site.owner.call(calls.project.update, {
      params: { id },
      form: { title: 'Tidewatch', featured: 'true', projectBanner: await uploads.png(9, 9) },
    });
    const { title, versions, total } = await versionsOf('project', id);
    expect([title, total]).toEqual(['Tidewatch', 2]);
    expect(versions).toMatchObject([
      {
        operation: 'update',
        fields: ['Title', 'Banner', 'Featured'],
        actor: { type: 'session', name: 'Firefox' },
      },
      { operation: 'create', fields: [] },
    ]);
    expect(Date.parse(versions[0]?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('is compared with the one before it and with the current one', async () => {
    const highlights = ['One'];
    const id = await addSample(site.owner, 'timeline', 'a', { highlights });
    const change = async (fields: Readonly<Record<string, unknown>>) => {
      const json = updateOf('timeline', 'a', { highlights, ...fields });
      const { body } = await site.owner.call(calls.timeline.update, { params: { id }, json });
      return body.revision ?? '';
    };
    const second = await change({ title: 'Second', highlights: ['One', 'Two'], to: 2021 });
    await change({ title: 'Third' });
    const { body } = await site.owner.call(get, { params: { id: second } });
    expect(body.changes).toEqual([
      { type: 'text', label: 'Title', before: 'a', after: 'Second' },
      { type: 'text', label: 'To', before: '', after: '2021' },
      { type: 'text', label: 'Highlights', before: 'One', after: 'One\nTwo' },
    ]);
    expect(body.changesSince).toEqual([
      { type: 'text', label: 'Title', before: 'Second', after: 'Third' },
      { type: 'text', label: 'To', before: '2021', after: '' },
      { type: 'text', label: 'Highlights', before: 'One\nTwo', after: 'One' },
    ]);
  });

  test('shows images before and after', async () => {
    const id = await addSample(site.owner, 'project', 'a');
    const { body: updated } = await site.owner.call(calls.project.update, {
      params: { id },
      form: { projectBanner: await uploads.png(10, 10) },
    });
    const { body } = await site.owner.call(get, { params: { id: updated.revision ?? '' } });
    expect(body.changes).toMatchObject([
      { type: 'media', label: 'Banner', before: { width: 64 }, after: { width: 10 } },
    ]);
  });

  test('of a profile never holds the password or the email address', async () => {
    await site.owner.call(calls.user.updateProfile, { form: { email: 'countess@example.com' } });
    const { rows } = await sql<{ text: string }>`
      select before::text || after::text as text from revision where noun = 'profile'`.execute(
      site.app.db,
    );
    expect(JSON.stringify(rows)).not.toMatch(/argon2|password|countess@|"email"/);
  });

  test('can be listed in pages', async () => {
    const id = await addSample(site.owner, 'skill', 'a');
    for (let proficiency = 2; proficiency <= 6; proficiency += 1)
      await site.owner.call(calls.skill.update, { params: { id }, json: { proficiency } });
    const params = { noun: 'skill', id };
    const first = (await site.owner.call(list, { params, query: { limit: '4' } })).body;
    expect([first.versions.length, first.total]).toEqual([4, 6]);
    const rest = await site.owner.call(list, {
      params,
      query: { limit: '4', before: first.next ?? '' },
    });
    expect(rest.body.versions.map(({ operation }) => operation)).toEqual(['update', 'create']);
    expect(rest.body.next).toBeNull();
  });

  test.each([UNKNOWN, '999999', 'x'])('%s does not exist', async (id) => {
    for (const call of [get, restore, undo])
      expect((await site.owner.call(call, { params: { id } })).status).toBe(404);
    expect((await site.owner.call(list, { params: { noun: 'skill', id } })).status).toBe(404);
  });
});

test('the history of an item continues after it was in the trash', async () => {
  const id = await addSample(site.owner, 'skill', 'a');
  await site.owner.call(calls.skill.remove, { params: { id } });
  const items = [{ noun: 'skill', id }];
  expect((await site.owner.call(list, { params: { noun: 'skill', id } })).status).toBe(404);
  await site.owner.call(calls.trash.restore, { json: { items } });
  const { versions } = await versionsOf('skill', id);
  expect(versions.map(({ operation }) => operation)).toEqual(['restore', 'delete', 'create']);
});

test('an item that nobody changed since it was added has one version', async () => {
  const { user } = (await site.owner.call(calls.user.me)).body;
  const { versions } = await versionsOf('profile', user._id);
  expect(versions.at(-1)).toMatchObject({ operation: 'create', actor: { type: 'service' } });
});

test('an old version of the profile does not publish what is hidden now', async () => {
  const change = async (form: Record<string, string>) =>
    (await site.owner.call(calls.user.updateProfile, { form })).body.revision ?? '';
  await change({ showEmail: 'false', showPhone: 'false' });
  const shown = await change({ phone: '555 1234', showEmail: 'true', showPhone: 'true' });
  const hidden = await change({ aboutMe: 'New', showEmail: 'false', showPhone: 'false' });
  const restored = await site.owner.call(restore, { params: { id: shown } });
  expect(restored.body.message).toBe('Profile restored. What you hide from visitors stays hidden.');
  await expect.poll(publicDocument).not.toMatch(/555 1234|ada@example|"aboutMe":"New"/);
  // It can hide what is shown now.
  await change({ showEmail: 'true', showPhone: 'true' });
  const { body } = await site.owner.call(restore, { params: { id: hidden } });
  expect(body.message).toBe('Profile restored.');
  await expect.poll(publicDocument).not.toMatch(/555 1234|ada@example/);
  // Undo takes back exactly the last change.
  await site.owner.call(undo, { params: { id: body.revision ?? '' } });
  await expect.poll(publicDocument).toMatch(/555 1234/);
});

test.each(['with the same change', 'with a later change'])(
  'undo does not show an email address that became the current one %s',
  async (when) => {
    const change = async (form: Record<string, string>) =>
      (await site.owner.call(calls.user.updateProfile, { form })).body.revision ?? '';
    await change({ email: 'shown@example.com', showEmail: 'true' });
    const email = { email: 'private@example.com' };
    const isLater = when === 'with a later change';
    const hidden = await change({ showEmail: 'false', ...(!isLater && email) });
    if (isLater) await change(email);
    const { body } = await site.owner.call(undo, { params: { id: hidden } });
    expect(body.message).toBe('Change undone. What you hide from visitors stays hidden.');
    const { user } = (await site.owner.call(calls.user.me)).body;
    expect(user).toMatchObject({ ...email, showEmail: false });
    await expect.poll(publicDocument).not.toContain('@example.com');
  },
);

test('undo shows an email address again that is still the same', async () => {
  const change = async (form: Record<string, string>) =>
    (await site.owner.call(calls.user.updateProfile, { form })).body.revision ?? '';
  await change({ email: 'shown@example.com', showEmail: 'true' });
  const hidden = await change({ showEmail: 'false' });
  await site.owner.call(undo, { params: { id: hidden } });
  await expect.poll(publicDocument).toContain('shown@example.com');
});

test('columns that are younger than a version keep their value', async () => {
  const id = await addSample(site.owner, 'skill', 'a');
  const json = { title: 'b', category: 'Languages' };
  const { body } = await site.owner.call(calls.skill.update, { params: { id }, json });
  await sql`update revision set before = before - 'category' where id = ${body.revision}`.execute(
    site.app.db,
  );
  await site.owner.call(undo, { params: { id: body.revision ?? '' } });
  const { skills } = (await site.owner.call(calls.skill.list)).body;
  expect(skills.find(({ _id }) => _id === id)).toMatchObject({ title: 'a', category: 'Languages' });
});

test('keeps every version for 30 days, then one a day, then one a month', async () => {
  const id = await addSample(site.owner, 'skill', 'a');
  await sql`delete from revision where item_id = ${id}`.execute(site.app.db);
  // Noon, so that an hour earlier is the same day.
  const ages = ['1 hour', '2 hours', '29 days', '40 days', '40 days 1 hour', '41 days'];
  const older = ['13 months', '13 months 1 hour', '25 months'];
  for (const age of [...ages, ...older])
    await sql`insert into revision (noun, item_id, operation, after, actor_type, actor_name, created_at)
      values ('skill', ${id}, 'update', ${JSON.stringify({ title: age })}, 'service', '',
        date_trunc('day', now()) + interval '12 hours' - ${age}::interval)`.execute(site.app.db);
  await pruneRevisions(site.app.db);
  const { rows } = await sql<{ age: string }>`
    select after ->> 'title' as age from revision where item_id = ${id} order by id`.execute(
    site.app.db,
  );
  expect(rows.map(({ age }) => age)).toEqual([
    '1 hour',
    '2 hours',
    '29 days',
    '40 days 1 hour',
    '41 days',
    '13 months 1 hour',
    '25 months',
  ]);
});

test('10,000 versions open about as fast as 10', async () => {
  const versions = [10, 10_000];
  const ids: string[] = [];
  for (const count of versions) {
    const id = await addSample(site.owner, 'skill', 'a');
    await sql`insert into revision (noun, item_id, operation, before, after, actor_type, actor_name)
      select noun, item_id, 'update', after, after || jsonb_build_object('title', 'Title ' || n),
        'session', ''
      from revision, generate_series(2, ${count}::integer) n where item_id = ${id}`.execute(
      site.app.db,
    );
    ids.push(id);
  }
  await sql`analyze revision`.execute(site.app.db);
  // Other programs can slow down one round.
  let ratio = await compareTimes();
  for (let round = 2; round <= 3 && ratio >= 1.5; round += 1) ratio = await compareTimes();
  expect(ratio).toBeLessThan(1.5);

  async function compareTimes(): Promise<number> {
    const times: number[][] = [[], []];
    for (let turn = 0; turn < 60; turn += 1) {
      const which = turn % 2;
      const started = performance.now();
      const { total } = await versionsOf('skill', ids[which] ?? '');
      times[which]?.push(performance.now() - started);
      expect(total).toBe(Math.min(versions[which] ?? 0, MANY_VERSIONS));
    }
    const [few = 0, many = 0] = times.map((list) => quantile(list, 0.2));
    return many / few;
  }
});
