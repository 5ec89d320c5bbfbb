import { type Call, validationCall } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS } from '@vitrine/contract/collections';
import { hasScope, type Route, TOKEN_SCOPES, type TokenScope } from '@vitrine/contract/route';
import { downloads, streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp, UNKNOWN } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const { list, add, remove } = calls.token;

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function signIn(): Promise<void> {
  owner = await app.owner();
}

async function createToken(scope: TokenScope, expiresInDays: number | null = null) {
  const json = { name: 'Deploy script', scopes: [scope], expiresInDays };
  const { status, body } = await owner.call(add, { json });
  expect(status).toBe(201);
  return body;
}

const withToken = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('API tokens', () => {
  beforeEach(signIn);

  test('are shown once, and stored as a hash', async () => {
    const { secret, token } = await createToken('read', 90);
    expect(secret).toMatch(/^vt_[\w-]{43}$/);
    expect(token).toMatchObject({ name: 'Deploy script', scopes: ['read'], lastUsedAt: null });
    expect(token.prefix).toBe(secret.slice(0, 6));
    expect(Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt)).toBe(90 * 86_400_000);
    const stored = await sql`select * from api_token`.execute(app.db);
    expect(JSON.stringify(stored.rows)).not.toContain(secret.slice(6));
    const listed = JSON.stringify((await owner.call(list)).body);
    expect(listed).toContain(token._id);
    expect(listed).not.toContain(secret.slice(6));
    expect(app.log.join()).not.toContain(secret.slice(6));
    const { rows } = await sql`select response::text from idempotency`.execute(app.db);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });

  test('are reported to the owner by email', async () => {
    const { secret } = await createToken('read');
    const { text = '' } = await app.mail.waitFor('An API token was created', 1);
    expect(text).toContain('Deploy script');
    expect(text).toContain('It can read your portfolio with its drafts:');
    expect(text).not.toContain(secret.slice(6));
  });

  test('need a recent confirmation to be created, and none to be revoked', async () => {
    const { token } = await createToken('read');
    await sql`update session set confirmed_at = now() - interval '11 minutes'`.execute(app.db);
    const json = { name: 'Stolen', scopes: ['write'], expiresInDays: null };
    const { status, body } = await owner.call(add, { json });
    expect([status, body]).toMatchObject([403, { code: 'confirm-password' }]);
    const revoked = await owner.call(remove, { params: { id: token._id } });
    expect([revoked.status, revoked.body.message]).toEqual([200, 'Token revoked.']);
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an expiry in the past', { expiresInDays: 0 }, 'expiresInDays'],
    ['no expiry', { expiresInDays: undefined }, 'expiresInDays'],
  ])('reject %s', async (_, change, field) => {
    const json = { name: 'A', scopes: ['read'], expiresInDays: null, ...change };
    const { status, body } = await owner.call(add, { json });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  test('are recorded in the audit log, with their name', async () => {
    await sql`delete from audit_event`.execute(app.db);
    const { secret, token } = await createToken('write');
    await app.visitor().call(calls.site.publish, { headers: withToken(secret) });
    await owner.call(remove, { params: { id: token._id } });
    const { events } = (await owner.call(calls.audit.list)).body;
    expect(events).toMatchObject([
      { kind: 'token-revoked', subject: 'Deploy script' },
      { kind: 'site-published', userAgent: 'Token “Deploy script”' },
      { kind: 'token-created', subject: 'Deploy script' },
    ]);
  });

  test('show when they were last used', async () => {
    const { secret, token } = await createToken('read');
    await app.visitor().call(calls.skill.list, { headers: withToken(secret) });
    const used = (await owner.call(list)).body.tokens.find(({ _id }) => _id === token._id);
    expect(Date.now() - Date.parse(used?.lastUsedAt ?? '')).toBeLessThan(60_000);
  });

  test('are the actor in the history of what they change', async () => {
    const { secret } = await createToken('write');
    const json = { title: 'Notes', description: 'On the engine', from: 1943 };
    const { status, body } = await app
      .visitor()
      .call(calls.timeline.add, { json, headers: withToken(secret) });
    expect(status).toBe(201);
    const params = { noun: 'timeline', id: body.timeline._id };
    const { versions } = (await owner.call(calls.history.list, { params })).body;
    expect(versions).toMatchObject([{ actor: { type: 'token', name: 'Deploy script' } }]);
  });

  test('end with a restored backup', async () => {
    const { secret } = await createToken('read');
    const archive = await (await owner.fetch('/api/v1/backup/download')).arrayBuffer();
    expect(Buffer.from(archive).includes('api_token')).toBe(false);
    const { status } = await owner.fetch('/api/v1/backup/restore', {
      method: 'POST',
      body: archive,
      headers: { 'content-type': 'application/x-tar' },
    });
    expect(status).toBe(200);
    const { status: after } = await app
      .visitor()
      .call(calls.skill.list, { headers: withToken(secret) });
    expect(after).toBe(401);
  });
});

describe('a request with a token', () => {
  beforeEach(signIn);

  test.each([
    ['expired', (id: string) => sql`update api_token set expires_at = now() where id = ${id}`],
    ['revoked', (id: string) => sql`delete from api_token where id = ${id}`],
  ])('gets 401 if it is %s, whatever the call', async (_, end) => {
    const { secret, token } = await createToken('write');
    const headers = withToken(secret);
    expect((await app.visitor().call(calls.skill.list, { headers })).status).toBe(200);
    await end(token._id).execute(app.db);
    for (const call of [calls.skill.list, calls.user.me, calls.user.login]) {
      const response = await app.visitor().call(call, { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(response.body.message).toMatch('not valid');
    }
  });

  test.each(['', 'vt_', 'vt_%00', `vt_${'A'.repeat(43)}`, 'null', `${'x'.repeat(4_000)}`])(
    'gets 401 for the token %j, even with the cookie of the owner',
    async (secret) => {
      const { status } = await owner.call(calls.skill.list, { headers: withToken(secret) });
      expect(status).toBe(401);
    },
  );

  test('ignores the cookie of a confirmed session', async () => {
    const { secret } = await createToken('read');
    for (const call of [calls.user.me, calls.token.list, calls.session.list])
      expect((await owner.call(call, { headers: withToken(secret) })).status).toBe(403);
    const cookie = owner.cookie;
    await owner.call(calls.skill.list, { headers: withToken(secret) });
    expect(owner.cookie).toBe(cookie);
  });

  test('cannot be a session token in place of the cookie', async () => {
    const session = owner.cookie.split('=')[1] ?? '';
    const { status } = await app.visitor().call(calls.skill.list, { headers: withToken(session) });
    expect(status).toBe(401);
  });

  test('leaves other schemes to a proxy', async () => {
    const headers = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };
    expect((await owner.call(calls.skill.list, { headers })).status).toBe(200);
    expect((await app.visitor().call(calls.skill.list, { headers })).status).toBe(401);
  });

  test('with the scope write-drafts can neither change nor stop what a schedule will publish', async () => {
    const form = {
      title: 'Engine',
      description: 'It computes',
      technologies: 'Brass',
      stack: 'Mern',
      deployed: 'Yes',
      projectBanner: await uploads.png(),
    };
    const { project } = (await owner.call(calls.project.addDraft, { form })).body;
    const params = { id: project._id };
    const headers = withToken((await createToken('write-drafts')).secret);
    const save = () =>
      app.visitor().call(calls.project.saveDraft, { params, json: { title: 'Mine' }, headers });
    expect((await save()).status).toBe(200);
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const { status } = await owner.call(calls.project.schedule, { params, json: { publishAt } });
    expect(status).toBe(200);
    expect((await save()).status).toBe(403);
    const discarded = await app.visitor().call(calls.project.discardDraft, { params, headers });
    expect(discarded.status).toBe(403);
    const { project: kept } = (await owner.call(calls.project.get, { params })).body;
    expect(kept.publishAt).toBe(publishAt);
  });
});

/** Every route that needs the owner or the dashboard, or is public. */
const everyRoute: Route[] = [
  ...Object.values(calls)
    .flatMap((group) => Object.values<Call>(group))
    .flatMap((call) => (Object.keys(call.files).length > 0 ? [call, validationCall(call)] : [call]))
    .map(({ route }) => route),
  ...Object.values(downloads),
  ...Object.values(streams),
];

/** Whether the contract admits a token with this scope. */
function isAllowed({ access, scope }: Route, has: TokenScope): boolean {
  if (access === 'anyone') return true;
  if (access === 'dashboard' || scope === undefined) return false;
  return hasScope([has], scope);
}

async function statusOf(client: Client, { method, path }: Route, headers = {}): Promise<number> {
  const url = path.replace(':format', 'json').replace(':noun', 'project').replace(/:\w+/g, UNKNOWN);
  const response = await client.fetch(`/api/v1${url}`, { method }, headers);
  await response.body?.cancel();
  return response.status;
}

describe('every call of the contract', () => {
  test.each(TOKEN_SCOPES)('admits a token of the scope %s only where it may', async (has) => {
    await signIn();
    const { secret } = await createToken(has);
    const wrong: string[] = [];
    // With the cookie of a confirmed session, which must make no difference.
    for (const [name, client] of Object.entries({ 'no cookie': app.visitor(), cookie: owner }))
      for (const route of everyRoute) {
        const status = await statusOf(client, route, withToken(secret));
        const isRight = isAllowed(route, has) ? status !== 401 && status !== 403 : status === 403;
        if (!isRight) wrong.push(`${route.method} ${route.path} with ${name}: ${status}`);
      }
    expect(wrong).toEqual([]);
  });

  test('returns 401 without a token and a session if it needs the owner', async () => {
    const wrong: string[] = [];
    for (const route of everyRoute) {
      const status = await statusOf(app.visitor(), route);
      if ((status === 401) !== (route.access === 'owner'))
        wrong.push(`${route.method} ${route.path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('no token may call', () => {
  test('an account, or what can change one', () => {
    const withScopes = Object.entries(calls)
      .filter(([, group]) => Object.values<Call>(group).some(({ route }) => route.scope))
      .map(([noun]) => noun);
    expect(withScopes.toSorted()).toEqual(
      [
        ...Object.values(COLLECTIONS).map(({ one }) => one),
        'image',
        'icon',
        'message',
        'trash',
        'site',
        'resume',
      ].toSorted(),
    );
  });

  test('what needs a confirmation, a backup or a stream', () => {
    for (const route of everyRoute)
      if (route.needsConfirmation || /^\/(backup|message\/events)/.test(route.path))
        expect(route.scope).toBeUndefined();
  });

  test('what deletes forever', () => {
    expect([calls.trash.remove.route, calls.trash.empty.route]).not.toContainEqual(
      expect.objectContaining({ scope: expect.anything() }),
    );
  });
});

test('the API reference names the scope of each call', async () => {
  const document = await (await app.visitor().fetch('/api/v1/openapi.json')).json();
  expect(document.components.securitySchemes.token).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  });
  const securityOf = (path: string, method: string) => document.paths[path][method].security;
  expect(securityOf('/skill/getall', 'get')).toEqual([{ session: [] }, { token: ['read'] }]);
  expect(securityOf('/skill/add', 'post')).toEqual([{ session: [] }, { token: ['write'] }]);
  expect(securityOf('/user/me', 'get')).toEqual([{ session: [] }]);
  expect(securityOf('/user/login', 'post')).toEqual([]);
});
