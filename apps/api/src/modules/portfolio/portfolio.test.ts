import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp, UNKNOWN } from '@vitrine/testing/app';
import { addSample, SAMPLES } from '@vitrine/testing/collection-samples';
import { addProject } from '@vitrine/testing/fixtures';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const { portfolio, project } = calls.public;
const PATH = '/api/v1/public/portfolio';

/** The collections whose whole items visitors see. */
/** A new testimonial is not public. */
const OTHERS = namesOf(COLLECTIONS).filter((name) => name !== 'project' && name !== 'testimonial');

let app: TestApp;
let visitor: Client;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  visitor = app.visitor();
});
afterAll(() => app.stop());

/** Polls the document until it has this content. */
async function until(isSeen: (text: string) => boolean): Promise<string> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const text = await (await visitor.fetch(PATH)).text();
    if (isSeen(text)) return text;
  }
  throw new Error('It was not seen within ten seconds.');
}

test('returns 404 before there is an owner', async () => {
  const { status, body, headers } = await visitor.call(portfolio);
  expect(status).toBe(404);
  expect(body.message).toBe('This portfolio has no owner yet.');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('with an owner', () => {
  beforeAll(async () => {
    owner = await app.owner();
    await until((text) => text.includes('Ada Lovelace'));
  });

  test('returns the whole portfolio in one document', async () => {
    await addProject(owner, 'Tidewatch');
    for (const name of OTHERS) await addSample(owner, name, 'Locks');
    const lists = OTHERS.map((name) => [
      COLLECTIONS[name].published,
      [{ [COLLECTIONS[name].title]: 'Locks' }],
    ]);
    await until((text) => text.split('Locks').length > OTHERS.length);
    const { body, headers } = await visitor.call(portfolio);
    expect(body).toMatchObject({
      success: true,
      profile: { fullName: 'Ada Lovelace', avatar: { url: '' } },
      projects: [{ title: 'Tidewatch', projectBanner: { width: 400, height: 225 } }],
      ...Object.fromEntries(lists),
    });
    expect(body.skills[0]).toMatchObject(SAMPLES.skill.fields);
    expect(body.timeline[0]).toMatchObject({ timeline: { from: 2020, to: null } });
    expect(body.projects[0]?.projectBanner.variants?.length).toBeGreaterThan(0);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('is public during a first run if there is no site', async () => {
    await app.db.updateTable('owner').set({ setup_step: 'look', headline: 'Engineer' }).execute();
    await until((text) => text.includes('Engineer'));
    await app.db.updateTable('owner').set({ setup_step: null, headline: '' }).execute();
  });

  test('has the text about the owner as written, and as safe HTML', async () => {
    const aboutMe = 'I build **ferries**. <b>Now</b> [here](javascript:alert(1))';
    await owner.call(calls.user.updateProfile, { form: { aboutMe } });
    await until((text) => text.includes('ferries'));
    const { profile } = (await visitor.call(portfolio)).body;
    expect(profile).toMatchObject({
      aboutMe,
      aboutMeHtml: '<p>I build <strong>ferries</strong>. &lt;b&gt;Now&lt;/b&gt; here</p>',
    });
  });

  test('contains nothing private', async () => {
    const text = await (await visitor.fetch(PATH)).text();
    expect(text).not.toMatch(/password|argon2|"version"|show(Email|Phone)|mailMessages|"email"/);
    expect(text).not.toContain(OWNER.email);
    expect(Object.keys(JSON.parse(text).profile)).not.toContain('_id');
  });

  test('contains email address and phone number only if the owner shows them', async () => {
    const change = (form: Record<string, string>) => owner.call(calls.user.updateProfile, { form });
    await change({ phone: '+44 20 7946 0018' });
    await change({ showEmail: 'true' });
    const shown = await until((text) => text.includes(OWNER.email));
    expect(shown).not.toContain('7946');
    await change({ showPhone: 'true', showEmail: 'false' });
    const other = await until((text) => text.includes('7946'));
    expect(other).not.toContain(OWNER.email);
    await change({ showPhone: 'false' });
    await until((text) => !text.includes('7946'));
    expect((await change({ showPhone: 'perhaps' })).status).toBe(400);
  });

  test('expires in every cache within two minutes', async () => {
    const { headers } = await owner.fetch(PATH);
    const terms = (headers.get('cache-control') ?? '').matchAll(/=(\d+)/g);
    const seconds = Array.from(terms, ([, value]) => Number(value));
    expect(seconds).toHaveLength(4);
    expect(seconds.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(120);
  });

  test('can be cached and read from any site, without a cookie', async () => {
    const headers = { origin: 'https://ada.example.com', 'accept-encoding': 'gzip' };
    const response = await owner.fetch(PATH, {}, headers);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control':
        'public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=30',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      etag: expect.stringMatching(/^"[\w-]{22}-gzip"$/),
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('returns 304 without a database query', async () => {
    await app.waitUntilIdle();
    const { headers } = await visitor.fetch(PATH);
    const before = app.statements.length;
    for (let n = 0; n < 20; n += 1) {
      const again = await visitor.fetch(PATH, {}, { 'if-none-match': headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(headers.get('etag'));
      expect((await visitor.fetch(PATH)).status).toBe(200);
    }
    expect(app.statements.length).toBe(before);
  });

  test('has its own ETag when compressed', async () => {
    const get = async (encoding: string) => {
      const response = await fetchAs(encoding);
      return {
        tag: response.headers.get('etag'),
        encoding: response.headers.get('content-encoding'),
      };
    };
    expect(await get('br')).toMatchObject({ encoding: 'br' });
    expect(await get('gzip')).toMatchObject({ encoding: 'gzip' });
    expect(await get('identity')).toMatchObject({ encoding: null });
    expect(await get('br;q=0, gzip')).toMatchObject({ encoding: 'gzip' });
    const tags = await Promise.all(['br', 'gzip', 'identity'].map(get));
    expect(new Set(tags.map(({ tag }) => tag)).size).toBe(3);
    const texts = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => (await fetchAs(encoding)).text()),
    );
    expect(new Set(texts).size).toBe(1);
  });

  test('responds to HEAD with the same headers', async () => {
    const head = await visitor.fetch(PATH, { method: 'HEAD' });
    const get = await visitor.fetch(PATH);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect(await head.text()).toBe('');
  });

  test('changes within a second of a write, with a new ETag', async () => {
    const { headers } = await visitor.fetch(PATH);
    const { _id } = await addProject(owner, 'Night Bus');
    await until((text) => text.includes('Night Bus'));
    const after = await visitor.fetch(PATH, {}, { 'if-none-match': headers.get('etag') ?? '' });
    expect(after.status).toBe(200);
    await owner.call(calls.project.remove, { params: { id: _id } });
    await until((text) => !text.includes('Night Bus'));
  });

  test('is built at most ten times a second, however many writes there are', async () => {
    await app.waitUntilIdle();
    const before = app.statements.length;
    const start = performance.now();
    for (let n = 1; n <= 100; n += 1)
      await sql`update owner set headline = ${`Headline ${n}`}`.execute(app.db);
    await until((text) => text.includes('Headline 100'));
    const seconds = (performance.now() - start) / 1_000;
    const reads = app.statements.slice(before).filter((text) => text.includes('from "resume"'));
    expect(reads.length).toBeLessThanOrEqual(1 + Math.ceil(seconds * 10));
  });

  test('returns a single project', async () => {
    const { _id } = await addProject(owner, 'Quorum');
    await until((text) => text.includes('Quorum'));
    const { body, headers } = await visitor.call(project, { params: { id: _id } });
    expect(body).toMatchObject({ success: true, project: { _id, title: 'Quorum' } });
    expect(body.project).not.toHaveProperty('version');
    const tag = headers.get('etag') ?? '';
    const path = `/api/v1/public/projects/${_id}`;
    expect((await visitor.fetch(path, {}, { 'if-none-match': tag })).status).toBe(304);
  });

  test.each([UNKNOWN, 'not-an-id'])('returns 404 for the project %s', async (id) => {
    const { status, body, headers } = await visitor.call(project, { params: { id } });
    expect(status).toBe(404);
    expect(body.message).toBe('This project does not exist. It may have been deleted.');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('does not allow other sites to call private routes', async () => {
    const { headers } = await owner.call(calls.project.list);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await visitor.fetch('/api/v1/project/add', { method: 'OPTIONS' });
    expect(preflight.status).toBe(404);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('allows a preflight request to send JSON to the public calls', async () => {
    const preflight = await visitor.fetch('/api/v1/public/messages', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'content-type, idempotency-key',
    );
  });
});

/** fetch decompresses the body but leaves the header. */
function fetchAs(encoding: string): Promise<Response> {
  return visitor.fetch(PATH, {}, { 'accept-encoding': encoding });
}
