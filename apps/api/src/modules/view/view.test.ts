import { calls, type InputOf } from '@vitrine/contract/calls';
import { DEFAULT_VIEW } from '@vitrine/contract/view';
import { startApp, UNKNOWN, useApp } from '@vitrine/testing/app';
import { addSample } from '@vitrine/testing/collection-samples';
import { addProject } from '@vitrine/testing/fixtures';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSealed, seal } from '../../auth/seal.ts';

const { view } = calls;
const SITE = 'http://site.test';
const DAY_MS = 24 * 60 * 60 * 1000;
const context = useApp({ settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE } });

beforeEach(async () => {
  for (const table of ['view', 'trash', 'ended_view_link', 'visit_count'] as const)
    await context.app.db.deleteFrom(table).execute();
});

async function add(fields: Partial<InputOf<typeof view.add.route>> = {}) {
  const { status, body } = await context.owner.call(view.add, {
    json: { name: 'Northsea Ports', ...fields },
  });
  expect(status).toBe(201);
  return body.view;
}

async function publish(id: string) {
  const { status, body } = await context.owner.call(view.publish, { params: { id } });
  expect(status).toBe(200);
  return body.view;
}

const daysUntil = (time: string | null) => (Date.parse(time ?? '') - Date.now()) / DAY_MS;

test('a new view is a draft without a link, chooses nothing, and ends in 30 days', async () => {
  const added = await add();
  expect(added).toMatchObject({
    name: 'Northsea Ports',
    ...DEFAULT_VIEW,
    state: 'draft',
    link: null,
    opens: { about: 0, lastOn: null },
  });
  expect(daysUntil(added.expiresAt)).toBeCloseTo(30, 2);
  const { body } = await context.owner.call(view.get, { params: { id: added._id } });
  expect(body.view).toEqual(added);
});

test('an update changes only what is sent, and keeps link and order', async () => {
  const { _id: id } = await add({ note: 'Dear Margaret' });
  const { link } = await publish(id);
  const first = await addProject(context.owner, 'First');
  const second = await addProject(context.owner, 'Second');
  const sections = DEFAULT_VIEW.sections.map((section) =>
    section.name === 'work' ? { ...section, included: [second._id, first._id] } : section,
  );
  const { body } = await context.owner.call(view.update, { params: { id }, json: { sections } });
  expect(body.message).toBe('View updated.');
  expect(body.revision).toEqual(expect.any(String));
  expect(body.view).toMatchObject({ note: 'Dear Margaret', sections, link, state: 'active' });
});

test('the history of a view names its entries, and those in the trash by their ID', async () => {
  const { owner } = context;
  const { _id: id } = await add();
  const kept = await addProject(owner, 'Tidewatch');
  const deleted = await addProject(owner, 'Scrapped');
  const sections = DEFAULT_VIEW.sections.map((section) => ({
    ...section,
    shown: section.name !== 'skills',
    included: section.name === 'work' ? [kept._id, deleted._id] : [],
  }));
  const { body } = await owner.call(view.update, { params: { id }, json: { sections } });
  await owner.call(calls.project.remove, { params: { id: deleted._id } });
  const version = await owner.call(calls.history.get, { params: { id: body.revision ?? '' } });
  const [change] = version.body.changes;
  expect(change).toMatchObject({ type: 'text', label: 'Sections' });
  expect(change?.after).toContain(`Work: Tidewatch, ${deleted._id}`);
  expect(change?.after).toContain('Skills: hidden');
});

test('rejects sections that are missing or unknown, and times that are none', async () => {
  const sections = DEFAULT_VIEW.sections.slice(1);
  for (const json of [{ sections }, { expiresAt: 'soon' }, { drafts: ['x'] }, { name: ' ' }]) {
    const { status } = await context.owner.call(view.add, { json: { name: 'a', ...json } });
    expect(status).toBe(400);
  }
});

describe('the link', () => {
  test('is created once, and stays the same while it works', async () => {
    const { _id: id } = await add();
    const published = await publish(id);
    expect(published.state).toBe('active');
    expect(published.link).toMatch(/^http:\/\/site\.test\/v\/[\w-]{22}$/);
    const again = await context.owner.call(view.publish, { params: { id } });
    expect(again.body.message).toBe('The link works already.');
    expect(again.body.view.link).toBe(published.link);
    const { body } = await context.owner.call(view.list);
    expect(body.views).toEqual([again.body.view]);
  });

  test('ends when it is revoked, and publishing again makes another one', async () => {
    const { _id: id } = await add();
    const { link } = await publish(id);
    const revoked = await context.owner.call(view.revoke, { params: { id } });
    expect(revoked.body.view).toMatchObject({ state: 'revoked', link: null });
    expect(revoked.body.view.revokedAt).not.toBeNull();
    expect((await context.owner.call(view.revoke, { params: { id } })).status).toBe(409);
    const again = await publish(id);
    expect(again).toMatchObject({ state: 'active', revokedAt: null });
    expect(again.link).not.toBe(link);
  });

  test('expires, works again when it is extended, and is replaced when it is published', async () => {
    const { _id: id } = await add();
    const { link } = await publish(id);
    const expiresAt = new Date(Date.now() - DAY_MS).toISOString();
    await context.owner.call(view.update, { params: { id }, json: { expiresAt } });
    expect((await context.owner.call(view.list)).body.views[0]?.state).toBe('expired');
    const extended = await context.owner.call(view.extend, { params: { id }, json: { days: 7 } });
    expect(extended.body).toMatchObject({ message: 'Extended by 7 days.', view: { link } });
    expect(daysUntil(extended.body.view.expiresAt)).toBeCloseTo(7, 2);
    await context.owner.call(view.update, { params: { id }, json: { expiresAt } });
    const replaced = await publish(id);
    expect(replaced.link).not.toBe(link);
    expect(daysUntil(replaced.expiresAt)).toBeCloseTo(30, 2);
  });

  test('is extended only if there is one that ends', async () => {
    const { _id: id } = await add({ expiresAt: null });
    const extend = () => context.owner.call(view.extend, { params: { id }, json: { days: 7 } });
    expect((await extend()).body.message).toBe(
      'This view has no link to extend. Publish it first.',
    );
    await publish(id);
    expect((await extend()).body.message).toBe('The link of this view never ends.');
  });

  test('is neither in the database nor in a backup as text', async () => {
    const { _id: id } = await add();
    const token = (await publish(id)).link?.split('/').at(-1) ?? '';
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(view)::text as row from view`.execute(context.app.db);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('cannot be read with another key, or for another view', () => {
    const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const sealed = seal(key, 'a', 'token');
    expect(openSealed(key, 'a', sealed)).toBe('token');
    expect(openSealed(other, 'a', sealed)).toBeUndefined();
    expect(openSealed(key, 'b', sealed)).toBeUndefined();
    expect(openSealed(key, 'a', Buffer.alloc(40))).toBeUndefined();
  });

  test('needs a public site', async () => {
    const app = await startApp({ settings: { PUBLIC_URL: 'http://127.0.0.1' } });
    try {
      const owner = await app.owner();
      const { body } = await owner.call(view.add, { json: { name: 'a' } });
      const { status } = await owner.call(view.publish, { params: { id: body.view._id } });
      expect(status).toBe(409);
    } finally {
      await app.stop();
    }
  });
});

test('a copy is a draft with the same choices', async () => {
  const original = await add({ headline: 'Tools', name: 'n'.repeat(100) });
  await publish(original._id);
  const { status, body } = await context.owner.call(view.duplicate, {
    params: { id: original._id },
  });
  expect(status).toBe(201);
  expect(body.view).toMatchObject({ headline: 'Tools', state: 'draft', link: null });
  expect(body.view.name).toBe(`${'n'.repeat(93)} (copy)`);
  expect(body.view._id).not.toBe(original._id);
});

test('the trash keeps the link for Undo', async () => {
  const { _id: id } = await add();
  const { link } = await publish(id);
  const { body } = await context.owner.call(view.remove, { params: { id } });
  expect(body.message).toBe('View moved to the trash.');
  expect((await context.owner.call(view.get, { params: { id } })).status).toBe(404);
  await context.owner.call(calls.trash.restore, { json: { items: body.trashed ?? [] } });
  const restored = await context.owner.call(view.get, { params: { id } });
  expect(restored.body.view).toMatchObject({ link, state: 'active' });
});

test('history restores what the view shows, but neither its link nor its expiry', async () => {
  const { _id: id } = await add({ note: 'First' });
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  await context.owner.call(view.update, { params: { id }, json: { note: 'Second', expiresAt } });
  const { link } = await publish(id);
  const versions = await context.owner.call(calls.history.list, { params: { noun: 'view', id } });
  expect(versions.body.versions[0]?.fields).toEqual(['Note to the reader', 'Expires']);
  const first = versions.body.versions.at(-1)?._id ?? '';
  await context.owner.call(calls.history.restore, { params: { id: first } });
  const { body } = await context.owner.call(view.get, { params: { id } });
  expect(body.view).toMatchObject({ note: 'First', link, expiresAt, state: 'active' });
});

test('the audit log has the links that were created and revoked, without them', async () => {
  const { _id: id } = await add();
  const { link } = await publish(id);
  await context.owner.call(view.revoke, { params: { id } });
  const { body } = await context.owner.call(calls.audit.list, { query: { show: 'settings' } });
  expect(body.events.slice(0, 2)).toMatchObject([
    { kind: 'view-revoked', subject: 'Northsea Ports' },
    { kind: 'view-published', subject: 'Northsea Ports' },
  ]);
  expect(JSON.stringify(body)).not.toContain(link?.split('/').at(-1));
});

test('the list has about how many readers came, and when the last one did', async () => {
  const { _id: id } = await add();
  await sql`insert into visit_count (period, kind, starts_on, name, count) values
    ('month', 'view', '2026-11-01', ${id}, 3), ('day', 'view', '2026-11-03', ${id}, 2),
    ('day', 'view', '2026-11-09', ${id}, 1), ('day', 'view', '2026-11-10', ${UNKNOWN}, 9)`.execute(
    context.app.db,
  );
  const { body } = await context.owner.call(view.list);
  expect(body.isCounting).toBe(true);
  expect(body.views[0]?.opens).toEqual({ about: 3, lastOn: '2026-11-09' });
});

test('the choices are what visitors see and drafts, in the sections of the site', async () => {
  const { owner } = context;
  const shown = await addProject(owner, 'Tidewatch');
  const { body: added } = await owner.call(calls.project.addDraft, {
    json: { title: 'Hidden engine' },
  });
  await addSample(owner, 'skill', 'Welding');
  await addSample(owner, 'testimonial', 'Not approved');
  const { body } = await owner.call(view.choices);
  const work = body.sections.find(({ name }) => name === 'work');
  expect(work?.entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ _id: shown._id, title: 'Tidewatch', isDraft: false }),
      expect.objectContaining({ _id: added.project._id, title: 'Hidden engine', isDraft: true }),
    ]),
  );
  expect(body.sections.find(({ name }) => name === 'kind-words')?.entries).toEqual([]);
  const skills = body.resume.find(({ name }) => name === 'skills');
  expect(skills?.groups[0]?.entries[0]).toMatchObject({ title: 'Welding' });
  expect(body.siteUrl).toBe(SITE);
});

test('a preview keeps its address when its settings change', async () => {
  const { owner } = context;
  const first = await owner.call(view.preview, { json: { note: 'One' } });
  const base = new URL(first.body.url).pathname.replace(/\/$/, '');
  const second = await owner.call(view.preview, { json: { note: 'Two', base } });
  expect(second.body.url).toBe(first.body.url);
  // Another preview is none of a view.
  const design = await owner.call(calls.site.preview);
  const other = await owner.call(view.preview, {
    json: { base: new URL(design.body.url).pathname.replace(/\/$/, '') },
  });
  expect(other.body.url).not.toBe(design.body.url);
});

test('a token neither lists nor deletes nor restores views', async () => {
  const { owner, app } = context;
  const { _id: id } = await add();
  const { body } = await owner.call(calls.token.add, {
    json: { name: 'Script', scopes: ['write', 'read-messages'], expiresInDays: 1 },
  });
  const call = (path: string, method = 'GET', data?: object) =>
    app.visitor().fetch(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${body.secret}`, 'content-type': 'application/json' },
      ...(data && { body: JSON.stringify(data) }),
    });
  const items = [{ noun: 'view', id }];
  expect((await call('/view/getall')).status).toBe(403);
  expect((await call('/trash/add', 'POST', { items })).status).toBe(404);
  await owner.call(view.remove, { params: { id } });
  expect(await (await call('/trash/getall')).text()).not.toContain('Northsea');
  expect((await call('/trash/restore', 'PUT', { items })).status).toBe(404);
});
